import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { BankTransfer, TransferAnswer, TransferOrder } from '@qingzhou/providers/bank/port'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { Providers } from '@qingzhou/providers/providers'
import type { SmsSender } from '@qingzhou/providers/sms/port'
import { wireNoOf } from '@qingzhou/providers/wire-order'
import type { Chance } from './chance.ts'
import { createMall, mallOffers } from './operations/mall.ts'
import {
  createOrderChances,
  LOST_ANSWER_SHARE,
  LOST_CALL_SHARE,
  SLOW_SHARE,
  type Outside,
} from './outside.ts'

type ProviderOrder = {
  readonly provider: 'bank' | 'wallet'
  readonly kind: BankTransfer['kind']
  readonly amount: Money
  result: 'done' | 'declined' | 'open'
  /** The provider's date of the result. */
  on: LocalDate
  /** The day on which the money of a debit was taken back. */
  takenBackOn?: LocalDate
  queriesLeft: number
}

/**
 * A simulated bank, payment app and mall that are sometimes slow, silent or unavailable, and an SMS
 * service. Each order has its own random sequence, which depends on its day, kind and amount:
 * concurrent tasks that place orders in a different sequence get the same results.
 */
export function createSimulatedProviders(chance: Chance, today: () => LocalDate): Outside {
  const cards = { emptyCards: new Set<string>(), closedCards: new Set<string>() }
  const state = { ...cards, isUnavailable: false, isFaultless: false }
  const chances = createOrderChances(chance, today)
  const { meet, chanceOf } = chances
  const happens = (own: Chance, share: number) => !state.isFaultless && own.happens(share)
  const book = createOrderBook(today, (orderNo) => {
    const own = chanceOf(orderNo)
    return happens(own, SLOW_SHARE) ? 1 + own.below(3) : 0
  })
  const messages = { sent: 0 }
  const lastTexts = new Map<string, string>()

  const passTo = createPass(happens, () => state.isUnavailable)
  const toBank = passTo('bank')

  const ports = {
    bank: {
      transfer: ({ wireNo, kind, amount, cardToken }: TransferOrder) =>
        toBank(meet(wireNo, `${kind} ${amount}`), () => {
          const refusing = {
            debit: state.emptyCards,
            refund: state.closedCards,
            disbursement: undefined,
          }
          const isRefused = refusing[kind]?.has(cardToken) ?? false
          const result = isRefused ? 'declined' : 'done'
          return book.order(wireNo, { provider: 'bank', kind, amount, result })
        }),
      transferState: ({ wireNo }: Pick<TransferOrder, 'wireNo'>) =>
        toBank(chanceOf(wireNo), () => book.answerOf(wireNo)),
      dayFile: book.dayFile('bank'),
    },
    wallet: createWallet(passTo('wallet'), book, chances),
    mall: createMall({
      chanceOf,
      meet,
      pass: passTo('mall'),
      pay: (orderNo, amount) => book.order(orderNo, returnTransferOf(amount)),
    }),
    sms: createSms(messages, lastTexts),
  }
  return Object.assign(state, {
    ordered: () => book.orders.size,
    moved: async () => book.moved(),
    messages,
    lastText: async (phone: string) => lastTexts.get(phone) ?? '',
    payMethods: ['card', 'wallet'] as const,
    offers: mallOffers,
    ...decisionsOf(book),
    // An order advances when it is asked for, and nothing is notified.
    advance: async () => {},
    notify: async () => false,
    over: (providers: Providers) => ({
      ...providers,
      bank: { ...providers.bank, ...ports.bank },
      wallet: { ...providers.wallet, ...ports.wallet },
      mall: { ...providers.mall, ...ports.mall },
      sms: ports.sms,
    }),
  })
}

/** What becomes of an order at its provider. */
function decisionsOf(book: ReturnType<typeof createOrderBook>) {
  return {
    decide: async (orderNo: string, result: 'done' | 'declined') => book.decide(orderNo, result),
    changeMind: async (orderNo: string) => book.changeMind(wireNoOf(orderNo)),
    takeBack: async (orderNo: string) => book.takeBack(wireNoOf(orderNo)),
    closePages: async () => book.closePages(),
  }
}

/** A payment app whose pages wait for the customer. It never closes one by itself. */
function createWallet(
  toWallet: <Answer>(own: Chance, act: () => Answer) => Promise<Answer>,
  book: ReturnType<typeof createOrderBook>,
  { meet, chanceOf }: ReturnType<typeof createOrderChances>,
) {
  type Named = Pick<TransferOrder, 'wireNo'>
  return {
    startPayment: ({ wireNo, amount }: Pick<TransferOrder, 'wireNo' | 'amount'>) =>
      toWallet(meet(wireNo, `wallet ${amount}`), () => {
        book.order(wireNo, { provider: 'wallet', kind: 'debit', amount, result: 'open' })
        return { url: `/page-of-${wireNo}` }
      }),
    payment: ({ wireNo }: Named) => toWallet(chanceOf(wireNo), () => book.answerOf(wireNo)),
    closePayment: ({ wireNo }: Named) =>
      toWallet(chanceOf(wireNo), () => {
        book.decide(wireNo, 'declined')
        return book.answerOf(wireNo)
      }),
    dayFile: book.dayFile('wallet'),
  }
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

function returnTransferOf(amount: Money) {
  return { provider: 'bank', kind: 'return', amount, result: 'done' } as const
}

/** The orders at the providers and their results. Each order number is executed once. */
function createOrderBook(today: () => LocalDate, queriesFor: (orderNo: string) => number) {
  const orders = new Map<string, ProviderOrder>()

  function answerOf(orderNo: string): TransferAnswer {
    const existing = orders.get(orderNo)
    if (!existing) return { state: 'unknown' }
    if (existing.result === 'open') return { state: 'processing' }
    if (existing.queriesLeft > 0) {
      existing.queriesLeft -= 1
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
      if (!earlier) orders.set(orderNo, { ...order, on: today(), queriesLeft: queriesFor(orderNo) })
      return answerOf(orderNo)
    },
    decide(orderNo: string, result: 'done' | 'declined'): void {
      const existing = orders.get(orderNo)
      if (existing?.result === 'open') Object.assign(existing, { result, on: today() })
    },
    changeMind(wireNo: string): void {
      const existing = orders.get(wireNo)
      if (existing?.result === 'declined') Object.assign(existing, { result: 'done', on: today() })
    },
    takeBack(wireNo: string): void {
      const existing = orders.get(wireNo)
      if (existing?.result === 'done') existing.takenBackOn = today()
    },
    moved: () =>
      [...orders]
        .filter(([, { result }]) => result === 'done')
        .map(([wireNo, { amount }]) => [wireNo, amount] as const),
    closePages(): void {
      for (const one of orders.values())
        if (one.result === 'open') Object.assign(one, { result: 'declined', on: today() })
    },
    dayFile: (provider: ProviderOrder['provider']) => async (day: LocalDate) =>
      [...orders]
        .filter(([, one]) => one.provider === provider && one.result === 'done')
        .flatMap(([wireNo, { kind, amount, on, takenBackOn }]) => [
          ...(on === day ? [{ wireNo, kind, amount }] : []),
          ...(takenBackOn === day ? [{ wireNo, kind: 'reversal' as const, amount }] : []),
        ]),
  }
}
