import { randomInt } from 'node:crypto'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { merchant } from '#merchant.ts'
import type { Fault, Faults } from '#faults.ts'
import type { Announce } from '#callbacks/callbacks.ts'
import type { Inbox } from '#inbox/inbox.ts'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { UnionPayNotice } from '#unionpay/standing.ts'
import type { Records } from '#records.ts'
import { conductOf, holder, type CardBook, type Holder } from './card-book.ts'
import { settlesAt } from './settling.ts'

export const binding = z.object({
  id: z.string(),
  ...holder.shape,
  notifyUrl: z.string(),
  code: z.string(),
  codeUntil: z.number(),
  triesLeft: z.int(),
  /** The state is `processing` until `settleAt`, also once the result is decided. */
  state: z.enum(['codeSent', 'bound', 'declined']),
  settleAt: z.number(),
  cardToken: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
  isTold: z.boolean(),
})
export type Binding = z.output<typeof binding>
export type BindingAnswer = z.input<typeof providerCalls.bank.binding.response>

/** The state of a binding, as the bank reports it. */
function bindingAnswer(found: Binding | undefined, now: number): BindingAnswer {
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

/** The binding after a code was entered. */
function afterCode(waiting: Binding, { code, now, fault, cards }: Confirmation): Binding {
  if (now >= waiting.codeUntil) return declineBinding(waiting, '验证码已过期，请重新获取', now)
  if (code !== waiting.code) return afterWrongCode(waiting, now)

  const conduct = conductOf(waiting.cardNumber)
  const settleAt = settlesAt(now, { fault, conduct })
  if (fault.decline) return declineBinding(waiting, '银行暂不受理', settleAt)
  if (conduct === 'lost') return declineBinding(waiting, '该卡已挂失', settleAt)

  const bound: Binding = { ...waiting, state: 'bound', settleAt, isTold: false }
  // The reason of an earlier wrong code is out of date.
  delete bound.reason
  return { ...bound, cardToken: cards.bind(waiting) }
}

function afterWrongCode(waiting: Binding, now: number): Binding {
  const triesLeft = waiting.triesLeft - 1
  if (triesLeft === 0) return declineBinding(waiting, '验证码错误次数过多，请重新获取', now)
  return { ...waiting, triesLeft, reason: '验证码错误' }
}

function declineBinding(waiting: Binding, reason: string, settleAt: number): Binding {
  return { ...waiting, state: 'declined', reason, settleAt, isTold: false }
}

const CODE_LIFE_MS = 5 * 60_000
const TRIES_MAX = 3

type Parts = {
  readonly records: Records<Binding>
  readonly cards: CardBook
  readonly inbox: Inbox
  readonly faults: Faults
  readonly announce: Announce
  readonly unionPayNotice: UnionPayNotice
  readonly now: () => number
}

type Start = Holder & { readonly orderNo: string; readonly notifyUrl: string }

/** Card bindings: the bank compares the data, sends a code, and settles some time after the code. */
export function createBindings(parts: Parts) {
  const { records, cards, inbox, faults, now } = parts
  for (const binding of records.all()) {
    if (binding.state !== 'codeSent' && !binding.isTold) announceResult(parts, binding)
  }

  return {
    start({ orderNo, notifyUrl, ...given }: Start): BindingAnswer {
      const earlier = records.get(orderNo)
      if (earlier) return bindingAnswer(assertSame(earlier, given), now())

      const reason = faults.of('bank').decline ? '银行暂不受理' : cards.complaintAbout(given)
      const code = String(randomInt(10_000, 100_000))
      const codeUntil = now() + CODE_LIFE_MS
      const fresh = { id: orderNo, ...given, notifyUrl, code, codeUntil, triesLeft: TRIES_MAX }
      // A refusal at the start is in the response; no callback follows.
      const untold = { ...fresh, settleAt: now(), isTold: true }
      const binding: Binding = reason
        ? { ...untold, state: 'declined', reason }
        : { ...untold, state: 'codeSent' }
      records.put(binding)
      if (binding.state === 'codeSent') inbox.deliver(codeMessage(binding), { copies: 1 })
      return bindingAnswer(binding, now())
    },

    confirm({ orderNo, code }: { orderNo: string; code: string }): BindingAnswer {
      const waiting = records.get(orderNo)
      if (waiting?.state !== 'codeSent') return bindingAnswer(waiting, now())

      const next = afterCode(waiting, { code, now: now(), fault: faults.of('bank'), cards })
      records.put(next)
      if (next.state !== 'codeSent') announceResult(parts, next)
      return bindingAnswer(next, now())
    },

    find: ({ orderNo }: { orderNo: string }) => bindingAnswer(records.get(orderNo), now()),

    clear: () => records.clear(),
  }
}

function announceResult(parts: Parts, binding: Binding): void {
  const { records, announce, unionPayNotice, now } = parts
  const { id, notifyUrl, settleAt } = binding
  const notice = unionPayNotice(id)
  announce({
    provider: 'bank',
    kind: 'binding',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo: id, ...bindingAnswer(records.get(id), now()) }),
    before: { orderNo: id, state: 'processing' },
    ...(notice && { encode: () => notice(bindingAnswer(records.get(id), now())) }),
    onSent() {
      const told = records.get(id)
      if (told) records.put({ ...told, isTold: true })
    },
  })
}

function assertSame(earlier: Binding, given: Holder): Binding {
  if (earlier.cardNumber === given.cardNumber && earlier.phone === given.phone) return earlier
  throw new ProviderRefusal(409, 'order-taken')
}

function codeMessage({ id, phone, code, cardNumber }: Binding) {
  const text =
    `【沙箱银行】您尾号 ${cardNumber.slice(-4)} 的银行卡正在${merchant}绑定，` +
    `验证码 ${code}，5 分钟内有效。银行不会向您索要验证码。`
  return { kind: 'sms', messageId: `bank-${id}`, to: phone, text } as const
}
