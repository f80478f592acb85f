import type { LocalDate } from '#calendar/local-date.ts'
import { ageOn, birthDateOf } from '#people/id-number.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** Who may apply at all: people of the product's age who are not full-time students. [E5] */
export function checkEligibility<Applicant extends { idNumber: string; isStudent: boolean }>(
  applicant: Applicant,
  today: LocalDate,
): Outcome<Applicant> {
  const age = ageOn(today, { birthDate: birthDateOf(applicant.idNumber) })
  if (age < product.age.min || age > product.age.max) return refused({ kind: 'age-not-accepted' })
  if (applicant.isStudent) return refused({ kind: 'students-not-accepted' })
  return granted(applicant)
}
