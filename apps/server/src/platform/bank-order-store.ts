import { customerNo, type CustomerNo } from './customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { insertWireOrder } from './wire-order-store.ts'

type Order = { readonly orderNo: string; readonly kind: 'binding' | 'payout' | 'debit' | 'refund' }

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
