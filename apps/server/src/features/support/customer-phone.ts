import { phoneOf } from '#features/onboarding/index.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Vault } from '#platform/database/vault/vault.ts'
import type { CustomerNo } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'
import { isCustomer } from './support-store.ts'

/** The phone of a customer; refuses an unknown number. */
export async function requirePhone(
  db: Queryable,
  deps: { readonly vault: Vault },
  customer: CustomerNo,
): Promise<string> {
  if (!(await isCustomer(db, customer))) throw new Refused({ kind: 'customer-unknown' })
  return phoneOf(db, deps, customer)
}
