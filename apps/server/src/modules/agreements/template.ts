import type { AgreementEvent } from '@qingzhou/contract/agreements'
import type { CostSheet, PlannedInstalment } from '@qingzhou/contract/loans'
import type { Block } from '@qingzhou/contract/reference'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import type { ProductNo } from '@qingzhou/domain/product'

/** The draw that loan papers are written for, as it was quoted. */
export type LoanFacts = {
  readonly productNo: ProductNo
  readonly amount: Money
  readonly months: number
  readonly methodName: string
  readonly purposeName: string
  readonly annualRatePpm: bigint
  readonly annualCostPpm: bigint
  readonly card: { readonly bankName: string; readonly lastFour: string }
  readonly plan: readonly PlannedInstalment[]
  readonly totalInterest: Money
  readonly totalGiven: Money
  readonly totalAmount: Money
  /** Funded together with a partner bank. */
  readonly isUnionLoan: boolean
  readonly costSheet: CostSheet
}

/** The delay of an instalment that its paper is written for, as it was quoted. */
export type DelayFacts = {
  readonly loanAmount: Money
  readonly drawnOn: LocalDate
  readonly annualRatePpm: bigint
  readonly n: number
  readonly days: number
  readonly dueDate: LocalDate
  readonly newDueDate: LocalDate
  readonly amount: Money
  readonly newAmount: Money
  readonly cost: Money
}

/** What a paper is filled with. Before anybody is known, nothing: blanks are left for it. */
export type Facts = {
  readonly borrower: { readonly name: string; readonly idNumber: string; readonly phone: string }
  readonly loan: LoanFacts | undefined
  readonly delay: DelayFacts | undefined
}

/** One agreement: the page in the reader and the PDF are both made of what it writes. */
export type Template = {
  readonly code: string
  /** Changes whenever a word does; what was signed names it. */
  readonly version: string
  readonly title: string
  readonly event: AgreementEvent
  /** Ticked on its own: the law asks for a consent of its own. */
  readonly isSeparate: boolean
  readonly onlyForUnionLoans: boolean
  readonly write: (facts: Facts) => readonly Block[]
}
