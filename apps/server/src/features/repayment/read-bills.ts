import type {
  BillInstalment,
  BillParts,
  LoanSummary,
  PlanOutline,
} from '@qingzhou/contract/features/repayment/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  isSettled,
  addParts,
  noParts,
  principalOutstanding,
  type Loan,
  type Parts,
} from '@qingzhou/domain/loans/loan'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readLoans, type LoanRecord } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { billsOf, type Bill } from '@qingzhou/domain/repayment/bill'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { methodNames, purposeName } from '#features/loans/index.ts'

export { loanOf } from '@qingzhou/lending/index'

/** All loans of a customer on the business date. */
export type Bills = {
  readonly today: LocalDate
  readonly loans: readonly LoanRecord[]
  /** The unsettled loans and their open instalments. */
  readonly running: readonly LoanRecord[]
  readonly open: readonly BillInstalment[]
}

export async function readBills(
  { database }: Pick<Services, 'database'>,
  customer: CustomerNo,
): Promise<Bills> {
  return database.together((db) => readBillsOn(db, customer))
}

export async function readBillsOn(db: Queryable, customer: CustomerNo): Promise<Bills> {
  const [today, loans] = await Promise.all([readBusinessDate(db), readLoans(db, customer)])
  const running = loans.filter(({ loan }) => !isSettled(loan))
  const open = running
    .flatMap((record) => instalmentsOf(record, today))
    .filter(({ state }) => state !== 'settled')
    .toSorted((left, right) => left.dueDate.localeCompare(right.dueDate))
  return { today, loans, running, open }
}

/** The label of a converted loan, which has no purpose of its own: where it came from. */
const converted = { 'consolidation-plan': '个性化分期', 'bill-conversion': '账单分期', draw: '' }

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
    ...planLengthOf(loan),
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

/**
 * The instalments of a loan as of today. A plan that was shortened has as many as are left in it.
 */
export function instalmentsOf({ loan, loanNo }: LoanRecord, today: LocalDate): BillInstalment[] {
  const { months } = planLengthOf(loan)
  return billsOf(loan, today)
    .slice(0, months)
    .map((bill) => ({
      ...bill,
      loanNo,
      months,
      due: { ...bill.due },
      paid: { ...bill.paid },
      waived: { ...bill.waived },
      open: { ...bill.open },
    }))
}

type PlanLength = Pick<LoanSummary, 'months' | 'monthsAtFirst'>

/** The number of instalments, and the agreed one if an early repayment has shortened the plan. */
export function planLengthOf({
  instalments,
  monthsAgreed,
}: Pick<Loan, 'instalments' | 'monthsAgreed'>): PlanLength {
  const months = instalments.length
  return months === monthsAgreed ? { months } : { months, monthsAtFirst: monthsAgreed }
}

/** The figures of a loan's plan for texts, from the instalments that its bills show. */
export function outlineOf(record: LoanRecord, today: LocalDate): PlanOutline | undefined {
  const open = instalmentsOf(record, today).filter(({ state }) => state !== 'settled')
  const [next, following] = open
  const last = open.at(-1)
  if (!next || !last) return undefined
  return {
    count: open.length,
    ...planLengthOf(record.loan),
    next: { n: next.n, dueDate: next.dueDate, amount: next.amount },
    amountAfterNext: following?.amount,
    endsOn: last.dueDate,
  }
}

export function totalOf(parts: Iterable<Parts>): BillParts {
  return { ...Array.from(parts).reduce<Parts>(addParts, noParts) }
}

function stateOf(next: Bill | undefined): LoanSummary['state'] {
  if (!next) return 'settled'
  return next.daysOverdue > 0 ? 'overdue' : 'open'
}
