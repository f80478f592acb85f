import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { specimenLoan } from '@qingzhou/domain/specimen'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import type { Database } from '@qingzhou/platform/database/database'
import { readBalances, readCalendarDay } from '#ledger/index.ts'
import { customerNo } from '@qingzhou/platform/ids'
import { runEndOfDay } from './end-of-day.ts'
import { failures } from './failure-store.ts'
import { readProgress } from './progress-store.ts'
import {
  connectAsOwner,
  connectTo,
  digestDatabase,
  endOfDay,
  insertBookedLoans,
  openBooksOn,
  type BookedLoan,
} from './testing/books.ts'
import { BOOKED_UNTIL, LOANS_WITH_BALANCES } from './accrual-store.ts'
import { anyPastLoan } from './testing/random-loans.ts'
import { changeLoanField } from '#testing/loan-field.ts'

const yesterday = localDate('2026-11-15')
const today = localDate('2026-11-16')
const program = join(import.meta.dirname, '../../../../tools/operate/end-of-day.ts')

type Books = { readonly url: string; readonly database: Database; readonly loans: BookedLoan[] }

/** A database with random loans, booked until yesterday. */
async function withBooks(work: (books: Books) => Promise<void>, count = 60): Promise<void> {
  const url = await createTestDatabase()
  const database = connectTo(url)
  try {
    await openBooksOn(database, yesterday)
    const past = fc.sample(anyPastLoan(today), { numRuns: count, seed: 42 })
    await work({ url, database, loans: await insertBookedLoans(database, past) })
  } finally {
    await database.close()
  }
}

const setDayCount = (database: Database, loanNo = '', dayCount = '') =>
  changeLoanField(database, loanNo, { field: 'day_count', to: () => dayCount })

async function behind(database: Database, day: LocalDate): Promise<string[]> {
  const rows = await database.query<{ loan_no: string }>(
    `SELECT loan_no FROM ${LOANS_WITH_BALANCES} WHERE NOT is_settled AND ${BOOKED_UNTIL} < $1 ORDER BY loan_no`,
    [day],
  )
  return rows.map((row) => row.loan_no)
}

describe('the end of day', () => {
  it('moves the date and books every loan', () =>
    withBooks(async ({ url, database }) => {
      const end = await endOfDay(url, today)
      expect(end).toMatchObject({ businessDate: today, isFinished: true, failures: 0 })
      expect(end.slicesDone).toBe(end.slices)
      expect(await behind(database, today)).toEqual([])
    }))

  it('changes nothing if run again for the same date', () =>
    withBooks(async ({ url, database }) => {
      await endOfDay(url, today)
      const once = await digestDatabase(database)
      await endOfDay(url, today)
      expect(await digestDatabase(database)).toBe(once)
    }))

  it('recalculates the slices if one has grown too large', () =>
    withBooks(async ({ url, database }) => {
      const run = (days: number, loansPerSlice: number) =>
        runEndOfDay(
          {
            connect: () => connectTo(url),
            now: () => new Date(),
            lanes: 2,
            loansPerSlice,
            debits: 'ignore',
          },
          addDays(yesterday, days),
        )
      expect((await run(1, 1000)).slices).toBe(1)
      const cut = await run(2, 10)
      expect(cut.slices).toBeGreaterThan(4)
      expect(await run(3, 10)).toMatchObject({ slices: cut.slices, loans: cut.loans })
      expect(await behind(database, addDays(yesterday, 3))).toEqual([])
    }))

  it('never moves the date back', () =>
    withBooks(async ({ url }) => {
      await endOfDay(url, today)
      expect(await endOfDay(url, yesterday)).toMatchObject({ businessDate: today })
    }))

  it('finishes each day before the next, including a day that another process began', () =>
    withBooks(async ({ url, database }) => {
      await endOfDay(url, today)
      await database.query('UPDATE end_of_day_runs SET finished_at = NULL')
      await database.query('UPDATE end_of_day_slices SET done_at = NULL')
      await database.query(`UPDATE loans SET booked_until = $1 WHERE loan_no = 'loan-000007'`, [
        yesterday,
      ])
      await endOfDay(url, addDays(today, 2))
      const runs = await database.query<{ business_date: string; finished_at: Date | null }>(
        'SELECT business_date, finished_at FROM end_of_day_runs ORDER BY business_date',
      )
      expect(runs.map((run) => [run.business_date, run.finished_at !== null])).toEqual([
        [today, true],
        [addDays(today, 1), true],
        [addDays(today, 2), true],
      ])
    }))

  it('[13] books interest by dates, however many days one run covers', () =>
    withBooks(async ({ url, database, loans }) => {
      const end = addDays(today, 9)
      await endOfDay(url, end)
      for (const { customer, loanNo, loan } of loans.slice(0, 20)) {
        const owner = { customer: customerNo(customer), loanNo }
        const found = await readBalances(database, owner)
        const [row] = await database.query<{ booked_until: LocalDate }>(
          `SELECT ${BOOKED_UNTIL} AS booked_until FROM ${LOANS_WITH_BALANCES} WHERE loan_no = $1`,
          [loanNo],
        )
        expect(found).toEqual(positionOf(loan, row?.booked_until ?? end))
      }
    }))

  it('yields the same books with two concurrent runs as with one', () =>
    withBooks(async ({ url, database }) => {
      const until = addDays(today, 2)
      await Promise.all([endOfDay(url, until, 3), endOfDay(url, until, 3)])
      const together = await digestDatabase(database)
      await withBooks(async (alone) => {
        await endOfDay(alone.url, until, 1)
        expect(await digestDatabase(alone.database)).toBe(together)
      })
    }))
})

describe('a loan that fails in the end of day', () => {
  it('blocks no other loan, is listed, and is booked once its data is corrected', () =>
    withBooks(async ({ url, database, loans }) => {
      const [poisoned] = await behind(database, today)
      await setDayCount(database, poisoned, '31/365')
      expect(await endOfDay(url, today)).toMatchObject({ isFinished: true, failures: 1 })
      expect(await behind(database, today)).toEqual([poisoned])
      const [failure] = await failures(database)
      expect(failure).toMatchObject({ loanNo: poisoned, day: today })

      expect(await endOfDay(url, addDays(today, 1))).toMatchObject({ failures: 1 })
      const loan = loans.find(({ loanNo }) => loanNo === poisoned)
      const dayCount = loan?.loan.conventions.dayCount
      await setDayCount(database, poisoned, dayCount)
      expect(await endOfDay(url, addDays(today, 1))).toMatchObject({ failures: 0 })
      expect(await behind(database, addDays(today, 1))).toEqual([])
    }))

  it('is found among the loans of one batch statement', () =>
    withBooks(async ({ url, database }) => {
      const refused = (await behind(database, today)).filter((_, index) => index % 17 === 3)
      await refuseUpdates(url, refused)
      await endOfDay(url, today)
      expect(await behind(database, today)).toEqual(refused)
      expect((await failures(database)).map(({ loanNo }) => loanNo)).toEqual(refused)
      await withBooks(async (sound) => {
        await endOfDay(sound.url, today)
        await pretendNothingFailed(url, today)
        expect(await digestDatabase(database)).toBe(await digestDatabase(sound.database))
      })
    }))
})

/** Makes the database reject updates of some loans, as a violated constraint would. */
async function refuseUpdates(url: string, loanNos: readonly string[]): Promise<void> {
  const owner = connectAsOwner(url)
  try {
    await owner.query(`CREATE FUNCTION refuse_poisoned() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'poisoned'; END $$`)
    const list = loanNos.map((loanNo) => `'${loanNo}'`).join(', ')
    await owner.query(`CREATE TRIGGER refuse_poisoned BEFORE UPDATE ON loan_balances FOR EACH ROW
      WHEN (NEW.accrued_until IS DISTINCT FROM OLD.accrued_until AND NEW.loan_no IN (${list})) EXECUTE FUNCTION refuse_poisoned()`)
  } finally {
    await owner.close()
  }
}

async function pretendNothingFailed(url: string, day: LocalDate): Promise<void> {
  const owner = connectAsOwner(url)
  try {
    await owner.query('DROP TRIGGER refuse_poisoned ON loan_balances')
  } finally {
    await owner.close()
  }
  await endOfDay(url, day)
}

describe('the end-of-day command', { timeout: 60_000 }, () => {
  const run = promisify(execFile)
  const command = (url: string, args: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
    run(process.execPath, [program, ...args], {
      env: { ...process.env, DATABASE_URL: url, NO_COLOR: '1', ...settings },
    })

  it('[12] yields the same books in any time zone of server and database', () =>
    withBooks(async ({ url, database }) => {
      const until = localDate('2026-11-18')
      await command(url, ['--date', until, '--force', '--reason', 'a test'], {
        TZ: 'Pacific/Kiritimati',
        PGTZ: 'America/Los_Angeles',
      })
      await withBooks(async (here) => {
        await endOfDay(here.url, until)
        expect(await digestDatabase(database)).toBe(await digestDatabase(here.database))
      })
    }))

  it('prints its result, and fails if a loan failed', () =>
    withBooks(async ({ url, database }) => {
      const { stdout } = await command(url, ['--date', today])
      const { loans, entries } = await readProgress(database)
      expect(stdout).toContain(`${today}  ${loans} loans, ${entries} entries, 0 failures`)

      const [poisoned] = await behind(database, addDays(today, 1))
      await setDayCount(database, poisoned, '31/365')
      const force = ['--force', '--reason', 'a test']
      const failed = command(url, ['--date', addDays(today, 1), ...force])
      await expect(failed).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`loan ${poisoned}`),
      })
    }))

  it.each([
    ['--date', '2026-02-30'],
    ['--date', 'tomorrow'],
    ['--workers', '0'],
    ['--days', '1'],
    ['--force', '--workers=1'],
  ])('refuses %s %s', async (...args) => {
    await expect(command('postgresql:///none', args)).rejects.toMatchObject({ code: 1 })
  })

  it('does not close a day in production before it is over', () =>
    withBooks(async ({ url, database }) => {
      const attempt = command(url, ['--date', '2999-01-01'], { MODE: 'production' })
      await expect(attempt).rejects.toMatchObject({ code: 1 })
      expect(await readProgress(database)).toMatchObject({ businessDate: yesterday })
    }))

  it('passes the calendar only with --force, and records who did it and why', () =>
    withBooks(async ({ url, database }) => {
      const until = addDays(await readCalendarDay(database), 2)
      const args = ['--date', until, '--force', '--reason', 'the database is a day behind']
      await command(url, args, { MODE: 'production' })
      expect(await readProgress(database)).toMatchObject({ businessDate: until })
      const permits = await database.query(
        `SELECT until, reason FROM business_date_permits
          WHERE granted_by = session_user AND granted_at <= now() ORDER BY permit_no DESC LIMIT 1`,
      )
      expect(permits).toEqual([{ until, reason: 'the database is a day behind' }])
    }))
})

describe('a single loan across calendar edges', () => {
  it.each([
    ['2024-01-31', '2024-02-27', '2024-03-02'],
    ['2025-11-30', '2025-12-29', '2026-01-02'],
    ['2027-01-31', '2027-02-26', '2027-03-02'],
  ])(
    '[12] drawn on %s is booked to the domain’s result on each day from %s to %s',
    async (...dates) => {
      const [start, first, last] = dates.map(localDate)
      if (!start || !first || !last) throw new Error('expected three dates')
      const url = await createTestDatabase()
      const database = connectTo(url)
      try {
        const loan = specimenLoan({ start })
        await openBooksOn(database, addDays(first, -1))
        await insertBookedLoans(database, [{ loan, bookedUntil: start }])
        const owner = { customer: customerNo('customer-000000'), loanNo: 'loan-000000' }
        for (let day = first; day <= last; day = addDays(day, 1)) {
          await endOfDay(url, day)
          expect(await readBalances(database, owner)).toEqual(positionOf(loan, day))
        }
      } finally {
        await database.close()
      }
    },
  )
})
