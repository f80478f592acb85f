import type { Delivery, MallPicture } from '@qingzhou/contract/features/mall'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { newPurchase, type Purchase, type PurchaseState } from '@qingzhou/domain/mall/purchase'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

export type OrderKey = { readonly customer: CustomerNo; readonly orderNo: string }

/** A purchase paid for by a draw, and its state. */
export type MallOrder = OrderKey & {
  readonly drawNo: string
  readonly offerNo: string
  readonly name: string
  readonly picture: MallPicture
  readonly price: Money
  readonly months: number
  readonly firstAmount: Money
  readonly purchase: Purchase
  readonly reason: string | undefined
  readonly begunAt: Date
  /** Set before the mall is called: from then on the mall may know the order. */
  readonly toldAt: Date | undefined
  readonly changedAt: Date
}

export type NewOrder = Omit<MallOrder, 'purchase' | 'reason' | 'toldAt' | 'changedAt'> & {
  readonly requestNo: string
  readonly delivery: Delivery
}

type Row = {
  customer_no: string
  order_no: string
  draw_no: string
  offer_no: string
  name: string
  picture: MallPicture
  price_fen: bigint
  months: number
  first_amount_fen: bigint
  state: PurchaseState
  is_return_requested: boolean
  delivered_on: string | null
  reason: string | null
  started_at: Date
  ordered_at: Date | null
  changed_at: Date
}

const SELECT = `
  SELECT customer_no, order_no, draw_no, offer_no, name, picture, price_fen, months,
         first_amount_fen, state, is_return_requested, delivered_on, reason,
         business_moment(started_at) AS started_at, ordered_at, changed_at
    FROM mall_orders WHERE customer_no = $1`

export async function findMallOrder(
  db: Queryable,
  { customer, orderNo }: OrderKey,
): Promise<MallOrder | undefined> {
  return one(db, `${SELECT} AND order_no = $2`, [customer, orderNo])
}

/** Row lock: a concurrent transition waits here and then finds the new state. */
export async function lockMallOrder(
  tx: Transaction,
  { customer, orderNo }: OrderKey,
): Promise<MallOrder | undefined> {
  return one(tx, `${SELECT} AND order_no = $2 FOR UPDATE`, [customer, orderNo])
}

export async function findOrderOfDraw(
  db: Queryable,
  { customer, drawNo }: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<MallOrder | undefined> {
  return one(db, `${SELECT} AND draw_no = $2`, [customer, drawNo])
}

export async function findOrderOfRequest(
  db: Queryable,
  { customer, requestNo }: { readonly customer: CustomerNo; readonly requestNo: string },
): Promise<MallOrder | undefined> {
  return one(db, `${SELECT} AND request_no = $2`, [customer, requestNo])
}

/** Newest first. */
export async function newestOrders(
  db: Queryable,
  customer: CustomerNo,
  { skip, count }: { readonly skip: number; readonly count: number },
): Promise<readonly MallOrder[]> {
  const sql = `${SELECT} ORDER BY mall_orders.started_at DESC, order_no DESC OFFSET $2 LIMIT $3`
  return (await db.query<Row>(sql, [customer, skip, count])).map(orderOf)
}

/** The oldest order that is being returned and not yet refunded. */
export async function findReturning(
  db: Queryable,
  customer: CustomerNo,
): Promise<MallOrder | undefined> {
  return one(db, `${SELECT} AND state = 'returning' ORDER BY mall_orders.started_at LIMIT 1`, [
    customer,
  ])
}

/**
 * How many orders still need the mall: on their way, being returned, or returnable. One that was begun
 * and never paid for is over after some days.
 */
export async function countOpenOrders(db: Queryable, today: LocalDate): Promise<number> {
  const [row] = await db.query<{ open: bigint }>(
    `SELECT count(*) AS open FROM mall_orders
      WHERE state IN ('ordered', 'sent', 'returning')
         OR (state = 'begun' AND (ordered_at IS NOT NULL OR started_at >= $1::date))
         OR (state = 'delivered' AND delivered_on >= $1)`,
    [addDays(today, -product.mall.returnDays)],
  )
  return Number(row?.open ?? 0n)
}

export async function findOrderOwner(
  db: Queryable,
  orderNo: string,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    'SELECT customer_no FROM mall_order_owners WHERE order_no = $1',
    [orderNo],
  )
  return row && customerNo(row.customer_no)
}

async function one(db: Queryable, sql: string, values: unknown[]): Promise<MallOrder | undefined> {
  const [row] = await db.query<Row>(sql, values)
  return row && orderOf(row)
}

function orderOf(row: Row): MallOrder {
  return {
    customer: customerNo(row.customer_no),
    orderNo: row.order_no,
    drawNo: row.draw_no,
    offerNo: row.offer_no,
    name: row.name,
    picture: row.picture,
    price: fen(row.price_fen),
    months: row.months,
    firstAmount: fen(row.first_amount_fen),
    purchase: {
      state: row.state,
      isAskedBack: row.is_return_requested,
      deliveredOn: dayOf(row.delivered_on),
    },
    reason: row.reason ?? undefined,
    begunAt: row.started_at,
    toldAt: row.ordered_at ?? undefined,
    changedAt: row.changed_at,
  }
}

function dayOf(text: string | null): LocalDate | undefined {
  return text === null ? undefined : localDate(text)
}

export async function insertMallOrder(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  order: NewOrder,
): Promise<void> {
  const { customer, orderNo, begunAt } = order
  await tx.query('INSERT INTO mall_order_owners (order_no, customer_no) VALUES ($1, $2)', [
    orderNo,
    customer,
  ])
  await tx.query(
    `INSERT INTO mall_orders (customer_no, order_no, draw_no, request_no, offer_no, name, picture,
                              price_fen, months, first_amount_fen, state, started_at, changed_at,
                              delivery_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)`,
    [
      customer,
      orderNo,
      order.drawNo,
      order.requestNo,
      order.offerNo,
      order.name,
      order.picture,
      order.price,
      order.months,
      order.firstAmount,
      newPurchase.state,
      begunAt,
      vault.seal(JSON.stringify(order.delivery), deliveryPlace(order)),
    ],
  )
}

function deliveryPlace({ customer, orderNo }: OrderKey) {
  return placeIn('mall_orders', customer, orderNo)('delivery_sealed')
}

/** Where the goods of an order go; unknown for an order from before it was asked for. */
export async function findDelivery(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  key: OrderKey,
): Promise<Delivery | undefined> {
  const [row] = await db.query<{ delivery_sealed: Buffer | null }>(
    'SELECT delivery_sealed FROM mall_orders WHERE customer_no = $1 AND order_no = $2',
    [key.customer, key.orderNo],
  )
  if (!row?.delivery_sealed) return undefined
  // Written by insertMallOrder only.
  return JSON.parse(vault.open(row.delivery_sealed, deliveryPlace(key))) as Delivery
}

export async function markTold(
  db: Queryable,
  { customer, orderNo }: OrderKey,
  toldAt: Date,
): Promise<void> {
  await db.query(
    `UPDATE mall_orders SET ordered_at = coalesce(ordered_at, $3)
      WHERE customer_no = $1 AND order_no = $2`,
    [customer, orderNo, toldAt],
  )
}

/** The order must be locked. */
export async function savePurchase(
  tx: Transaction,
  { customer, orderNo }: OrderKey,
  moved: {
    readonly purchase: Purchase
    readonly reason: string | undefined
    readonly changedAt: Date
  },
): Promise<void> {
  const { state, isAskedBack, deliveredOn } = moved.purchase
  await tx.query(
    `UPDATE mall_orders
        SET state = $3, is_return_requested = $4, delivered_on = $5, reason = $6, changed_at = $7
      WHERE customer_no = $1 AND order_no = $2`,
    [customer, orderNo, state, isAskedBack, deliveredOn, moved.reason, moved.changedAt],
  )
}
