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

type ProviderOrder = {
  readonly provider: 'bank' | 'wallet'
  readonly kind: BankTransfer['kind']
  readonly amount: Money
  result: 'done' | 'declined' | 'open'
  /** The provider's date of the result. */
  on: LocalDate
  asksLeft: number
}

export type SimulatedProviders = {
  /** The actual orders and results at the providers, by order number. */
  readonly orders: ReadonlyMap<string, ProviderOrder>
  readonly messages: { sent: number }
  /** The last SMS text sent to each phone. */
  readonly lastTexts: ReadonlyMap<string, string>
  /** Tokens of cards without balance: their debits are declined. */
  readonly emptyCards: Set<string>
  /** Bank, wallet and mall are unavailable: every call fails. */
  isUnavailable: boolean
  /** Random faults are switched off. */
  isFaultless: boolean
  /** Sets the customer's decision on the payment page of an order. */
  decide(orderNo: string, result: 'done' | 'declined'): void
  readonly bank: Pick<Bank, 'transfer' | 'transferState' | 'dayFile'>
  readonly wallet: Pick<AppPayments, 'startPayment' | 'payment' | 'closePayment' | 'dayFile'>
  readonly mall: Pick<Mall, 'offers' | 'order' | 'orderState' | 'giveBack'>
  readonly sms: SmsSender
}

const LOST_CALL_SHARE = 0.02
const LOST_ANSWER_SHARE = 0.02
const SLOW_SHARE = 0.1

/**
 * A simulated bank, payment app and mall that are sometimes slow, silent or unavailable, and an SMS
 * service. Each order has its own random sequence, which depends on its day, kind and amount:
 * concurrent tasks that place orders in a different sequence get the same results.
 */
export function createSimulatedProviders(
  chance: Chance,
  today: () => LocalDate,
): SimulatedProviders {
  const state = { emptyCards: new Set<string>(), isUnavailable: false, isFaultless: false }
  const { meet, chanceOf } = createOrderChances(chance, today)
  const happens = (own: Chance, share: number) => !state.isFaultless && own.happens(share)
  const book = createOrderBook(today, (orderNo) => {
    const own = chanceOf(orderNo)
    return happens(own, SLOW_SHARE) ? 1 + own.below(3) : 0
  })
  const messages = { sent: 0 }
  const lastTexts = new Map<string, string>()

  const passTo = createPass(happens, () => state.isUnavailable)
  const [toBank, toWallet] = [passTo('bank'), passTo('wallet')]

  return Object.assign(state, {
    orders: book.orders,
    messages,
    lastTexts,
    decide: (orderNo: string, result: 'done' | 'declined') => book.decide(orderNo, result),
    bank: {
      transfer: ({ wireNo, kind, amount, cardToken }: TransferOrder) =>
        toBank(meet(wireNo, `${kind} ${amount}`), () => {
          const isRefused = kind === 'debit' && state.emptyCards.has(cardToken)
          const result = isRefused ? 'declined' : 'done'
          return book.order(wireNo, { provider: 'bank', kind, amount, result })
        }),
      transferState: ({ wireNo }: Pick<TransferOrder, 'wireNo'>) =>
        toBank(chanceOf(wireNo), () => book.answerOf(wireNo)),
      dayFile: book.dayFile('bank'),
    },
    wallet: {
      startPayment: ({ wireNo, amount }: Pick<TransferOrder, 'wireNo' | 'amount'>) =>
        toWallet(meet(wireNo, `wallet ${amount}`), () => {
          book.order(wireNo, { provider: 'wallet', kind: 'debit', amount, result: 'open' })
          return { url: `/page-of-${wireNo}` }
        }),
      payment: ({ wireNo }: Pick<TransferOrder, 'wireNo'>) =>
        toWallet(chanceOf(wireNo), () => book.answerOf(wireNo)),
      // This app never closes a page by itself.
      closePayment: ({ wireNo }: Pick<TransferOrder, 'wireNo'>) =>
        toWallet(chanceOf(wireNo), () => {
          book.decide(wireNo, 'declined')
          return book.answerOf(wireNo)
        }),
      dayFile: book.dayFile('wallet'),
    },
    mall: createMall({
      chanceOf,
      meet,
      pass: passTo('mall'),
      pay: (orderNo, amount) => book.order(orderNo, returnTransferOf(amount)),
    }),
    sms: createSms(messages, lastTexts),
  })
}

function createSms(messages: { sent: number }, lastTexts: Map<string, string>): SmsSender {
  return {
    async send({ phone, text }) {
      messages.sent += 1
      lastTexts.set(phone, text)
    },
    has: async () => false,
  }
}

/** Calls to the providers, by name: a call or its answer can be lost. */
function createPass(isLost: (own: Chance, share: number) => boolean, isUnavailable: () => boolean) {
  return (provider: 'bank' | 'wallet' | 'mall') =>
    async <Answer>(own: Chance, act: () => Answer): Promise<Answer> => {
      if (isUnavailable() || isLost(own, LOST_CALL_SHARE))
        throw new ProviderFault(provider, 'no answer')
      const answer = act()
      if (isLost(own, LOST_ANSWER_SHARE)) throw new ProviderFault(provider, 'no answer')
      return answer
    }
}

/**
 * The first call with an order number determines its random sequence, also when the call is lost.
 */
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

function returnTransferOf(amount: Money) {
  return { provider: 'bank', kind: 'return', amount, result: 'done' } as const
}

/** The orders at the providers and their results. Each order number is executed once. */
function createOrderBook(today: () => LocalDate, asks: (orderNo: string) => number) {
  const orders = new Map<string, ProviderOrder>()

  function answerOf(orderNo: string): TransferAnswer {
    const existing = orders.get(orderNo)
    if (!existing) return { state: 'unknown' }
    if (existing.result === 'open') return { state: 'processing' }
    if (existing.asksLeft > 0) {
      existing.asksLeft -= 1
      return { state: 'processing' }
    }
    return existing.result === 'done'
      ? { state: 'done', on: existing.on }
      : { state: 'declined', reason: '余额不足' }
  }

  return {
    orders,
    answerOf,
    order(orderNo: string, order: Pick<ProviderOrder, 'provider' | 'kind' | 'amount' | 'result'>) {
      const earlier = orders.get(orderNo)
      if (earlier && earlier.amount !== order.amount)
        throw new Error(`order ${orderNo}: amount ${earlier.amount} repeated with ${order.amount}`)
      if (!earlier) orders.set(orderNo, { ...order, on: today(), asksLeft: asks(orderNo) })
      return answerOf(orderNo)
    },
    decide(orderNo: string, result: 'done' | 'declined'): void {
      const existing = orders.get(orderNo)
      if (existing?.result === 'open') Object.assign(existing, { result, on: today() })
    },
    dayFile: (provider: ProviderOrder['provider']) => async (day: LocalDate) =>
      [...orders]
        .filter(([, one]) => one.provider === provider && one.result === 'done' && one.on === day)
        .map(([wireNo, { kind, amount }]) => ({ wireNo, kind, amount })),
  }
}
