import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lateThresholds, nextBookState, type BookState } from '@qingzhou/domain/books/book-state'
import { provisionPpm } from '@qingzhou/domain/books/provision'
import {
  addDays,
  daysBetween,
  localDate,
  type LocalDate,
} from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { isOpen, isSettled, type Loan, type Parts } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { specimenDated, specimenLoan } from '@qingzhou/domain/specimen'
import type { Database } from '@qingzhou/platform/database/database'
import { customerNo } from '@qingzhou/platform/ids'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { listBookStates } from './book-state-store.ts'
import { readBookSums } from './book-sum-store.ts'
import { connectTo, endOfDay, insertBookedLoans, openBooksOn } from './testing/books.ts'
import { anyPastLoan, type PastLoan } from './testing/random-loans.ts'

const firstDue = localDate('2026-02-15')

async function withLoans(
  loans: readonly PastLoan[],
  work: (books: { readonly url: string; readonly database: Database }) => Promise<void>,
): Promise<void> {
  const url = await createTestDatabase()
  const database = connectTo(url)
  try {
    await openBooksOn(database, localDate('2026-01-15'))
    await insertBookedLoans(database, loans)
    await work({ url, database })
  } finally {
    await database.close()
  }
}

/** Books one day only, as if those before it had changed nothing. */
async function bookOn(url: string, database: Database, day: LocalDate): Promise<void> {
  await openBooksOn(database, addDays(day, -1))
  await endOfDay(url, day)
}

const lateOn = (loan: Loan, day: LocalDate): number => {
  const due = loan.instalments.find(isOpen)?.dueDate ?? day
  return due < day ? daysBetween({ from: due, to: day }) : 0
}

const chargesOf = ({ interest, penalty, fee }: Parts): bigint => interest + penalty + fee

/** What is not income is not provided for; rounded half up, never below zero. */
function provisionFor(
  owed: Parts,
  { isAccruing, rate }: { readonly isAccruing: boolean; readonly rate: bigint },
): bigint {
  const base = owed.principal + (isAccruing ? chargesOf(owed) : 0n)
  return base > 0n ? (base * rate + 500_000n) / 1_000_000n : 0n
}

describe('the books of the lender', () => {
  it('[X1, X4] record each change of a loan that is not paid, once', () =>
    withLoans([{ loan: specimenLoan(), bookedUntil: localDate('2026-01-15') }], async (books) => {
      const { url, database } = books
      for (const days of [0, 1, 2, 30, 31, 90, 91, 92, 271, 361, 362]) {
        await bookOn(url, database, addDays(firstDue, days))
      }
      const of = { customer: customerNo('customer-000000'), loanNo: 'loan-000000' }
      const states = await listBookStates(database, of)
      expect(states.map(({ from, class: name, stage }) => [from, name, stage])).toEqual([
        [addDays(firstDue, 361), 'loss', 3],
        [addDays(firstDue, 271), 'doubtful', 3],
        [addDays(firstDue, 91), 'substandard', 3],
        [addDays(firstDue, 31), 'special-mention', 2],
        [addDays(firstDue, 1), 'special-mention', 1],
      ])
    }))

  it('[X5, X7] the sums of a day are those of its loans, counted one by one', () => {
    const day = localDate('2026-11-16')
    const past = fc.sample(anyPastLoan(day), { numRuns: 60, seed: 7 })
    return withLoans(past, async ({ url, database }) => {
      const first = addDays(day, -40)
      const states = new Map<number, BookState>()
      for (const on of [first, day]) {
        await bookOn(url, database, on)
        for (const [index, { loan }] of past.entries()) {
          const daysLate = lateOn(loan, on)
          const before = states.get(index)
          if (isSettled(loan) || (!before && daysLate === 0)) continue
          states.set(index, nextBookState(before, { day: on, daysLate, restructuredOn: [] }))
        }
      }
      const expected = new Map<string, { loans: number; provision: bigint; total: bigint }>()
      for (const [index, { loan }] of past.entries()) {
        if (isSettled(loan)) continue
        const state = states.get(index) ?? ({ class: 'pass', stage: 1, isAccruing: true } as const)
        const owed = positionOf(loan, day)
        const rate = provisionPpm(state, { on: day, dated: specimenDated })
        const key = `${state.class} ${state.stage}`
        const { loans, provision, total } = expected.get(key) ?? {
          loans: 0,
          provision: 0n,
          total: 0n,
        }
        expected.set(key, {
          loans: loans + 1,
          provision: provision + provisionFor(owed, { ...state, rate }),
          total: total + owed.principal + chargesOf(owed),
        })
      }
      const sums = await readBookSums(database, day)
      const found = sums.map(({ class: name, stage, loans, provision, ...owed }) => [
        `${name} ${stage}`,
        {
          loans,
          provision: BigInt(provision),
          total: owed.principal + owed.receivable + owed.memorandum,
        },
      ])
      expect(
        new Map(found as [string, { loans: number; provision: bigint; total: bigint }][]),
      ).toEqual(expected)
      expect(sums.length).toBeGreaterThan(2)
      for (const { class: name, receivable, memorandum } of sums) {
        const isIncome = name === 'pass' || name === 'special-mention'
        expect(isIncome ? memorandum : receivable).toBe(fen(0n))
      }
    })
  })

  it('[X4] a server cannot alter what was recorded', () =>
    withLoans([{ loan: specimenLoan(), bookedUntil: localDate('2026-01-15') }], async (books) => {
      const { url, database } = books
      await bookOn(url, database, addDays(firstDue, 1))
      for (const table of ['loan_book_states', 'book_sums', 'restructurings']) {
        await expect(database.query(`DELETE FROM ${table}`)).rejects.toThrow(/permission denied/)
      }
      await expect(database.query(`UPDATE loan_book_states SET class = 'pass'`)).rejects.toThrow(
        /permission denied/,
      )
    }))

  it('the thresholds are those of classes and stages', () => {
    expect(lateThresholds).toEqual([1, 31, 91, 271, 361])
  })
})
