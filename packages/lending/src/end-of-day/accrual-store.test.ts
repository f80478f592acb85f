import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { isSettled, type PartName } from '@qingzhou/domain/loans/loan'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { casesFor } from '@qingzhou/platform/testing/proving'
import { connectTo, endOfDay, insertBookedLoans, openBooksOn } from './testing/books.ts'
import { anyPastLoan, type PastLoan } from './testing/random-loans.ts'

const loansPerDay = casesFor({ usually: 100, each: 100 })
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31)

/** Calendar edge cases and ordinary days. */
const days = ['2024-02-29', '2025-03-01', '2026-12-31', '2028-01-01', '2026-08-31', '2027-06-16']

describe('the end of day in SQL', { timeout: 60_000 + loansPerDay * 500 }, () => {
  it.each(days)(
    `[G2] books every loan to the domain’s result on %s (seed ${seed})`,
    async (text) => {
      const today = localDate(text)
      const loans = fc.sample(anyPastLoan(today), { numRuns: loansPerDay, seed })
      expect(await differences(loans, today)).toEqual([])
    },
  )
})

/** Runs the end of day and lists the loans whose books differ from the domain's result. */
async function differences(loans: readonly PastLoan[], today: LocalDate): Promise<object[]> {
  const url = await createTestDatabase()
  const database = connectTo(url)
  try {
    await openBooksOn(database, addDays(today, -1))
    const booked = await insertBookedLoans(database, loans)
    const { failures } = await endOfDay(url, today)
    expect(failures).toBe(0)
    const balances = await readBalances(database)
    return booked.flatMap(({ loanNo, loan, bookedUntil }) => {
      const wanted = partsText(positionOf(loan, isSettled(loan) ? bookedUntil : today))
      const found = balances.get(loanNo)
      const isRight = found === wanted || (found === undefined && wanted === '0 0 0 0')
      return isRight ? [] : [{ loanNo, found, wanted, bookedUntil, loan: textOf(loan) }]
    })
  } finally {
    await database.close()
  }
}

async function readBalances(database: ReturnType<typeof connectTo>): Promise<Map<string, string>> {
  const rows = await database.query<{ loan_no: string } & Record<`${PartName}_fen`, bigint>>(
    'SELECT loan_no, fee_fen, penalty_fen, interest_fen, principal_fen FROM loan_balances',
  )
  return new Map(
    rows.map((row) => [
      row.loan_no,
      `${row.fee_fen} ${row.penalty_fen} ${row.interest_fen} ${row.principal_fen}`,
    ]),
  )
}

function partsText(parts: ReturnType<typeof positionOf>): string {
  return `${parts.fee} ${parts.penalty} ${parts.interest} ${parts.principal}`
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  )
}
