import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import type { Fault } from '#faults.ts'
import { conductOf, holder } from './card-book.ts'
import type { CardBook } from './card-book.ts'
import { settlesAt } from './settling.ts'

export const binding = z.object({
  id: z.string(),
  ...holder.shape,
  notifyUrl: z.string(),
  code: z.string(),
  codeUntil: z.number(),
  triesLeft: z.int(),
  /** A result may be known to us and not yet to those who ask: until `settleAt` it is under way. */
  state: z.enum(['codeSent', 'bound', 'declined']),
  settleAt: z.number(),
  cardToken: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
  isTold: z.boolean(),
})
export type Binding = z.output<typeof binding>
export type BindingAnswer = z.input<typeof providerCalls.bank.binding.response>

/** How a binding stands, as the bank says it. */
export function standingOf(found: Binding | undefined, now: number): BindingAnswer {
  if (!found) return { state: 'unknown' }
  if (found.state !== 'codeSent' && now < found.settleAt) return { state: 'processing' }
  const { state, cardToken, reason } = found
  return { state, ...(cardToken && { cardToken }), ...(reason && { reason }) }
}

type Confirmation = {
  readonly code: string
  readonly now: number
  readonly fault: Fault
  readonly cards: CardBook
}

/** What a code makes of a binding that waits for one. */
export function afterCode(waiting: Binding, { code, now, fault, cards }: Confirmation): Binding {
  if (now >= waiting.codeUntil) return ended(waiting, '验证码已过期，请重新获取', now)
  if (code !== waiting.code) return afterWrongCode(waiting, now)

  const conduct = conductOf(waiting.cardNumber)
  const settleAt = settlesAt(now, { fault, conduct })
  if (fault.decline) return ended(waiting, '银行暂不受理', settleAt)
  if (conduct === 'lost') return ended(waiting, '该卡已挂失', settleAt)

  const bound: Binding = { ...waiting, state: 'bound', settleAt, isTold: false }
  // What was wrong with an earlier code is of no interest any more.
  delete bound.reason
  return { ...bound, cardToken: cards.bind(waiting) }
}

function afterWrongCode(waiting: Binding, now: number): Binding {
  const triesLeft = waiting.triesLeft - 1
  if (triesLeft === 0) return ended(waiting, '验证码错误次数过多，请重新获取', now)
  return { ...waiting, triesLeft, reason: '验证码错误' }
}

function ended(waiting: Binding, reason: string, settleAt: number): Binding {
  return { ...waiting, state: 'declined', reason, settleAt, isTold: false }
}
