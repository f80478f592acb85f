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

/** A new loan for an old debt, as it was quoted. */
type ReplannedFacts = {
  readonly amount: Money
  readonly months: number
  readonly annualRatePpm: bigint
  readonly annualCostPpm: bigint
  readonly plan: readonly PlannedInstalment[]
  readonly totalInterest: Money
  readonly totalAmount: Money
  readonly costSheet: CostSheet
}

/** The plan for late loans that its paper is written for. */
export type PlanFacts = ReplannedFacts & {
  /** The loans it takes over, each with what it owes that day. */
  readonly from: readonly {
    readonly loanNo: string
    readonly drawnOn: LocalDate
    readonly drawn: Money
    readonly owed: Money
  }[]
  readonly parts: {
    readonly fee: Money
    readonly penalty: Money
    readonly interest: Money
    readonly principal: Money
  }
  readonly oldRatePpm: bigint
  readonly saved: Money
  readonly card: { readonly bankName: string; readonly lastFour: string }
}

/** The bill spread over some months that its paper is written for. */
export type SecondFacts = ReplannedFacts & {
  readonly loanAmount: Money
  readonly drawnOn: LocalDate
  readonly n: number
  readonly dueDate: LocalDate
}

/** What papers are about. */
export type Matters = {
  readonly loan?: LoanFacts | undefined
  readonly delay?: DelayFacts | undefined
  readonly plan?: PlanFacts | undefined
  readonly second?: SecondFacts | undefined
}

/** What a paper is filled with. Before anybody is known, nothing: blanks are left for it. */
export type Facts = Matters & {
  readonly borrower: { readonly name: string; readonly idNumber: string; readonly phone: string }
}

/** The cost sheet that belongs to a matter; none for what costs nothing new. */
export function costSheetIn({ loan, plan, second }: Matters): CostSheet | undefined {
  return (loan ?? plan ?? second)?.costSheet
}

/** One agreement: the page in the reader and the PDF are both made of what it writes. */
export type Template = {
  readonly code: string
  /** Changes whenever a word does; what was signed names it. */
  readonly version: string
  readonly title: string
  readonly event: AgreementEvent
  /** Signed at another event as well. */
  readonly alsoAt?: AgreementEvent
  /** Ticked on its own: the law asks for a consent of its own. */
  readonly isSeparate: boolean
  readonly onlyForUnionLoans: boolean
  readonly write: (facts: Facts) => readonly Block[]
}
