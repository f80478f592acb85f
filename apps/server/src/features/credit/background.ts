import { assert } from '@qingzhou/domain/assert'
import type { Applicant, Occupation } from '@qingzhou/domain/credit/policy'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { findProfile } from '#features/profile/index.ts'

type Profile = Awaited<ReturnType<typeof findProfile>>

/** What an applicant told of school, work and income, in the words of the policy. */
export function backgroundOf({
  basic,
  company,
}: Profile): Pick<Applicant, 'education' | 'occupation' | 'monthlyIncome'> {
  assert(
    basic !== undefined && company !== undefined,
    'an application is submitted with both forms saved',
  )
  return {
    education: educations[basic.education] ?? 'basic',
    occupation: occupations[company.position] ?? 'other',
    monthlyIncome: incomes[company.income] ?? fen(0n),
  }
}

/** By the codes of the pickers, which keep their meaning for ever. */
const educations: Readonly<Record<string, Applicant['education']>> = {
  '01': 'basic',
  '02': 'secondary',
  '03': 'secondary',
  '04': 'college',
  '05': 'university',
  '06': 'postgraduate',
  '07': 'postgraduate',
}

const occupations: Readonly<Record<string, Occupation>> = {
  '01': 'management',
  '02': 'management',
  '03': 'employee',
  '04': 'professional',
  '05': 'employee',
  '06': 'employee',
  '07': 'employee',
  '08': 'public',
  '09': 'self-employed',
  '10': 'freelance',
  '11': 'retired',
  '12': 'other',
  '13': 'student',
}

/** Of a range, the lower end is what somebody earns for certain. */
const incomes: Readonly<Record<string, Money>> = {
  '01': fen(1_500_00n),
  '02': fen(3_000_00n),
  '03': fen(5_000_00n),
  '04': fen(8_000_00n),
  '05': fen(10_000_00n),
  '06': fen(15_000_00n),
  '07': fen(20_000_00n),
  '08': fen(30_000_00n),
}
