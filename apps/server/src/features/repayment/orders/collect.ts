import { findCard } from '#features/cards/index.ts'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { TransferAnswer } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { Order, OrderKey } from './order-store.ts'
import { findOrder, mayBePaid } from './order-store.ts'
import { markOrdered } from './order-write-store.ts'
import { settleCollection } from './settle-collection.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 10 * 60_000

type Deps = Pick<Services, 'tasks' | 'now'>

export async function enqueueCollection(tx: Transaction, deps: Deps, key: OrderKey): Promise<void> {
  await queue(tx, deps, { key, waitMs: 0 })
}

/**
 * Enqueues the next query. Queries never end before the result is known, with growing intervals.
 */
async function collectLater(tx: Transaction, deps: Deps, order: Order): Promise<void> {
  const since = order.confirmedAt ?? order.placedAt
  const ageMs = deps.now().getTime() - since.getTime()
  await queue(tx, deps, {
    key: order,
    waitMs: Math.min(Math.max(ageMs / 2, SOONEST_MS), LATEST_MS),
  })
}

async function queue(
  tx: Transaction,
  { tasks, now }: Deps,
  { key, waitMs }: { readonly key: OrderKey; readonly waitMs: number },
): Promise<void> {
  const { customer, requestNo } = key
  await tasks.add(tx, {
    kind: 'collect',
    payload: { customer, requestNo },
    key: `${customer}:${requestNo}`,
    runAt: new Date(now().getTime() + waitMs),
  })
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

/**
 * Advances a payment order by one step: sends it or queries its result. Can be interrupted and run
 * again: the order number never changes, and an order that may have been sent is queried before it
 * is sent again.
 */
export async function collect(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'isRecovering' | 'today'
  >,
  key: OrderKey,
): Promise<void> {
  const order = await findOrder(services.database, key)
  if (!order || !mayBePaid(order)) return
  const answer = await closedIfOld(services, order, await askOrOrder(services, order))
  if (answer.state === 'done' || answer.state === 'declined') {
    return settleCollection(services, key, answer)
  }
  await services.database.inTransaction((tx) => collectLater(tx, services, order))
}

async function askOrOrder(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers' | 'log'>,
  order: Order,
): Promise<TransferAnswer> {
  try {
    if (order.orderedAt !== undefined) {
      const answer = await askCollection(services, order)
      if (answer.state !== 'unknown' || isOnPage(order)) return answer
    }
    if (order.agreementNo !== undefined) return await orderByAgreement(services, order)
    return order.payBy === 'card' ? await orderDebit(services, order) : { state: 'processing' }
  } catch (cause) {
    services.log.warn('bank.collection-unknown', { reason: faultIn(cause) })
    return { state: 'processing' }
  }
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

async function orderDebit(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers'>,
  order: Order,
): Promise<TransferAnswer> {
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
async function closedIfOld(
  services: Pick<Services, 'database' | 'now' | 'providers' | 'log'>,
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
