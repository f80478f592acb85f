import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findPerson, requireKnownCard } from '#features/identity/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

/** Somebody can be recognised without their phone only by a card that is known, and not just since. */
export async function requireKnownPerson(
  db: Queryable,
  services: Services,
  customer: CustomerNo,
): Promise<void> {
  const person = await findPerson(db, services, customer)
  if (!person) throw new Refused({ kind: 'step-not-reached' })
  await requireKnownCard(db, services, { customer, isRenewalKnown: false })
}
