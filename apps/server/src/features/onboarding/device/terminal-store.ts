import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Vault } from '#platform/database/vault.ts'

/** A client names its device itself, and might name another one each time. */
const KEPT_MAX = 20

/** A place and an address belong to a person, so the whole of it is sealed. */
export async function saveTerminalOf(
  {
    database,
    vault,
    now,
  }: { readonly database: Queryable; readonly vault: Vault; readonly now: () => Date },
  saved: { readonly customer: CustomerNo; readonly deviceId: string; readonly terminal: object },
): Promise<void> {
  const device = vault.index('device', saved.deviceId)
  const place = placeIn('terminals', saved.customer, device)('terminal_sealed')
  await database.query(
    `WITH oldest AS (
       DELETE FROM terminals WHERE customer_no = $1 AND device_index IN (
         SELECT device_index FROM terminals WHERE customer_no = $1 AND device_index <> $2
         ORDER BY saved_at DESC, device_index OFFSET $5))
     INSERT INTO terminals (customer_no, device_index, terminal_sealed, saved_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, device_index) DO UPDATE SET
       terminal_sealed = excluded.terminal_sealed, saved_at = excluded.saved_at`,
    [
      saved.customer,
      device,
      vault.seal(JSON.stringify(saved.terminal), place),
      now(),
      KEPT_MAX - 1,
    ],
  )
}
