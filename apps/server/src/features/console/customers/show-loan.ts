import type { LoanRow } from '@qingzhou/contract/features/console/loans'
import { daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import { billsOf, type Bill } from '@qingzhou/domain/repayment/bill'
import { findCustomers } from '#features/support/index.ts'
import type { Acting } from '#features/proposals/index.ts'
import { readLoans, type LoanRecord } from '@qingzhou/lending/index'
import { listBookStates } from '@qingzhou/lending/end-of-day/book-state-store'
import { explain, readBusinessDate } from '@qingzhou/lending/ledger/index'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { shownMasked } from './find-by-number.ts'

/** A loan due within this many days counts as due soon. */
const DUE_SOON_DAYS = 7

/** A loan with its plan on this day, and the ledger entries behind each of its balances. */
export async function showLoan(
  deps: Pick<Services, 'database' | 'vault' | 'now'>,
  staff: Acting,
  loanNo: string,
) {
  const { database } = deps
  const [customer] = await findCustomers(deps, staff, { by: 'loan', value: loanNo })
  const records = customer ? await readLoans(database, customer) : []
  const record = records.find((one) => one.loanNo === loanNo)
  if (!customer || !record) throw new Refused({ kind: 'loan-unknown' })
  const today = await readBusinessDate(database)
  return {
    ...(await shownMasked(deps, customer)),
    loan: loanRow(record, today),
    startOn: record.loan.start,
    method: record.loan.method,
    lender: record.lender,
    bookedUntil: record.bookedUntil,
    plan: billsOf(record.loan, today).map(
      ({ dueDate, amount, n, state, daysOverdue, due, paid, waived }) => ({
        n,
        state,
        daysOverdue,
        due,
        paid,
        waived,
        dueOn: dueDate,
        open: amount,
      }),
    ),
    bookStates: await listBookStates(database, { customer, loanNo }),
    ledger: await explain(database, { customer, loanNo }),
  }
}

/** A loan in one line of a table. */
export function loanRow(record: LoanRecord, today: LocalDate): LoanRow {
  const { loan, loanNo, purpose, origin } = record
  const bills = billsOf(loan, today)
  const next = bills.find(({ state }) => state !== 'settled')
  return {
    loanNo,
    purpose,
    origin,
    amount: loan.amount,
    annualRatePpm: loan.annualRatePpm,
    paidInstalments: bills.filter(({ state }) => state === 'settled').length,
    instalments: bills.length,
    principalLeft: principalOutstanding(loan),
    nextDueOn: next?.dueDate,
    nextDue: next?.amount,
    daysToDue: next && daysBetween({ from: today, to: next.dueDate }),
    state: record.reversedOn ? 'reversed' : stateOf(next, today),
  }
}

function stateOf(next: Bill | undefined, today: LocalDate): LoanRow['state'] {
  if (!next) return 'settled'
  if (next.daysOverdue > 0) return 'overdue'
  return daysBetween({ from: today, to: next.dueDate }) <= DUE_SOON_DAYS ? 'due' : 'open'
}
