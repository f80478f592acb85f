import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { sum } from '@qingzhou/domain/money/money'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import {
  readJournal,
  readLastLedgerDay,
  readTrialBalance,
  sumLedgerDays,
} from './ledger-day-store.ts'
import {
  connectAsOwner,
  connectTo,
  endOfDay,
  insertBookedLoans,
  openBooksOn,
} from './testing/books.ts'
import { anyPastLoan } from './testing/random-loans.ts'

const day = localDate('2026-11-16')

/** Each account's net debits up to a day, with the tax of each entry recounted from the rows alone. $1: the day. */
const RECOUNT = `
  WITH rows AS (
    SELECT business_date, customer_no, loan_no, event, against, fee_fen, penalty_fen, interest_fen, principal_fen,
           refunds_payable_fen, bank_fen FROM ledger_postings WHERE business_date <= $1
     UNION ALL
    SELECT business_date, customer_no, loan_no, 'accrual', 'income', fee_fen, penalty_fen, interest_fen, 0, 0, 0
      FROM ledger_accruals WHERE business_date <= $1),
  moves AS (
    SELECT business_date, event, product, account, against, sum(fen) AS fen
      FROM rows LEFT JOIN loans USING (customer_no, loan_no)
     CROSS JOIN LATERAL (VALUES ('fee', fee_fen), ('penalty', penalty_fen), ('interest', interest_fen),
       ('principal', principal_fen), ('refunds-payable', refunds_payable_fen), ('bank', bank_fen)) AS m (account, fen)
     GROUP BY business_date, event, product, account, against)
  SELECT account, sum(fen)::bigint AS fen FROM (
    SELECT account, fen FROM moves
     UNION ALL SELECT against, -fen FROM moves WHERE against <> 'income'
     UNION ALL SELECT account || '-income', -round(fen / 1.06) FROM moves WHERE against = 'income'
     UNION ALL SELECT 'value-added-tax', round(fen / 1.06) - fen FROM moves WHERE against = 'income') AS lines
   GROUP BY account HAVING sum(fen) <> 0 ORDER BY account`

describe('the general ledger', () => {
  it('[X9, X11] has a trial balance of zero, equal to a second count of the rows, and is summed once', async () => {
    const url = await createTestDatabase()
    const database = connectTo(url)
    const owner = connectAsOwner(url)
    try {
      await openBooksOn(database, addDays(day, -2))
      await insertBookedLoans(database, fc.sample(anyPastLoan(day), { numRuns: 40, seed: 3 }))
      await endOfDay(url, day)
      expect(await readLastLedgerDay(database)).toBe(addDays(day, -1))
      for (const on of [addDays(day, -2), addDays(day, -1)]) {
        const balance = await readTrialBalance(database, on)
        expect(sum(balance.map(({ closing }) => closing))).toBe(0n)
        const closing = balance.filter(({ closing: fen }) => fen !== 0n)
        expect(closing.map(({ account, closing: fen }) => ({ account, fen }))).toEqual(
          await owner.query(RECOUNT, [on]),
        )
        expect(sum(balance.map(({ debit }) => debit))).toBe(
          sum(balance.map(({ credit }) => credit)),
        )
      }
      expect(
        (await readTrialBalance(database, addDays(day, -1))).map(({ account }) => account),
      ).toEqual(
        expect.arrayContaining(['interest-income', 'value-added-tax', 'principal', 'clearing']),
      )
      const before = await owner.query('SELECT * FROM ledger_days ORDER BY 1, 2, 3, 4')
      await database.inTransaction((tx) => sumLedgerDays(tx, day))
      expect(await owner.query('SELECT * FROM ledger_days ORDER BY 1, 2, 3, 4')).toEqual(before)
      const journal = await readJournal(database, { from: addDays(day, -1), to: addDays(day, -1) })
      expect(new Set(journal.map((entry) => entry.day))).toEqual(new Set([addDays(day, -1)]))
      await expect(database.query('DELETE FROM ledger_days')).rejects.toThrow('permission denied')
      await expect(owner.query('UPDATE ledger_days SET debit_fen = 1')).rejects.toThrow(
        'append-only',
      )
    } finally {
      await database.close()
      await owner.close()
    }
  })
})
