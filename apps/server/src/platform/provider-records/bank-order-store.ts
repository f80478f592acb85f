import { customerNo, type CustomerNo } from '../ids.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { insertWireOrder } from './wire-order-store.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'

type Order = {
  readonly orderNo: string
  readonly kind: 'binding' | 'payout' | 'debit' | 'refund' | 'agreement'
}

/** Records the customer of an order, and its number at the bank or the app, before it is sent. */
export async function insertBankOrder(
  tx: Transaction,
  order: Order & { readonly customer: CustomerNo; readonly orderedAt: Date },
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
  readonly kind: 'payout' | 'debit' | 'refund' | 'return'
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
    `INSERT INTO moved_transfers (customer_no, order_no, provider, kind, amount_fen, moved_on)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (customer_no, order_no) DO NOTHING`,
    [customer, orderNo, provider, kind, amount, movedOn],
  )
}
