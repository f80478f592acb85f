import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { daysOverdue, isSettled, principalOutstanding } from '@qingzhou/domain/loans/loan'
import { sum, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { findLimit, readLoans, type LimitRecord, type LoanRecord } from '#lending/index.ts'
import { lastPayments, movedLoans } from './closing-store.ts'
import { settledInFull, type SettledInFull } from './settled-in-full.ts'

export type SettledLoan = SettledInFull & { readonly kept: LoanRecord }

export type OpenLoan = {
  readonly kept: LoanRecord
  readonly principal: Money
  readonly daysOverdue: number
}

/** All accounts of a customer, on the day the books are on. */
export type Accounts = {
  readonly today: LocalDate
  readonly loans: readonly LoanRecord[]
  readonly open: readonly OpenLoan[]
  /** The last settled first. */
  readonly settled: readonly SettledLoan[]
  readonly limit: LimitRecord | undefined
}

export async function readAccounts(db: Queryable, customer: CustomerNo): Promise<Accounts> {
  const [today, loans, payments, moved, limit] = await Promise.all([
    readBusinessDate(db),
    readLoans(db, customer),
    lastPayments(db, customer),
    movedLoans(db, customer),
    findLimit(db, customer),
  ])
  const closings = loans.map(({ loanNo, loan, reversedOn }) => ({
    loanNo,
    isSettled: isSettled(loan),
    isReversed: reversedOn !== undefined,
    lastPaidOn: payments.get(loanNo)?.on,
    lastPaidBy: payments.get(loanNo)?.by,
    movedInto: moved.get(loanNo) ?? [],
  }))
  const open = loans
    .filter(({ loan }) => !isSettled(loan))
    .map((kept) => ({
      kept,
      principal: principalOutstanding(kept.loan),
      daysOverdue: daysOverdue(kept.loan, today),
    }))
  return { today, loans, open, settled: withLoans(settledInFull(closings), loans), limit }
}

function withLoans(
  settled: readonly SettledInFull[],
  loans: readonly LoanRecord[],
): readonly SettledLoan[] {
  const byNumber = new Map(loans.map((kept) => [kept.loanNo, kept]))
  return settled
    .flatMap((one) => {
      const kept = byNumber.get(one.loanNo)
      return kept ? [{ ...one, kept }] : []
    })
    .toSorted(
      (left, right) =>
        right.settledOn.localeCompare(left.settledOn) || right.loanNo.localeCompare(left.loanNo),
    )
}

/** The accounts in four figures. */
export function figuresOf({ open, settled }: Accounts) {
  return {
    openCount: open.length,
    openPrincipal: sum(open.map(({ principal }) => principal)),
    overdueCount: open.filter((one) => one.daysOverdue > 0).length,
    settledCount: settled.length,
  }
}
