import { requestReturn } from '@qingzhou/domain/mall/purchase'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { enqueuePurchaseCheck, advancePurchase } from './follow-purchase.ts'
import {
  lockMallOrder,
  savePurchase,
  type OrderKey,
  findMallOrder,
  findOrderOwner,
} from './mall-order-store.ts'
import { recordReturnState } from './settle-state.ts'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers } from '@qingzhou/platform/caller'
import { buy } from './buy.ts'
import { mallOffers } from './offers.ts'
import { readOrders } from './read-orders.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'

type Deps = Pick<
  Services,
  'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today' | 'businessDate'
>

/**
 * Requests the return of a purchase. The request is stored here and sent to the mall afterwards;
 * repeated calls make one return.
 */
async function giveBack(
  services: Pick<Services, 'database' | 'tasks' | 'now'>,
  key: OrderKey,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const order = await lockMallOrder(tx, key)
    // Return the same error for another customer's order as for a missing one.
    if (!order) throw new Refused({ kind: 'mall-order-unknown' })
    const purchase = orRefuse(requestReturn(order.purchase, await readBusinessDate(tx)))
    if (purchase === order.purchase) return
    await savePurchase(tx, key, { purchase, reason: undefined, changedAt: services.now() })
    await requireReversible(recordReturnState(tx, services, { order, event: 'asked' }))
    await enqueuePurchaseCheck(tx, services, order)
  })
}

/** A purchase whose loan was restructured cannot be returned, on any day. */
async function requireReversible(noted: Promise<void>): Promise<void> {
  try {
    await noted
  } catch (error) {
    throw error instanceof Refused ? new Refused({ kind: 'mall-order-not-returnable' }) : error
  }
}

export function mallHandlers(
  services: Pick<
    Services,
    | 'database'
    | 'vault'
    | 'limiter'
    | 'tasks'
    | 'now'
    | 'providers'
    | 'serviceFees'
    | 'today'
    | 'businessDate'
  >,
): Handlers<Callers>['mall'] {
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

export function mallTasks(services: Deps): TaskHandlers<'follow-purchase'> {
  return {
    'follow-purchase': ({ customer, drawNo }) =>
      advancePurchase(services, { customer: customerNo(customer), drawNo }),
  }
}

/**
 * Callback of the mall for an order. Its content is not used: callbacks arrive late, twice and out
 * of order, so the mall is asked for the state.
 */
export async function mallCallback(
  services: Deps,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await findOrderOwner(services.database, orderNo)
  if (customer === undefined) return
  const order = await findMallOrder(services.database, { customer, orderNo })
  if (order) await advancePurchase(services, order)
}
