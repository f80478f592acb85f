import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { checkEligibility } from '#credit/eligibility.ts'

function on(today: string, isStudent = false): string {
  const applicant = { idNumber: '11010519491231002X', isStudent }
  const outcome = checkEligibility(applicant, localDate(today))
  return outcome.ok ? 'granted' : outcome.refusal.kind
}

it('[E5] people of 18 to 60 who are not full-time students may apply', () => {
  expect(on('1967-12-30')).toBe('age-not-accepted')
  expect(on('1967-12-31')).toBe('granted')
  expect(on('2010-12-30')).toBe('granted')
  expect(on('2010-12-31')).toBe('age-not-accepted')
  expect(on('1990-01-01', true)).toBe('students-not-accepted')
})
