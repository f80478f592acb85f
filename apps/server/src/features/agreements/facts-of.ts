import { mask, maskIdNumber } from '@qingzhou/domain/people/masking'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { personOf } from '#features/identity/index.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import type { Services } from '#platform/services.ts'
import type { Facts, Matters } from './template.ts'

/** What a customer's papers are filled with. Numbers stand in them as on the screen: masked. */
export async function factsOf(
  db: Queryable,
  services: Services,
  { customer, ...matters }: { readonly customer: CustomerNo } & Matters,
): Promise<Facts> {
  const person = await personOf(db, services, customer)
  const phone = await phoneOf(db, services, customer)
  return {
    borrower: { name: person.name, idNumber: maskIdNumber(person.idNumber), phone: mask(phone) },
    ...matters,
  }
}
