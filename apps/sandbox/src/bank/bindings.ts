import { randomInt } from 'node:crypto'
import type { Announce } from '#announcements.ts'
import type { Faults } from '#faults.ts'
import type { Inbox } from '#inbox.ts'
import { ProviderRefusal } from '#provider-refusal.ts'
import type { Records } from '#records.ts'
import { afterCode, standingOf } from './binding.ts'
import type { Binding, BindingAnswer } from './binding.ts'
import type { CardBook, Holder } from './card-book.ts'

const CODE_LIFE_MS = 5 * 60_000
const TRIES_MAX = 3

type Parts = {
  readonly kept: Records<Binding>
  readonly cards: CardBook
  readonly inbox: Inbox
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}

type Start = Holder & { readonly orderNo: string; readonly notifyUrl: string }

/** Binding a card: the bank compares, sends a code of its own, and takes its time after it. */
export function createBindings(parts: Parts) {
  const { kept, cards, inbox, faults, now } = parts
  for (const binding of kept.all()) {
    if (binding.state !== 'codeSent' && !binding.isTold) announceResult(parts, binding)
  }

  return {
    start({ orderNo, notifyUrl, ...given }: Start): BindingAnswer {
      const earlier = kept.get(orderNo)
      if (earlier) return standingOf(assertSame(earlier, given), now())

      const reason = faults.of('bank').decline ? '银行暂不受理' : cards.complaintAbout(given)
      const code = String(randomInt(10_000, 100_000))
      const codeUntil = now() + CODE_LIFE_MS
      const fresh = { id: orderNo, ...given, notifyUrl, code, codeUntil, triesLeft: TRIES_MAX }
      // A refusal at the counter is told there and then; no notice comes after it.
      const untold = { ...fresh, settleAt: now(), isTold: true }
      const binding: Binding = reason
        ? { ...untold, state: 'declined', reason }
        : { ...untold, state: 'codeSent' }
      kept.put(binding)
      if (binding.state === 'codeSent') inbox.deliver(codeMessage(binding), { copies: 1 })
      return standingOf(binding, now())
    },

    confirm({ orderNo, code }: { orderNo: string; code: string }): BindingAnswer {
      const waiting = kept.get(orderNo)
      if (waiting?.state !== 'codeSent') return standingOf(waiting, now())

      const next = afterCode(waiting, { code, now: now(), fault: faults.of('bank'), cards })
      kept.put(next)
      if (next.state !== 'codeSent') announceResult(parts, next)
      return standingOf(next, now())
    },

    find: ({ orderNo }: { orderNo: string }) => standingOf(kept.get(orderNo), now()),

    clear: () => kept.clear(),
  }
}

function announceResult({ kept, announce, now }: Parts, binding: Binding): void {
  const { id, notifyUrl, settleAt } = binding
  announce({
    provider: 'bank',
    kind: 'binding',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo: id, ...standingOf(kept.get(id), now()) }),
    before: { orderNo: id, state: 'processing' },
    onTold() {
      const told = kept.get(id)
      if (told) kept.put({ ...told, isTold: true })
    },
  })
}

function assertSame(earlier: Binding, given: Holder): Binding {
  if (earlier.cardNumber === given.cardNumber && earlier.phone === given.phone) return earlier
  throw new ProviderRefusal(409, 'order-taken')
}

function codeMessage({ id, phone, code, cardNumber }: Binding) {
  const text =
    `【沙箱银行】您尾号 ${cardNumber.slice(-4)} 的银行卡正在轻舟绑定，` +
    `验证码 ${code}，5 分钟内有效。银行不会向您索要验证码。`
  return { kind: 'sms', messageId: `bank-${id}`, to: phone, text } as const
}
