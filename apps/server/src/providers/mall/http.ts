import { MALL_ACCOUNT, providerCalls, providerNotices } from '@qingzhou/provider-api/calls'
import type { Ask } from '#providers/signed-http.ts'
import type { Mall } from './port.ts'
import { givenBackOf, offersOf, purchaseOf } from './transform.ts'

const calls = providerCalls.mall

export function createMall(ask: Ask, { ownOrigin }: { readonly ownOrigin: () => string }): Mall {
  return {
    account: MALL_ACCOUNT,
    offers: async () => offersOf(await ask(calls.offers, {})),
    async order({ price, ...order }) {
      const notifyUrl = `${ownOrigin()}${providerNotices.mallOrder.path}`
      return purchaseOf(await ask(calls.order, { ...order, priceFen: String(price), notifyUrl }))
    },
    orderState: async (orderNo) => purchaseOf(await ask(calls.orderState, { orderNo })),
    giveBack: async (orderNo) => givenBackOf(await ask(calls.giveBack, { orderNo })),
  }
}
