import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled } from '@qingzhou/domain/loans/loan'
import type { CustomerNo } from '#platform/ids.ts'
import { readLoans, type LoanRecord } from '#lending/index.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { instalmentsOf } from './loan-view.ts'

/** All loans of a customer on the business date. */
export type Bills = {
  readonly today: LocalDate
  readonly loans: readonly LoanRecord[]
  /** The unsettled loans and their open instalments. */
  readonly running: readonly LoanRecord[]
  readonly open: readonly BillInstalment[]
}

export async function readBills({ database }: Services, customer: CustomerNo): Promise<Bills> {
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

/**
 * Returns a loan of the customer; the same error for another customer's loan as for a missing one.
 */
export function loanOf({ loans }: Pick<Bills, 'loans'>, loanNo: string): LoanRecord {
  const record = loans.find((loan) => loan.loanNo === loanNo)
  if (!record) throw new Refused({ kind: 'loan-unknown' })
  return record
}
