import { randomInt } from 'node:crypto'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { merchant } from '#merchant.ts'
import type { Faults } from '#faults.ts'
import type { Inbox } from '#inbox/inbox.ts'
import type { Records } from '#records.ts'
import { conductOf, type BoundCard, type CardBook } from './card-book.ts'

const CODE_LIFE_MS = 5 * 60_000
const TRIES_MAX = 3

export const debitAgreement = z.object({
  id: z.string(),
  cardToken: z.string(),
  code: z.string(),
  codeUntil: z.number(),
  triesLeft: z.int(),
  state: z.enum(['codeSent', 'signed', 'declined', 'ended']),
  reason: z.exactOptional(z.string()),
})
type DebitAgreement = z.output<typeof debitAgreement>
type Answer = z.input<typeof providerCalls.bank.startDebitAgreement.response>

/** Debit agreements: the holder confirms with a code sent to the phone of the card. */
export function createDebitAgreements(parts: {
  readonly records: Records<DebitAgreement>
  readonly cards: CardBook
  readonly inbox: Inbox
  readonly faults: Faults
  readonly now: () => number
}) {
  const { records, cards, inbox, faults, now } = parts

  function complaintAbout(card: BoundCard | undefined): string | undefined {
    if (!card) return '该卡未签约'
    if (faults.of('bank').decline) return '银行暂不受理'
    return conductOf(card.cardNumber) === 'frozen' ? '银行卡状态异常，可能已冻结或挂失' : undefined
  }

  return {
    start({ orderNo, cardToken }: { orderNo: string; cardToken: string }): Answer {
      const earlier = records.get(orderNo)
      if (earlier) return answerOf(earlier)

      const card = cards.byToken(cardToken)
      const reason = complaintAbout(card)
      const code = String(randomInt(10_000, 100_000))
      const codeUntil = now() + CODE_LIFE_MS
      const fresh = { id: orderNo, cardToken, code, codeUntil, triesLeft: TRIES_MAX }
      const agreement: DebitAgreement = reason
        ? { ...fresh, state: 'declined', reason }
        : { ...fresh, state: 'codeSent' }
      records.put(agreement)
      if (card && !reason) inbox.deliver(codeMessage(agreement, card), { copies: 1 })
      return answerOf(agreement)
    },

    /** A signed agreement stays signed; an order that was never started is declined. */
    confirm({ orderNo, code }: { orderNo: string; code: string }): Answer {
      const waiting = records.get(orderNo)
      if (!waiting) return { state: 'declined', reason: '签约已失效，请重新获取验证码' }
      if (waiting.state !== 'codeSent') return answerOf(waiting)
      const next = afterCode(waiting, { code, now: now() })
      records.put(next)
      return answerOf(next)
    },

    /** An unknown order is recorded as ended, so that a late start or confirmation has no effect. */
    end({ orderNo }: { orderNo: string }): Answer {
      const unknown = { id: orderNo, cardToken: '', code: '', codeUntil: 0, triesLeft: 0 }
      records.put({ ...(records.get(orderNo) ?? unknown), state: 'ended' })
      return { state: 'ended' }
    },

    has: (orderNo: string): boolean => records.get(orderNo) !== undefined,

    /** The orders under which a card may be debited without a code. */
    signedFor: (cardToken: string) =>
      records
        .all()
        .filter((one) => one.cardToken === cardToken && one.state === 'signed')
        .map(({ id }) => id),

    clear: () => records.clear(),
  }
}

function answerOf({ state, reason }: DebitAgreement): Answer {
  return { state, ...(reason && { reason }) }
}

function afterCode(
  waiting: DebitAgreement,
  { code, now }: { readonly code: string; readonly now: number },
): DebitAgreement {
  if (now >= waiting.codeUntil) {
    return { ...waiting, state: 'declined', reason: '验证码已过期，请重新获取' }
  }
  if (code === waiting.code) {
    const { reason: _, ...rest } = waiting
    return { ...rest, state: 'signed' }
  }
  const triesLeft = waiting.triesLeft - 1
  if (triesLeft > 0) return { ...waiting, triesLeft, reason: '验证码错误' }
  return { ...waiting, triesLeft, state: 'declined', reason: '验证码错误次数过多，请重新获取' }
}

function codeMessage({ id, code }: DebitAgreement, { phone, cardNumber }: BoundCard) {
  const text =
    `【沙箱银行】您正在授权${merchant}从尾号 ${cardNumber.slice(-4)} 的银行卡扣款还款，` +
    `验证码 ${code}，5 分钟内有效。银行不会向您索要验证码。`
  return { kind: 'sms', messageId: `bank-${id}`, to: phone, text } as const
}
