import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction, Database } from '@qingzhou/platform/database/database'
import { insertWireOrder, type NewWireOrder } from './wire-order-store.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { OrderRoute, RouteStore } from '#bank/routed-bank.ts'

type Order = {
  readonly orderNo: string
  readonly kind: 'binding' | 'disbursement' | 'debit' | 'refund' | 'agreement'
}

/** Records the customer of an order, and its number at the bank or the app, before it is sent. */
export async function insertBankOrder(
  tx: Transaction,
  order: Order & NewWireOrder & { readonly customer: CustomerNo },
): Promise<void> {
  const { orderNo, kind, customer } = order
  await tx.query(`INSERT INTO bank_orders (order_no, kind, customer_no) VALUES ($1, $2, $3)`, [
    orderNo,
    kind,
    customer,
  ])
  await insertWireOrder(tx, order)
}

export async function customerOfOrder(
  db: Queryable,
  { orderNo, kind }: Order,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM bank_orders WHERE order_no = $1 AND kind = $2`,
    [orderNo, kind],
  )
  return row && customerNo(row.customer_no)
}

export const payProviders = ['bank', 'wallet', 'messenger'] as const
export type PayProvider = (typeof payProviders)[number]

type MovedTransfer = {
  readonly orderNo: string
  readonly provider: PayProvider
  readonly kind: 'disbursement' | 'debit' | 'refund' | 'return' | 'reversal'
  readonly amount: Money
  /** The provider's date. */
  readonly movedOn: LocalDate
}

/** Records that a provider has moved money, in the transaction that books it. */
export async function recordMovedTransfer(
  tx: Transaction,
  customer: CustomerNo,
  { orderNo, provider, kind, amount, movedOn }: MovedTransfer,
): Promise<void> {
  await tx.query(
    `INSERT INTO provider_transfers (customer_no, order_no, provider, kind, amount_fen, transferred_on)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (customer_no, order_no) DO NOTHING`,
    [customer, orderNo, provider, kind, amount, movedOn],
  )
}

type Row = {
  readonly kind: OrderRoute['kind']
  readonly route: string
  readonly ordered_at: Date
  readonly sent_at: Date | null
  readonly declined_by: string[]
}

/** Which bank has an order, for all processes. Every statement commits by itself. */
export function createRouteStore(database: Pick<Database, 'query'>): RouteStore {
  async function find(wireNo: string): Promise<OrderRoute | undefined> {
    const [row] = await database.query<Row>(
      `SELECT kind, route, ordered_at, sent_at, declined_by FROM bank_routes WHERE wire_no = $1`,
      [wireNo],
    )
    if (!row) return undefined
    const { kind, route, ordered_at: orderedAt, sent_at: sentAt, declined_by: declinedBy } = row
    return { kind, route, orderedAt, sentAt: sentAt ?? undefined, declinedBy }
  }

  return {
    find,
    async place(wireNo, { kind, route, orderedAt }) {
      await database.query(
        `INSERT INTO bank_routes (wire_no, kind, route, ordered_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (wire_no) DO NOTHING`,
        [wireNo, kind, route, orderedAt],
      )
      const placed = await find(wireNo)
      if (!placed) throw new Error(`order ${wireNo}: no route after it was placed`)
      return placed
    },
    async markSent(wireNo, { route, at }) {
      const rows = await database.query(
        `UPDATE bank_routes SET sent_at = greatest(sent_at, $3)
          WHERE wire_no = $1 AND route = $2 RETURNING wire_no`,
        [wireNo, route, at],
      )
      return rows.length === 1
    },
    async move(wireNo, { from, to, at, sentBefore }) {
      const rows = await database.query(
        `UPDATE bank_routes
            SET route = $3, ordered_at = $4, sent_at = NULL, declined_by = declined_by || $2
          WHERE wire_no = $1 AND route = $2 AND kind <> 'debit'
            AND (sent_at IS NULL OR sent_at < $5)
         RETURNING wire_no`,
        [wireNo, from, to, at, sentBefore],
      )
      return rows.length === 1
    },
  }
}
