import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { birthDateOf, sexOf } from '@qingzhou/domain/people/id-number'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'
import { Refused } from '#refused.ts'
import type { Services } from '#services.ts'
import { findCard, type CardFields } from './id-card-store.ts'

/** Who a customer is, in clear: for banks, bureaus and papers, and never for a log. */
type Person = CardFields & {
  readonly sex: 'male' | 'female'
  readonly birthDate: LocalDate
}

/** The person on the card on file. Who has shown none has not come that far. */
export async function personOf(
  db: Queryable,
  means: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Person> {
  const person = await findPerson(db, means, customer)
  if (!person) throw new Refused({ kind: 'step-not-reached' })
  return person
}

export async function findPerson(
  db: Queryable,
  means: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Person | undefined> {
  const card = await findCard(db, means, customer)
  if (!card) return undefined

  const { frontFileNo: _front, backFileNo: _back, savedAt: _savedAt, ...fields } = card
  const { idNumber } = fields
  return { ...fields, sex: sexOf(idNumber), birthDate: birthDateOf(idNumber) }
}
