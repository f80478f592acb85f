import { findCard } from '#features/cards/index.ts'
import {
  advanceOrder,
  askAfterCallback,
  type MoneyOrders,
  type OrderServices,
} from '#features/order-watch/index.ts'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Task } from '@qingzhou/platform/tasks/tasks'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { TransferAnswer } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { Order, OrderKey } from './order-store.ts'
import { findOrder, findOrderByOrderNo, mayBePaid } from './order-store.ts'
import { markOrdered } from './order-write-store.ts'
import { settleCollection } from './settle-collection.ts'

type CollectServices = OrderServices & Pick<Services, 'isRecovering'>

const collections: MoneyOrders<Order, CollectServices> = {
  kind: 'collection',
  noAnswer: 'bank.collection-unknown',
  taskOf,
  since: ({ confirmedAt, placedAt }) => confirmedAt ?? placedAt,
  // A page is opened before there is a task.
  isSent: (order) => order.orderedAt !== undefined || isOnPage(order),
  ask: askCollection,
  place: placeDebit,
  expire: closePageIfOld,
  settle: settleCollection,
}

function taskOf({ customer, requestNo }: OrderKey): Task<'collect'> {
  const payload = { customer, requestNo }
  return { kind: 'collect', payload, key: `${customer}:${requestNo}` }
}

/** Enqueues the collection, to run after the commit. */
export async function enqueueCollection(
  tx: Transaction,
  { tasks, now }: Pick<Services, 'tasks' | 'now'>,
  key: OrderKey,
): Promise<void> {
  await tasks.add(tx, { ...taskOf(key), runAt: now() })
}

/**
 * The app takes a payment, and we reopen its page, only within this time. Later the order may be
 * closed at any moment, and a payment on a page opened just before would be booked to a closed one.
 */
const PAGE_OPEN_MINUTES = 15

export function pageExpiryOf(order: Pick<Order, 'confirmedAt' | 'placedAt'>): Date {
  return minutesAfter(order.confirmedAt ?? order.placedAt, PAGE_OPEN_MINUTES)
}

/** An unpaid app page is closed after this time, if the app has not closed it before. */
const PAGE_MINUTES = 30

/** Advances a payment order by one step. */
export async function collect(services: CollectServices, key: OrderKey): Promise<void> {
  const order = await findOrder(services.database, key)
  if (order && mayBePaid(order)) await advanceOrder(services, collections, order)
}

/** Callback of the bank or the app for a payment order. */
export async function collectionCallback(
  services: CollectServices,
  named: { readonly customer: CustomerNo; readonly orderNo: string },
): Promise<void> {
  const order = await findOrderByOrderNo(services.database, named)
  // The money of a paid order may have been taken back.
  const isPaid = order?.state === 'paid' || order?.state === 'partly'
  if (order && (mayBePaid(order) || isPaid)) await askAfterCallback(services, collections, order)
}

/** Whether the customer pays the order on a page of an app. */
export function isOnPage({ payBy, agreementNo }: Pick<Order, 'payBy' | 'agreementNo'>): boolean {
  return payBy !== 'card' && agreementNo === undefined
}

/** Queries the result of an order at the bank or the app. */
export async function askCollection(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  { payBy, orderNo, amount }: Order,
): Promise<TransferAnswer> {
  const wire = await readWireOrder(database, orderNo)
  if (payBy === 'card') return providers.bank.transferState({ ...wire, amount })
  const app = payBy === 'wallet' ? providers.wallet : providers.messenger
  return app.payment({ ...wire, amount })
}

/** Closes the page of an order in its app; answers what became of it. */
export async function closeInApp(
  { database, providers }: Pick<Services, 'database' | 'providers'>,
  order: Order,
): Promise<TransferAnswer> {
  const { payBy, orderNo, amount } = order
  const wire = await readWireOrder(database, orderNo)
  const app = payBy === 'wallet' ? providers.wallet : providers.messenger
  return app.closePayment({ ...wire, amount, expiresAt: pageExpiryOf(order) })
}

async function placeDebit(services: OrderServices, order: Order): Promise<TransferAnswer> {
  if (order.agreementNo !== undefined) return orderByAgreement(services, order)
  // What the app does not know cannot be sent: the customer pays on its page.
  return order.payBy === 'card' ? orderDebit(services, order) : { state: 'unknown' }
}

async function orderDebit(services: OrderServices, order: Order): Promise<TransferAnswer> {
  const { customer, cardId = '', orderNo, amount } = order
  const card = await findCard(services.database, services, { customer, cardId })
  // The order was never sent, and cannot be without a card.
  if (!card) return { state: 'declined', reason: '还款卡已失效，请换一张卡' }
  await markOrdered(services.database, order, services.now())
  return services.providers.bank.transfer({
    ...(await readWireOrder(services.database, orderNo)),
    kind: 'debit',
    cardToken: card.token,
    amount,
  })
}

/** Tells the payment app to debit. The same number is taken once, so it can be sent again. */
async function orderByAgreement(
  services: Pick<Services, 'database' | 'now' | 'providers'>,
  order: Order,
): Promise<TransferAnswer> {
  const { database, providers } = services
  const { agreementNo = '', orderNo, amount } = order
  const { agreements } = providers.wallet
  if (!agreements) throw new Error(`order ${orderNo}: the payment app debits by no agreement`)
  await markOrdered(database, order, services.now())
  return agreements.debit({
    ...(await readWireOrder(database, orderNo)),
    amount,
    subject: '借款还款',
    agreement: await readWireOrder(database, agreementNo),
  })
}

/**
 * An app page that is old is ended: at once if the app knows no payment, otherwise by closing it
 * there. The page of an order that was given up is closed as soon as the app knows it. An order
 * that stayed open for ever would keep the loan from being paid, returned or restructured. If money
 * may have moved, queries continue.
 */
async function closePageIfOld(
  services: OrderServices,
  order: Order,
  answer: TransferAnswer,
): Promise<TransferAnswer> {
  const since = order.confirmedAt ?? order.placedAt
  const isOld = services.now().getTime() - since.getTime() > PAGE_MINUTES * 60_000
  if (!isOnPage(order) || !(isOld || order.state === 'closed')) return answer
  if (answer.state === 'unknown') {
    return isOld ? { state: 'declined', reason: '未完成支付，订单已关闭' } : answer
  }
  if (answer.state !== 'processing') return answer
  try {
    return await closeInApp(services, order)
  } catch (cause) {
    services.log.warn('app.payment-not-closed', { reason: faultIn(cause) })
    return answer
  }
}
