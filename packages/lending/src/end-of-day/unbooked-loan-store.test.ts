import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import type { Database } from '@qingzhou/platform/database/database'
import { lockBalances } from './unbooked-loan-store.ts'
import {
  connectAsOwner,
  connectTo,
  insertBookedLoans,
  openBooksOn,
  type BookedLoan,
} from './testing/books.ts'
import { anyPastLoan } from './testing/random-loans.ts'

const today = localDate('2026-06-16')

describe('the lock of the end of day', () => {
  it('holds the balance of every open loan, also of one without principal', async () => {
    const url = await createTestDatabase()
    const [database, other, owner] = [connectTo(url), connectTo(url), connectAsOwner(url)]
    try {
      await openBooksOn(database, addDays(today, -1))
      const loans = fc.sample(anyPastLoan(today), { numRuns: 20, seed: 1 })
      const open = (await insertBookedLoans(database, loans)).filter(({ loan }) => !isSettled(loan))
      const [first] = open
      if (!first) throw new Error('no open loan among the random ones')
      await owner.query(
        'UPDATE loan_balances SET principal_fen = 0 WHERE customer_no = $1 AND loan_no = $2',
        [first.customer, first.loanNo],
      )
      await database.inTransaction(async (tx) => {
        await lockBalances(tx, { customerFrom: '', customerUntil: undefined, day: today })
        expect(await freeOf(other, open)).toEqual([])
      })
      expect(await freeOf(other, open)).toEqual(open.map(({ loanNo }) => loanNo))
    } finally {
      await Promise.all([database.close(), other.close(), owner.close()])
    }
  })
})

/** The loans whose balance another transaction could change now. */
async function freeOf(database: Database, loans: readonly BookedLoan[]): Promise<string[]> {
  const free: string[] = []
  for (const { customer, loanNo } of loans) {
    const rows = await database.inTransaction((tx) =>
      tx.query<{ loan_no: string }>(
        `SELECT loan_no FROM loan_balances WHERE customer_no = $1 AND loan_no = $2
            FOR UPDATE SKIP LOCKED`,
        [customer, loanNo],
      ),
    )
    free.push(...rows.map((row) => row.loan_no))
  }
  return free
}
