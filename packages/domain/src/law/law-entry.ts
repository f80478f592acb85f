import type { LoanClass } from '#books/book-state.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import type { LenderKind } from '#product.ts'

/** The highest all-in annualised cost: a rate, or a multiple of the one-year loan prime rate. */
export type CapFormula = { readonly ppm: bigint } | { readonly primeRateTimes: bigint }

/** The days late up to which a loan has a class; it is a loss after the last. */
export type ClassDays = Readonly<Record<Exclude<LoanClass, 'loss'>, number>>

/** A rule of law that the product keeps. `npm run reference` prints the table as docs/law.md. */
export type LawEntry = {
  readonly instrument: string
  readonly article: string
  /** In force from this day on. */
  readonly from: LocalDate
  /** The last day in force. Absent while the end is not known. */
  readonly until?: LocalDate
  readonly lenderKinds: readonly LenderKind[]
  readonly requires: string
  /** The rule of SPEC.md. Absent where the rule is not one of lending. */
  readonly rule?: string
  /** The file that enforces it. */
  readonly built: string
  /** The test of a case that violates it: file › title, and the title has the id. */
  readonly test: string
  /** What an examiner is shown. */
  readonly evidence: string
  readonly cap?: CapFormula
  readonly retentionYearsMin?: number
  readonly lateRatePercentMax?: bigint
  /** The hours of a day in Shanghai in which a borrower may be told of overdue debt. */
  readonly collectionHours?: { readonly from: number; readonly until: number }
  readonly returnDaysMin?: number
  /** The hours of a day in Shanghai in which marketing messages may be sent. */
  readonly sendingHours?: { readonly from: number; readonly until: number }
  readonly ageMin?: number
  readonly lendsToStudents?: false
  /** The days in which a complaint is answered, and at most where it is complicated. */
  readonly answerDays?: { readonly simple: number; readonly most: number }
  /** The days between the notice to the borrower and a negative record. */
  readonly noticeDaysMin?: number
  /** The share of a partner in a loan that it funds with the lender. */
  readonly partnerSharePpmMin?: bigint
  /** The days late up to which a loan may have a class in the books. */
  readonly classDaysMax?: ClassDays
  /** How a case that violates it is refused: the kinds of refusals, or the reasons of a decision. */
  readonly refusedAs?: readonly string[]
  /** What of it the product does not do. */
  readonly gap?: string
}
