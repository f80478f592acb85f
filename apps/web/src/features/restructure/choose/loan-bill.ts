import type { LoanSummary } from '@qingzhou/contract/bills'
import { sum, type Money } from '@qingzhou/domain/money/money'
import { dayInWords } from '#shared/pages/figures.ts'
import type { PlanBills } from '#features/restructure/queries.ts'

/** A loan with what it owes today, and why it can't be joined, where it can't. */
export type LoanBill = PlanBills['loans'][number]

export function canBeJoined({ refusal }: LoanBill): boolean {
  return refusal === undefined
}

/** Those of these numbers that can still be joined. */
export function chosenIn(
  { loans }: Pick<PlanBills, 'loans'>,
  loanNos: readonly string[],
): readonly LoanBill[] {
  return loans.filter((bill) => canBeJoined(bill) && loanNos.includes(bill.loan.loanNo))
}

/** Whether there are loans of several lenders among them: those can't become one. */
export function areOfSeveralLenders(bills: readonly LoanBill[]): boolean {
  return new Set(bills.map(({ lender }) => lender)).size > 1
}

/** All that it owes today. */
export function owedBy({ open }: LoanBill): Money {
  return sum(Object.values(open))
}

export function drawnInWords({ drawnOn, months }: LoanSummary): string {
  return `${drawnOn.slice(0, 4)}年${dayInWords(drawnOn)}借，${months} 期`
}
