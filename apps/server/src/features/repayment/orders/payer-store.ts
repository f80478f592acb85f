import type { Queryable } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { OrderKey } from './order-store.ts'

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
