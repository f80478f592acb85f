import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import type { Transaction } from '#platform/database/database.ts'
import { post } from '#lending/ledger/index.ts'
import { readLoans } from '#lending/index.ts'
import { saveFailure, type LoanName } from './failure-store.ts'
import { isFaultOfLoan, reasonOf } from './loan-fault.ts'
import { transactionNoOf } from './accrual-sql.ts'

/**
 * Brings one loan up to a day by the domain's own rule; its row is locked already. A loan that
 * cannot be is listed and blocks no other.
 */
export async function bookLoan(
  tx: Transaction,
  { day, now, ...name }: LoanName & { readonly day: LocalDate; readonly now: Date },
): Promise<{ loans: number; entries: number }> {
  await tx.query('SAVEPOINT loan')
  try {
    const entries = await bookDays(tx, { ...name, day })
    await tx.query('RELEASE SAVEPOINT loan')
    return { loans: 1, entries }
  } catch (error) {
    if (!isFaultOfLoan(error)) throw error
    await tx.query('ROLLBACK TO SAVEPOINT loan')
    await saveFailure(tx, { ...name, day, reason: reasonOf(error) }, now)
    return { loans: 0, entries: 0 }
  }
}

async function bookDays(
  tx: Transaction,
  { customer, loanNo, day }: LoanName & { readonly day: LocalDate },
): Promise<number> {
  const kept = (await readLoans(tx, customer)).find((one) => one.loanNo === loanNo)
  if (!kept) throw new Error('the loan is gone')
  const entries = accrualEntries(kept.loan, { from: kept.bookedUntil, to: day })
  await post(tx, {
    customer,
    transactionNo: transactionNoOf(day),
    businessDate: day,
    postings: [{ loanNo, event: 'accrual', entries }],
  })
  return entries.length
}
