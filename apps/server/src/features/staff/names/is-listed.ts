import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findPerson } from '#features/identity/index.ts'
import type { Services } from '#platform/services.ts'
import { hasIdNumber } from './name-store.ts'

/** Whether a customer is on the list, by the ID number that the register has confirmed. */
export async function isListed(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<boolean> {
  const person = await findPerson(db, services, customer)
  return person !== undefined && (await hasIdNumber(db, services, person.idNumber))
}
