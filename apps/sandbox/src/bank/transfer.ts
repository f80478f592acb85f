import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { ProviderRefusal } from '#provider-refusal.ts'
import { dayAtTheBank } from './day-at-the-bank.ts'

const order = z.object({
  kind: z.enum(['payout', 'debit', 'refund', 'return']),
  cardToken: z.string(),
  amountFen: z.string(),
})
export type TransferOrder = z.output<typeof order>

export const transfer = z.object({
  id: z.string(),
  ...order.shape,
  notifyUrl: z.string(),
  /** How often it was ordered: the money moves once all the same. */
  timesOrdered: z.int(),
  settleAt: z.number(),
  result: z.enum(['done', 'declined']),
  reason: z.exactOptional(z.string()),
  isTold: z.boolean(),
})
export type Transfer = z.output<typeof transfer>
export type TransferAnswer = z.input<typeof providerCalls.bank.transfer.response>

/** How a transfer stands, as the bank says it. */
export function standingOf(found: Transfer | undefined, now: number): TransferAnswer {
  if (!found) return { state: 'unknown' }
  const { amountFen, settleAt, result, reason } = found
  if (now < settleAt) return { state: 'processing', amountFen }
  if (result === 'declined') return { state: result, amountFen, reason: reason ?? '' }
  return { state: result, amountFen, bankDate: dayAtTheBank(settleAt) }
}

/** A number stands for one transfer for good. */
export function assertSame(earlier: Transfer, given: TransferOrder): void {
  const { kind, cardToken, amountFen } = earlier
  const isSame =
    kind === given.kind && cardToken === given.cardToken && amountFen === given.amountFen
  if (!isSame) throw new ProviderRefusal(409, 'order-taken')
}
