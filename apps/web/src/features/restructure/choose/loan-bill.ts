import type { LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import { sum, type Money } from '@qingzhou/domain/money/money'
import { formatDay } from '#shared/pages/figures.ts'
import type { PlanBills } from '#features/restructure/queries.ts'

/** A loan with the amount owed today, and the reason if it cannot be consolidated. */
export type LoanBill = PlanBills['loans'][number]

export function canBeConsolidated({ refusal }: LoanBill): boolean {
  return refusal === undefined
}

/** The loans of these numbers that can still be consolidated. */
export function filterChosen(
  { loans }: Pick<PlanBills, 'loans'>,
  loanNos: readonly string[],
): readonly LoanBill[] {
  return loans.filter((bill) => canBeConsolidated(bill) && loanNos.includes(bill.loan.loanNo))
}

/** Whether the loans have several lenders: those cannot be consolidated. */
export function areOfSeveralLenders(bills: readonly LoanBill[]): boolean {
  return new Set(bills.map(({ lender }) => lender)).size > 1
}

/** The total owed today. */
export function sumOwed({ open }: LoanBill): Money {
  return sum(Object.values(open))
}

export function drawnText({ drawnOn, months }: LoanSummary): string {
  return `${drawnOn.slice(0, 4)}年${formatDay(drawnOn)}借，${months} 期`
}
