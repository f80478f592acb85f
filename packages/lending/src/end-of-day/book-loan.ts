import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import type { Transaction } from '@qingzhou/platform/database/database'
import { DatabaseUnavailable } from '@qingzhou/platform/database/database-unavailable'
import { post } from '#ledger/index.ts'
import { readLoans } from '#loans/loan-store.ts'
import { transactionNoOf } from './accrual-store.ts'
import { saveFailure, type LoanName } from './failure-store.ts'

/**
 * Accrues one loan up to a day with the domain's function; its row must be locked. A loan that
 * fails is recorded as a failure and does not block the others.
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
  const record = (await readLoans(tx, customer)).find((one) => one.loanNo === loanNo)
  if (!record) throw new Error(`customer ${customer}: loan ${loanNo} not found`)
  const entries = accrualEntries(record.loan, { from: record.bookedUntil, to: day })
  await post(tx, {
    customer,
    transactionNo: transactionNoOf(day),
    businessDate: day,
    postings: [{ loanNo, event: 'accrual', entries }],
  })
  return entries.length
}

/**
 * Whether an error concerns the loan itself: data that a rule or a constraint rejects. An
 * unavailable or full database or a deadlock does not, and the slice is retried.
 */
export function isFaultOfLoan(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return false
  const code = sqlStateOf(error)
  return code === undefined ? error instanceof Error : /^(22|23|P0)/.test(code)
}

/** Serialization failure or deadlock: PostgreSQL aborts one transaction, which can be retried. */
export function isWorthRetrying(error: unknown): boolean {
  return sqlStateOf(error)?.startsWith('40') ?? false
}

function reasonOf(error: unknown): string {
  const code = sqlStateOf(error)
  const words = error instanceof Error ? error.message : String(error)
  return code === undefined ? words : `${code}: ${words}`
}

function sqlStateOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : undefined
}
