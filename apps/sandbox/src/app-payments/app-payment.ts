import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { dayAtTheBank } from '#bank/day-at-the-bank.ts'

export const payApps = ['wallet', 'messenger'] as const
export type PayApp = (typeof payApps)[number]

export const appPayment = z.object({
  /** The app and the number of whoever ordered it. */
  id: z.string(),
  app: z.enum(payApps),
  orderNo: z.string(),
  ticket: z.string(),
  amountFen: z.string(),
  subject: z.string(),
  returnUrl: z.string(),
  notifyUrl: z.string(),
  /** Nobody has paid on its page until then: it is closed. */
  openUntil: z.number(),
  state: z.enum(['open', 'paid', 'declined']),
  /** A result may be known to us and not yet to those who ask. */
  settleAt: z.number(),
  reason: z.exactOptional(z.string()),
  isTold: z.boolean(),
})
export type AppPayment = z.output<typeof appPayment>
export type PaymentAnswer = z.input<typeof providerCalls.wallet.payment.response>

/** How a payment stands, as the app says it. */
export function standingOf(found: AppPayment | undefined, now: number): PaymentAnswer {
  if (!found) return { state: 'unknown' }
  const { amountFen, state, settleAt, reason } = found
  if (state === 'open') {
    return isOpen(found, now)
      ? { state: 'processing', amountFen }
      : { state: 'declined', amountFen, reason: '超时未支付，订单已关闭' }
  }
  if (now < settleAt) return { state: 'processing', amountFen }
  if (state === 'declined') return { state, amountFen, reason: reason ?? '' }
  return { state: 'done', amountFen, bankDate: dayAtTheBank(settleAt) }
}

export function isOpen({ state, openUntil }: AppPayment, now: number): boolean {
  return state === 'open' && now < openUntil
}
