import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { birthDateOf, sexOf } from '@qingzhou/domain/people/id-number'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findCard, type CardFields } from './id-card-store.ts'

/** Who a customer is, in clear: for banks, bureaus and papers, and never for a log. */
type Person = CardFields & {
  readonly sex: 'male' | 'female'
  readonly birthDate: LocalDate
}

/** The person on the card on file. Who has shown none has not come that far. */
export async function personOf(
  db: Queryable,
  deps: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Person> {
  const person = await findPerson(db, deps, customer)
  if (!person) throw new Refused({ kind: 'step-not-reached' })
  return person
}

export async function findPerson(
  db: Queryable,
  deps: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Person | undefined> {
  const card = await findCard(db, deps, customer)
  if (!card) return undefined

  const { frontFileNo: _front, backFileNo: _back, savedAt: _savedAt, ...fields } = card
  const { idNumber } = fields
  return { ...fields, sex: sexOf(idNumber), birthDate: birthDateOf(idNumber) }
}
