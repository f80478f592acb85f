import { getPhone } from '#features/onboarding/index.ts'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import { isCustomer } from './support-store.ts'

/** The phone of a customer; refuses an unknown number. */
export async function requirePhone(
  db: Queryable,
  deps: { readonly vault: Vault },
  customer: CustomerNo,
): Promise<string> {
  if (!(await isCustomer(db, customer))) throw new Refused({ kind: 'customer-unknown' })
  return getPhone(db, deps, customer)
}
