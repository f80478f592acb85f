import type { Money } from '@qingzhou/domain/money/money'
import { createDatabase } from '@qingzhou/platform/database/pool'
import type { AppPayments } from '@qingzhou/providers/app-payment/port'
import type { Bank, TransferAnswer, TransferOrder } from '@qingzhou/providers/bank/port'
import type { WalletAgreements } from '@qingzhou/providers/wallet/port'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { startTestProduct } from '#testing/product.ts'
import type { World } from './payment-history.ts'

/** What happens to one call and its answer. */
export type Passage = 'through' | 'lost-on-the-way' | 'answer-lost'

type ScriptedOrder = {
  readonly kind: TransferOrder['kind']
  readonly provider: 'bank' | 'wallet'
  readonly amount: Money
  /** A page waits for the user; any other order is decided when it is sent. */
  result: 'done' | 'declined' | 'open'
  /** The number of queries left before the result is returned. */
  queriesLeft: number
}

type Script = {
  passages: Passage[]
  result: 'done' | 'declined'
  queries: number
  /** The bank declines every debit, the payment app does not. */
  areCardsEmpty: boolean
}

export function withoutFaults(): Script {
  return { passages: [], result: 'done', queries: 0, areCardsEmpty: false }
}

export type ScriptedProviders = {
  /** The behaviour of the next calls; after them no faults. */
  readonly script: Script
  /** The true results, by wire number. */
  readonly orders: Map<string, ScriptedOrder>
  /** The user pays on the page of an order, or cancels. */
  decide(orderNo: string, result: 'done' | 'declined'): void
  /** Cancels all open pages. */
  closePages(): void
  readonly bank: Pick<Bank, 'transfer' | 'transferState'>
  readonly wallet: Pick<AppPayments, 'startPayment' | 'payment' | 'refund' | 'refundState'> & {
    readonly agreements: WalletAgreements
  }
}

/** A scripted bank and payment app that lose calls, delay and decline. */
export function createScriptedProviders(): ScriptedProviders {
  const orders = new Map<string, ScriptedOrder>()
  const script = withoutFaults()

  const pass = <Answer>(act: () => Answer) => passThrough(script, act)
  const answerOf = (orderNo: string) => answerFor(orders.get(orderNo))

  function keep(orderNo: string, order: Omit<ScriptedOrder, 'queriesLeft'>): void {
    const earlier = orders.get(orderNo)
    if (earlier && earlier.amount !== order.amount)
      throw new Error(
        `order ${orderNo}: sent again with amount ${order.amount} instead of ${earlier.amount}`,
      )
    if (!earlier) orders.set(orderNo, { ...order, queriesLeft: script.queries })
  }

  const send = (
    { wireNo, amount }: { readonly wireNo: string; readonly amount: Money },
    order: Pick<ScriptedOrder, 'kind' | 'provider' | 'result'>,
  ) =>
    pass(() => {
      keep(wireNo, { amount, ...order })
      return answerOf(wireNo)
    })

  /** A refund that is sent is made. */
  const refund = (provider: ScriptedOrder['provider'], order: { wireNo: string; amount: Money }) =>
    send(order, { kind: 'refund', provider, result: 'done' })

  function decide(orderNo: string, result: 'done' | 'declined'): void {
    const order = orders.get(orderNo)
    if (order?.result === 'open') order.result = result
  }

  return {
    script,
    orders,
    decide,
    closePages: () => orders.forEach((_, orderNo) => decide(orderNo, 'declined')),
    bank: {
      transfer: ({ kind, ...order }) => {
        if (kind === 'refund') return refund('bank', order)
        const result = script.areCardsEmpty ? 'declined' : script.result
        return send(order, { kind, provider: 'bank', result })
      },
      transferState: ({ wireNo }) => pass(() => answerOf(wireNo)),
    },
    wallet: {
      startPayment: ({ wireNo, amount }) =>
        pass(() => {
          keep(wireNo, { kind: 'debit', amount, provider: 'wallet', result: 'open' })
          return { url: `/page-of-${wireNo}` }
        }),
      payment: ({ wireNo }) => pass(() => answerOf(wireNo)),
      refund: (order) => refund('wallet', order),
      refundState: ({ wireNo }) => pass(() => answerOf(wireNo)),
      agreements: {
        agreementUrl: async ({ wireNo }) => `/page-of-${wireNo}`,
        // All are signed.
        agreement: ({ wireNo }) =>
          pass(() => ({ state: 'signed', reference: wireNo, signers: ['2088'] })),
        endAgreement: () => pass(() => undefined),
        debit: (order) => send(order, { kind: 'debit', provider: 'wallet', result: script.result }),
      },
    },
  }
}

async function passThrough<Answer>(script: Script, act: () => Answer): Promise<Answer> {
  const passage = script.passages.shift() ?? 'through'
  if (passage === 'lost-on-the-way') throw new ProviderFault('bank', 'no answer')
  const answer = act()
  if (passage === 'answer-lost') throw new ProviderFault('bank', 'no answer')
  return answer
}

/** The answer to a query, one nearer to the result. */
function answerFor(order: ScriptedOrder | undefined): TransferAnswer {
  if (!order) return { state: 'unknown' }
  if (order.result === 'open') return { state: 'processing' }
  if (order.queriesLeft > 0) {
    order.queriesLeft -= 1
    return { state: 'processing' }
  }
  return order.result === 'done'
    ? { state: 'done', on: undefined }
    : { state: 'declined', reason: '余额不足' }
}

export type ScriptedWorld = World & { stop(): Promise<void> }

/** The product with scripted payment providers and a business date that can be set to any day. */
export async function createScriptedWorld(): Promise<ScriptedWorld> {
  const product = await startTestProduct()
  // Only the database owner may set the business date without an end of day.
  const owner = createDatabase(product.config.databaseUrl, { max: 2, onIdleError: () => {} })
  const till = createScriptedProviders()
  const { providers } = product.services
  return {
    till,
    services: {
      ...product.services,
      providers: {
        ...providers,
        bank: { ...providers.bank, ...till.bank },
        wallet: { ...providers.wallet, ...till.wallet },
      },
    },
    advance: (seconds) => product.advance(seconds),
    moveTo: async (day) => {
      await owner.query('UPDATE business_date SET business_date = $1', [day])
    },
    async stop() {
      await owner.close()
      await product.stop()
    },
  }
}
