import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { OrderLine } from '@qingzhou/lending/index'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { storedAim } from './order-store.ts'
import type { Order, OrderKey } from './order-store.ts'

export type NewOrder = Pick<
  Order,
  'customer' | 'requestNo' | 'orderNo' | 'fingerprint' | 'aim' | 'actor' | 'payBy' | 'cardId'
> & {
  readonly amount: Money
  readonly quotedOn: LocalDate
  readonly quoteId: string | undefined
  readonly agreementNo?: string | undefined
  readonly placedAt: Date
  readonly lines: readonly OrderLine[]
}

/** Inserts an order; returns false if it exists, because the client may repeat the request. */
export async function insertOrder(tx: Transaction, order: NewOrder): Promise<boolean> {
  const { customer, requestNo, lines } = order
  const inserted = await tx.query(
    `INSERT INTO payment_orders (customer_no, request_no, order_no, fingerprint, kind, state, actor,
                             pay_by, card_id, amount_fen, quoted_on, quote_id, offer_no, aim, placed_at,
                             agreement_no)
     VALUES ($1, $2, $3, $4, $5, 'confirming', $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     ON CONFLICT (customer_no, request_no) DO NOTHING RETURNING request_no`,
    [
      customer,
      requestNo,
      order.orderNo,
      order.fingerprint,
      order.aim.kind,
      order.actor,
      order.payBy,
      order.cardId,
      order.amount,
      order.quotedOn,
      order.quoteId,
      order.aim.kind === 'waiver' ? order.aim.offerNo : undefined,
      storedAim(order.aim),
      order.placedAt,
      order.agreementNo,
    ],
  )
  if (inserted.length === 0) return false
  for (const { loanNo, through, amount } of lines) {
    await tx.query(
      `INSERT INTO payment_order_lines (customer_no, request_no, loan_no, last_n, amount_fen)
       VALUES ($1, $2, $3, $4, $5)`,
      [customer, requestNo, loanNo, through, amount],
    )
  }
  return true
}

/**
 * Marks the loans of an order as being paid. Returns false if a payment for one of them is already
 * in progress: the first of concurrent orders wins.
 */
export async function startCollecting(
  tx: Transaction,
  { customer, requestNo }: OrderKey,
  confirmedAt: Date,
): Promise<boolean> {
  // Lock in loan number order before checking, so that a waiting order sees the other's change.
  await tx.query(
    `SELECT FROM loans JOIN payment_order_lines USING (customer_no, loan_no)
      WHERE loans.customer_no = $1 AND request_no = $2 ORDER BY loan_no FOR UPDATE OF loans`,
    [customer, requestNo],
  )
  const [busy] = await tx.query<{ is_busy: boolean }>(
    `SELECT EXISTS (SELECT FROM payment_order_lines wanted
                      JOIN payment_order_lines running USING (customer_no, loan_no)
                     WHERE customer_no = $1 AND wanted.request_no = $2 AND running.is_running)
            AS is_busy`,
    [customer, requestNo],
  )
  if (busy?.is_busy) return false
  await tx.query(
    `UPDATE payment_order_lines SET is_running = true WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo],
  )
  await tx.query(
    `UPDATE payment_orders SET state = 'processing', confirmed_at = $3
      WHERE customer_no = $1 AND request_no = $2 AND state = 'confirming'`,
    [customer, requestNo, confirmedAt],
  )
  return true
}

export async function markOrdered(
  db: Queryable,
  { customer, requestNo }: OrderKey,
  orderedAt: Date,
): Promise<void> {
  await db.query(
    `UPDATE payment_orders SET ordered_at = $3
      WHERE customer_no = $1 AND request_no = $2 AND ordered_at IS NULL`,
    [customer, requestNo, orderedAt],
  )
}

/** The money of a paid order was taken back: it has failed after all. */
export async function markReversed(
  tx: Transaction,
  { customer, requestNo }: OrderKey,
): Promise<void> {
  await tx.query(
    `UPDATE payment_orders SET state = 'failed', reason = '款项已被退回'
      WHERE customer_no = $1 AND request_no = $2 AND state IN ('paid', 'partly')`,
    [customer, requestNo],
  )
}

/** The money of an order has moved, whatever its state here: it goes on from there. */
export async function markMoved(
  tx: Transaction,
  { customer, requestNo }: OrderKey,
  orderedAt: Date,
): Promise<void> {
  await tx.query(
    `UPDATE payment_orders
        SET state = 'processing', reason = NULL, settled_at = NULL,
            confirmed_at = coalesce(confirmed_at, $3), ordered_at = coalesce(ordered_at, $3)
      WHERE customer_no = $1 AND request_no = $2 AND state IN ('confirming', 'failed', 'closed')`,
    [customer, requestNo, orderedAt],
  )
}

/** Ends an order and releases its loans. One that was given up may be paid after that. */
export async function endOrder(
  tx: Transaction,
  { customer, requestNo }: OrderKey,
  end: {
    readonly state: 'paid' | 'partly' | 'failed' | 'closed'
    readonly settledAt: Date
    readonly reason?: string | undefined
  },
): Promise<void> {
  await tx.query(
    `UPDATE payment_orders SET state = $3, settled_at = $4, reason = $5
      WHERE customer_no = $1 AND request_no = $2 
        AND (state IN ('confirming', 'processing')
             OR state = 'closed' AND $3 IN ('paid', 'partly'))`,
    [customer, requestNo, end.state, end.settledAt, end.reason],
  )
  await tx.query(
    `UPDATE payment_order_lines SET is_running = false WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo],
  )
}

type Deps = { readonly vault: Vault }

/** The person in the app who pays an order, if the app has named one. */
export async function findPayer(
  db: Queryable,
  { vault }: Deps,
  { customer, requestNo }: OrderKey,
): Promise<string | undefined> {
  const [row] = await db.query<{ payer_sealed: Buffer | null }>(
    `SELECT payer_sealed FROM payment_orders WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo],
  )
  const place = placeIn('payment_orders', customer, requestNo)
  return row?.payer_sealed ? vault.open(row.payer_sealed, place('payer_sealed')) : undefined
}

/** Stores the payer of an open order. The first one stays: an app takes an order for one payer. */
export async function savePayer(
  db: Queryable,
  { vault }: Deps,
  { customer, requestNo, openId }: OrderKey & { readonly openId: string },
): Promise<void> {
  const place = placeIn('payment_orders', customer, requestNo)
  await db.query(
    `UPDATE payment_orders SET payer_sealed = $3
      WHERE customer_no = $1 AND request_no = $2 AND payer_sealed IS NULL
        AND state IN ('confirming', 'processing')`,
    [customer, requestNo, vault.seal(openId, place('payer_sealed'))],
  )
}
