import type {
  BillInstalment,
  BillParts,
  LoanSummary,
} from '@qingzhou/contract/features/repayment/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  addParts,
  isSettled,
  noParts,
  principalOutstanding,
  type Parts,
} from '@qingzhou/domain/loans/loan'
import { billsOf, type Bill } from '@qingzhou/domain/repayment/bill'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import type { LoanRecord } from '#lending/index.ts'
import { methodNames, purposeName } from '#features/loans/index.ts'

/** The label of a converted loan, which has no purpose of its own: where it came from. */
const converted = { 'personalised-plan': '个性化分期', 'second-instalment': '账单分期', draw: '' }

/** A loan for lists. */
export function summaryOf(record: LoanRecord, today: LocalDate): LoanSummary {
  const { loan, loanNo } = record
  const next = billsOf(loan, today).find(({ state }) => state !== 'settled')
  return {
    loanNo,
    productNo: record.product,
    purposeName:
      record.purpose === undefined ? converted[record.origin] : purposeName(record.purpose),
    amount: loan.amount,
    drawnOn: loan.start,
    months: loan.instalments.length,
    methodName: methodNames[loan.method],
    annualRate: loan.annualRatePpm,
    state: stateOf(next),
    ...(record.reversedOn !== undefined && { isReversed: true as const }),
    next: next && {
      n: next.n,
      dueDate: next.dueDate,
      amount: next.amount,
      daysOverdue: next.daysOverdue,
    },
    principalLeft: principalOutstanding(loan),
    payoff: isSettled(loan) ? noParts.principal : payoffOn(today, loan),
  }
}

/** The instalments of a loan as of today. */
export function instalmentsOf({ loan, loanNo }: LoanRecord, today: LocalDate): BillInstalment[] {
  return billsOf(loan, today).map((bill) => ({
    ...bill,
    loanNo,
    months: loan.instalments.length,
    due: { ...bill.due },
    paid: { ...bill.paid },
    waived: { ...bill.waived },
    open: { ...bill.open },
  }))
}

export function totalOf(parts: Iterable<Parts>): BillParts {
  return { ...Array.from(parts).reduce<Parts>(addParts, noParts) }
}

function stateOf(next: Bill | undefined): LoanSummary['state'] {
  if (!next) return 'settled'
  return next.daysOverdue > 0 ? 'overdue' : 'open'
}
