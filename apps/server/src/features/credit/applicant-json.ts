import type { Applicant } from '@qingzhou/domain/credit/policy'
import { fen } from '@qingzhou/domain/money/money'
import type { CreditReport } from '#providers/bureau/port.ts'

/** JSON has no whole numbers of any size, so money is kept as digits. */
type Written<T extends object, Amounts extends keyof T> = Omit<T, Amounts> & Record<Amounts, string>
type WrittenReport = Written<CreditReport, 'owed'>
type WrittenApplicant = Omit<Written<Applicant, 'monthlyIncome'>, 'bureau'> & {
  readonly bureau: WrittenReport
}

export function reportToJson(report: CreditReport): string {
  return JSON.stringify(writtenReport(report))
}

export function reportFromJson(text: string): CreditReport {
  // Written by the function above, and sealed since.
  return readReport(JSON.parse(text) as WrittenReport)
}

/** What a decision looked at, to be kept beside it. */
export function writtenApplicant(applicant: Applicant): WrittenApplicant {
  const { monthlyIncome, bureau, ...rest } = applicant
  return { ...rest, monthlyIncome: String(monthlyIncome), bureau: writtenReport(bureau) }
}

export function applicantFromJson(text: string): Applicant {
  // Written by the function above, and sealed since.
  const { monthlyIncome, bureau, ...rest } = JSON.parse(text) as WrittenApplicant
  return { ...rest, monthlyIncome: fen(BigInt(monthlyIncome)), bureau: readReport(bureau) }
}

function writtenReport({ owed, ...rest }: CreditReport): WrittenReport {
  return { ...rest, owed: String(owed) }
}

function readReport({ owed, ...rest }: WrittenReport): CreditReport {
  return { ...rest, owed: fen(BigInt(owed)) }
}
