import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { buy } from './buy.ts'
import { giveBack } from './give-back.ts'
import { mallOffers } from './offers.ts'
import { readOrders } from './read-orders.ts'

export function mallHandlers(services: Services): Handlers<Callers>['mall'] {
  return {
    offers: (_, caller) => mallOffers(services, caller),
    buy: (input, caller) => buy(services, caller, input),
    orders: async (input, { session: { customer } }) => {
      if (input.act === 'read') return readOrders(services, customer, input)
      const { orderNo } = input
      await giveBack(services, { customer, orderNo })
      return readOrders(services, customer, { orderNo, pageNo: 1 })
    },
  }
}
