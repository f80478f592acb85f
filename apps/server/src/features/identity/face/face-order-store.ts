import { customerNo, type CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'

/** Notes whose check an order at the channel is: its notice comes with the order's number alone. */
export async function insertFaceOrder(
  db: Queryable,
  { now }: Pick<Services, 'now'>,
  order: { readonly orderNo: string; readonly customer: CustomerNo },
): Promise<void> {
  await db.query(
    `INSERT INTO face_orders (order_no, customer_no, ordered_at) VALUES ($1, $2, $3)`,
    [order.orderNo, order.customer, now()],
  )
}

export async function customerOfOrder(
  db: Queryable,
  orderNo: string,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM face_orders WHERE order_no = $1`,
    [orderNo],
  )
  return row && customerNo(row.customer_no)
}
