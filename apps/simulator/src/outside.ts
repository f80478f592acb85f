import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { AppPayments } from '@qingzhou/server/providers/app-payment/port.ts'
import type {
  Bank,
  BankTransfer,
  TransferAnswer,
  TransferOrder,
} from '@qingzhou/server/providers/bank/port.ts'
import type { Mall } from '@qingzhou/server/providers/mall/port.ts'
import { ProviderFault } from '@qingzhou/server/providers/provider-fault.ts'
import type { SmsSender } from '@qingzhou/server/providers/sms/port.ts'
import type { Chance } from './chance.ts'
import { createMall } from './mall.ts'

type Kept = {
  readonly provider: 'bank' | 'wallet'
  readonly kind: BankTransfer['kind']
  readonly amount: Money
  result: 'done' | 'declined' | 'open'
  /** The outside's own day of it. */
  on: LocalDate
  asksLeft: number
}

export type Outside = {
  /** What really happened, by the number of its order. */
  readonly orders: ReadonlyMap<string, Kept>
  readonly messages: { sent: number }
  /** What each phone was sent last. */
  readonly lastTexts: ReadonlyMap<string, string>
  /** Cards from which nothing can be debited at the moment. */
  readonly emptyCards: Set<string>
  /** The bank is away: every call is lost. */
  isAway: boolean
  /** Nothing goes wrong any more. */
  isWell: boolean
  /** What a person does on the page of an order. */
  decide(orderNo: string, result: 'done' | 'declined'): void
  readonly bank: Pick<Bank, 'transfer' | 'transferState' | 'dayFile'>
  readonly wallet: Pick<AppPayments, 'startPayment' | 'payment' | 'dayFile'>
  readonly mall: Pick<Mall, 'offers' | 'order' | 'orderState' | 'giveBack'>
  readonly sms: SmsSender
}

const LOST_SHARE = 0.02
const UNHEARD_SHARE = 0.02
const SLOW_SHARE = 0.1

/**
 * A bank, a payment app and a text service that are sometimes slow, silent or unavailable. Each order draws from
 * its own sequence, which depends on its day, kind and amount: orders that arrive in another sequence, because
 * tasks run at the same time, fare the same.
 */
export function createOutside(chance: Chance, today: () => LocalDate): Outside {
  const state = { emptyCards: new Set<string>(), isAway: false, isWell: false }
  const { meet, chanceOf } = createOrderChances(chance, today)
  const happens = (own: Chance, share: number) => !state.isWell && own.happens(share)
  const book = createBook(today, (orderNo) => {
    const own = chanceOf(orderNo)
    return happens(own, SLOW_SHARE) ? 1 + own.below(3) : 0
  })
  const messages = { sent: 0 }
  const lastTexts = new Map<string, string>()

  async function pass<Answer>(own: Chance, act: () => Answer): Promise<Answer> {
    if (state.isAway || happens(own, LOST_SHARE)) throw new ProviderFault('bank', 'no answer')
    const answer = act()
    if (happens(own, UNHEARD_SHARE)) throw new ProviderFault('bank', 'no answer')
    return answer
  }

  return Object.assign(state, {
    orders: book.orders,
    messages,
    lastTexts,
    decide: (orderNo: string, result: 'done' | 'declined') => book.decide(orderNo, result),
    bank: {
      transfer: ({ orderNo, kind, amount, cardToken }: TransferOrder) =>
        pass(meet(orderNo, `${kind} ${amount}`), () => {
          const isRefused = kind === 'debit' && state.emptyCards.has(cardToken)
          const result = isRefused ? 'declined' : 'done'
          return book.order(orderNo, { provider: 'bank', kind, amount, result })
        }),
      transferState: ({ orderNo }: { readonly orderNo: string }) =>
        pass(chanceOf(orderNo), () => book.answerOf(orderNo)),
      dayFile: book.dayFile('bank'),
    },
    wallet: {
      startPayment: ({ orderNo, amount }: Pick<TransferOrder, 'orderNo' | 'amount'>) =>
        pass(meet(orderNo, `wallet ${amount}`), () => {
          book.order(orderNo, { provider: 'wallet', kind: 'debit', amount, result: 'open' })
          return { url: `/page-of-${orderNo}` }
        }),
      payment: ({ orderNo }: { readonly orderNo: string }) =>
        pass(chanceOf(orderNo), () => book.answerOf(orderNo)),
      dayFile: book.dayFile('wallet'),
    },
    mall: createMall({
      chanceOf,
      meet,
      pass,
      pay: (orderNo, amount) => book.order(orderNo, returnOf(amount)),
    }),
    sms: {
      async send({ phone, text }: { readonly phone: string; readonly text: string }) {
        messages.sent += 1
        lastTexts.set(phone, text)
      },
    },
  })
}

/** The first contact with an order decides its sequence, also when the call is lost. */
function createOrderChances(chance: Chance, today: () => LocalDate) {
  const chances = new Map<string, Chance>()
  return {
    chanceOf: (orderNo: string) =>
      chances.get(orderNo) ?? chance.branch(`${today()} unknown order`),
    meet: (orderNo: string, what: string): Chance => {
      const known = chances.get(orderNo)
      if (known) return known
      const own = chance.branch(`${today()} ${what}`)
      chances.set(orderNo, own)
      return own
    },
  }
}

function returnOf(amount: Money) {
  return { provider: 'bank', kind: 'return', amount, result: 'done' } as const
}

/** What was ordered and what became of it. Each number is carried out once. */
function createBook(today: () => LocalDate, asks: (orderNo: string) => number) {
  const orders = new Map<string, Kept>()

  function answerOf(orderNo: string): TransferAnswer {
    const kept = orders.get(orderNo)
    if (!kept) return { state: 'unknown' }
    if (kept.result === 'open') return { state: 'processing' }
    if (kept.asksLeft > 0) {
      kept.asksLeft -= 1
      return { state: 'processing' }
    }
    return kept.result === 'done'
      ? { state: 'done', on: kept.on }
      : { state: 'declined', reason: '余额不足' }
  }

  return {
    orders,
    answerOf,
    order(orderNo: string, order: Pick<Kept, 'provider' | 'kind' | 'amount' | 'result'>) {
      const earlier = orders.get(orderNo)
      if (earlier && earlier.amount !== order.amount) throw new Error('one number, two orders')
      if (!earlier) orders.set(orderNo, { ...order, on: today(), asksLeft: asks(orderNo) })
      return answerOf(orderNo)
    },
    decide(orderNo: string, result: 'done' | 'declined'): void {
      const kept = orders.get(orderNo)
      if (kept?.result === 'open') Object.assign(kept, { result, on: today() })
    },
    dayFile: (provider: Kept['provider']) => async (day: LocalDate) =>
      [...orders]
        .filter(([, one]) => one.provider === provider && one.result === 'done' && one.on === day)
        .map(([orderNo, { kind, amount }]) => ({ orderNo, kind, amount })),
  }
}
