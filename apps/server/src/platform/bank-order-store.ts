import { customerNo, type CustomerNo } from './customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'

type Order = { readonly orderNo: string; readonly kind: 'binding' | 'payout' | 'debit' | 'refund' }

/** Records the customer of an order before it is sent to the bank. */
export async function insertBankOrder(
  tx: Transaction,
  { orderNo, kind, customer }: Order & { readonly customer: CustomerNo },
): Promise<void> {
  await tx.query(`INSERT INTO bank_orders (order_no, kind, customer_no) VALUES ($1, $2, $3)`, [
    orderNo,
    kind,
    customer,
  ])
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
