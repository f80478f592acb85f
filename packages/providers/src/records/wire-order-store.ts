import { wireNoOf, type WireOrder } from '#wire-order.ts'
import type { Queryable } from '@qingzhou/platform/database/database'

/** Gives an order its number at the provider, in the transaction that commits the order. */
export async function insertWireOrder(
  db: Queryable,
  { orderNo, orderedAt, note }: NewWireOrder,
): Promise<void> {
  await db.query(
    `INSERT INTO wire_orders (wire_no, order_no, ordered_at, note) VALUES ($1, $2, $3, $4)`,
    [wireNoOf(orderNo), orderNo, orderedAt, note],
  )
}

export type NewWireOrder = {
  readonly orderNo: string
  readonly orderedAt: Date
  readonly note?: string | undefined
}

/**
 * An order as its provider knows it. While versions are replaced one by one, an older one places
 * orders without a row here, and sends them under our number to the gateway, which needs no time.
 */
export async function readWireOrder(db: Queryable, orderNo: string): Promise<WireOrder> {
  const [row] = await db.query<{
    wire_no: string
    ordered_at: Date
    reference: string | null
    note: string | null
  }>(`SELECT wire_no, ordered_at, reference, note FROM wire_orders WHERE order_no = $1`, [orderNo])
  if (!row) return { wireNo: orderNo, orderedAt: new Date(0) }
  const { wire_no: wireNo, ordered_at: orderedAt, reference, note } = row
  const said = { ...(reference !== null && { reference }), ...(note !== null && { note }) }
  return { wireNo, orderedAt, ...said }
}

/** Stores what the provider named the order. The first name stays. */
export async function saveReference(
  db: Queryable,
  { wireNo, reference }: { readonly wireNo: string; readonly reference: string | undefined },
): Promise<void> {
  if (reference === undefined) return
  await db.query(`UPDATE wire_orders SET reference = $2 WHERE wire_no = $1 AND reference IS NULL`, [
    wireNo,
    reference,
  ])
}

/** Our numbers by those of a provider. A number without a row is returned as it is. */
export async function readOrderNos(
  db: Queryable,
  wireNos: readonly string[],
): Promise<(wireNo: string) => string> {
  const rows = await db.query<{ wire_no: string; order_no: string }>(
    `SELECT wire_no, order_no FROM wire_orders WHERE wire_no = ANY ($1)`,
    [wireNos],
  )
  const known = new Map(rows.map((row) => [row.wire_no, row.order_no]))
  return (wireNo) => known.get(wireNo) ?? wireNo
}
