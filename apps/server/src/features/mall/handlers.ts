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
  findOrderOfRequest,
  insertMallOrder,
  type MallOrder,
} from './mall-order-store.ts'
import { recordReturnState } from './settle-state.ts'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import { mallOffers, isForSale } from './offers.ts'
import { readOrders } from './read-orders.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import type { mallShapes } from '@qingzhou/contract/features/mall'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { applyForLoan, MALL_PURPOSE, quoteViewOf } from '#features/loans/index.ts'

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

type Buying = Input<(typeof mallShapes)['buy']>

type BuyAnswer = Output<(typeof mallShapes)['buy']>

type Item = Pick<MallOrder, 'offerNo' | 'name' | 'picture' | 'price'>

/**
 * Applies for the draw that pays for a purchase in the mall; from then on it is an ordinary draw.
 * The mall's current price is part of the quote, so after a price change the purchase must be
 * quoted again. A repeated requestNo uses the price of the first call.
 */
async function buy(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'providers' | 'serviceFees' | 'today'
  >,
  caller: SignedInCaller,
  buying: Buying,
): Promise<BuyAnswer> {
  const { customer } = caller.session
  const { requestNo, offerNo, months, cardId, quoteId, costSheetDigest } = buying
  const item = await itemOf(services, caller, buying)
  const request = {
    requestNo: `mall-${requestNo}`,
    amount: item.price,
    months,
    method: 'equal-instalments',
    purposeCode: MALL_PURPOSE,
    cardId,
    quoteId,
    costSheetDigest,
    agreed: buying.agreed,
  } as const
  const { drawNo, verification } = await applyForLoan(services, caller, request, {
    keep: async (tx, drawn) =>
      insertMallOrder(tx, services, {
        ...item,
        delivery: buying.delivery,
        customer,
        offerNo,
        requestNo,
        months,
        drawNo: drawn.drawNo,
        orderNo: orderNoOf(drawn.drawNo),
        firstAmount: quoteViewOf(drawn.quote).firstAmount,
        begunAt: services.now(),
      }),
  })
  return { orderNo: orderNoOf(drawNo), drawNo, verification }
}

async function itemOf(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  { session: { customer } }: SignedInCaller,
  { requestNo, offerNo }: Buying,
): Promise<Item> {
  const earlier = await findOrderOfRequest(database, { customer, requestNo })
  if (earlier) {
    if (earlier.offerNo !== offerNo) throw new Refused({ kind: 'number-taken' })
    return earlier
  }
  const offers = await providers.mall.offers()
  const offer = offers.find((one) => one.offerNo === offerNo && isForSale(one))
  if (!offer) throw new Refused({ kind: 'mall-offer-unknown' })
  return offer
}

/** A draw pays for one purchase, so the order number is derived from the draw number. */
function orderNoOf(drawNo: string): string {
  return `M${drawNo.slice(1)}`
}
