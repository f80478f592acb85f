import { assert } from '#assert.ts'
import { displayCompactDate, isLocalDate, yearOf, type LocalDate } from '#calendar/local-date.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/**
 * A resident ID number: 18 characters with an existing birth date and a correct check character.
 * [P4]
 */
export function isIdNumber(text: string): boolean {
  if (!/^[1-9]\d{16}[\dXx]$/.test(text)) return false
  if (!isLocalDate(birthDateText(text))) return false

  const total = WEIGHTS.reduce((sum, weight, index) => sum + weight * Number(text[index]), 0)
  return CHECK_CHARACTERS[total % 11] === text[17]?.toUpperCase()
}

/** The birth date in the number. [P5] */
export function birthDateOf(idNumber: string): LocalDate {
  const text = birthDateText(idNumber)
  assert(isIdNumber(idNumber) && isLocalDate(text), 'only a valid ID number has a birth date')
  return text
}

/** The sex: odd sequence numbers are male, even ones female. [P5] */
export function sexOf(idNumber: string): 'male' | 'female' {
  assert(isIdNumber(idNumber), 'only a valid ID number tells the sex')
  return Number(idNumber[16]) % 2 === 1 ? 'male' : 'female'
}

/** The six-digit code of the issuing region. [P5] */
export function regionOf(idNumber: string): string {
  assert(isIdNumber(idNumber), 'only a valid ID number names a region')
  return idNumber.slice(0, 6)
}

/** Age in full years on a day; people born on 29 February turn a year older on 1 March. [P6] */
export function ageOn(today: LocalDate, person: { birthDate: LocalDate }): number {
  const { birthDate } = person
  const years = yearOf(today) - yearOf(birthDate)
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1
}

function birthDateText(idNumber: string): string {
  return displayCompactDate(idNumber.slice(6, 14))
}
