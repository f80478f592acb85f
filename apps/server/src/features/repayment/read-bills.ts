import type { BillInstalment } from '@qingzhou/contract/bills'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled } from '@qingzhou/domain/loans/loan'
import type { CustomerNo } from '#platform/customer-no.ts'
import { readLoans, type LoanRecord } from '#lending/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { instalmentsOf } from './loan-view.ts'

/** Everything a customer owes and owed, on the day the books are on. */
export type Bills = {
  readonly today: LocalDate
  readonly loans: readonly LoanRecord[]
  /** The loans that are not settled, and what is open of them. */
  readonly running: readonly LoanRecord[]
  readonly open: readonly BillInstalment[]
}

export async function readBills(services: Services, customer: CustomerNo): Promise<Bills> {
  const [today, loans] = await Promise.all([
    services.businessDate(),
    readLoans(services.database, customer),
  ])
  const running = loans.filter(({ loan }) => !isSettled(loan))
  const open = running
    .flatMap((kept) => instalmentsOf(kept, today))
    .filter(({ state }) => state !== 'settled')
    .toSorted((left, right) => left.dueDate.localeCompare(right.dueDate))
  return { today, loans, running, open }
}

/** One loan of the customer's; another's reads like one that never was. */
export function loanOf({ loans }: Pick<Bills, 'loans'>, loanNo: string): LoanRecord {
  const kept = loans.find((loan) => loan.loanNo === loanNo)
  if (!kept) throw new Refused({ kind: 'loan-unknown' })
  return kept
}
