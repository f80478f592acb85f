import type * as z from 'zod'
import { fen } from '@qingzhou/domain/money/money'
import { providerCalls, providerCallbacks } from '@qingzhou/provider-api/calls'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { Ask } from '#signed-http.ts'
import type { GiveBackAnswer, Mall, Offer, PurchaseAnswer } from './port.ts'

type OrderStateAnswer = z.output<typeof providerCalls.mall.orderState.response>
type MallReturnAnswer = z.output<typeof providerCalls.mall.giveBack.response>
type Offers = z.output<typeof providerCalls.mall.offers.response>

const REASON_LENGTH_MAX = 60

/** Converts an order state. A return without a refund number is a provider fault. */
export function purchaseOf({
  state,
  returnNo,
  returnedAt,
  reason: words,
}: OrderStateAnswer): PurchaseAnswer {
  if (state === 'unknown') return { state }
  const reason = words?.replaceAll(/\s+/g, ' ').trim().slice(0, REASON_LENGTH_MAX) || undefined
  if (state !== 'returned') return { state, reason }
  if (returnNo === undefined) throw new ProviderFault('mall', 'returned without its money')
  if (returnedAt === undefined) return { state, returnNo, reason }
  return { state, returnNo, returnedAt: new Date(returnedAt), reason }
}

function giveBackAnswer({ isTaken, ...said }: MallReturnAnswer): GiveBackAnswer {
  return isTaken ? { isTaken } : { isTaken, answer: purchaseOf(said) }
}

export function offersOf({ offers }: Pick<Offers, 'offers'>): Offer[] {
  return offers.map(({ priceFen, ...offer }) => ({ ...offer, price: fen(BigInt(priceFen)) }))
}

const calls = providerCalls.mall

export function createMall(ask: Ask, { ownOrigin }: { readonly ownOrigin: () => string }): Mall {
  return {
    account: async () => (await ask(calls.offers, {})).account,
    offers: async () => offersOf(await ask(calls.offers, {})),
    async order({ price, ...order }) {
      const notifyUrl = `${ownOrigin()}${providerCallbacks.mallOrder.path}`
      return purchaseOf(await ask(calls.order, { ...order, priceFen: String(price), notifyUrl }))
    },
    orderState: async (orderNo) => purchaseOf(await ask(calls.orderState, { orderNo })),
    giveBack: async (orderNo) => giveBackAnswer(await ask(calls.giveBack, { orderNo })),
  }
}
