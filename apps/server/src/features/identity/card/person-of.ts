import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { birthDateOf, sexOf } from '@qingzhou/domain/people/id-number'
import type { CustomerNo } from '#platform/ids.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findCard, type CardFields } from './id-card-store.ts'

/** A customer's identity in plain text: for banks, bureaus and documents, never for logs. */
type Person = CardFields & {
  readonly sex: 'male' | 'female'
  readonly birthDate: LocalDate
}

/** The person on the card on file. Throws step-not-reached if there is none. */
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
