import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findPerson } from '#features/identity/index.ts'
import type { Services } from '#platform/services.ts'
import { hasIdNumber } from './roster-store.ts'

/** Whether a customer is on the employee roster, by the verified ID number. */
export async function isOnRoster(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<boolean> {
  const person = await findPerson(db, services, customer)
  return person !== undefined && (await hasIdNumber(db, services, person.idNumber))
}
