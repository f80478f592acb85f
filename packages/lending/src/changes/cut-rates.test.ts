import { expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Deps } from '#act.ts'
import { cutRates, type CutProgress } from './cut-rates.ts'
import { cutRate } from './change-terms.ts'
import { readLoans } from '#loans/loan-store.ts'
import { repayInFull } from '#payments/payments.ts'
import {
  cardId,
  customerWithLoan,
  firstDay,
  booksForTests,
  onlyLoan,
  catchRefusal,
} from '#testing/books.ts'

const books = await booksForTests()

const today = addDays(firstDay, 10)
const from = addDays(today, 1)
const order = {
  cutNo: 'cut-1',
  actor: 'admin',
  annualRatePpm: 72_000n,
  from,
  scope: { grade: 'C' },
}

async function rateOf(customer: CustomerNo): Promise<bigint | undefined> {
  const [stored] = await readLoans(books.deps.database, customer)
  return stored?.loan.annualRatePpm
}

async function auditRows(): Promise<number> {
  const rows = await books.owner.query("SELECT 1 AS one FROM audit_log WHERE act = 'rate-cut'")
  return rows.length
}

/** A database that fails after some transactions, as if the process had been killed in between. */
function failAfter(count: number): Deps {
  const { database, now } = books.deps
  let left = count
  return {
    now,
    database: {
      ...database,
      inTransaction: (work) => {
        left -= 1
        return left < 0 ? Promise.reject(new Error('killed')) : database.inTransaction(work)
      },
    },
  }
}

it('cuts every open loan of a grade once, even when killed and run again', async () => {
  const drawn = await Promise.all(Array.from({ length: 12 }, () => customerWithLoan(books)))
  const [settled, low, other] = await Promise.all([
    customerWithLoan(books),
    customerWithLoan(books),
    customerWithLoan(books),
  ])
  await books.moveTo(today)
  const { loan } = await onlyLoan(books, settled.customer)
  const payment = { loanNo: settled.loanNo, amount: payoffOn(today, loan), cardId }
  await repayInFull(books.deps, books.actOf(settled.customer), payment)
  const cut = { loanNo: low.loanNo, annualRatePpm: 60_000n, from }
  await cutRate(books.deps, books.actOf(low.customer), cut)
  await books.owner.query("UPDATE limits SET grade = 'D' WHERE customer_no = $1", [other.customer])

  await expect(cutRates(failAfter(5), order)).rejects.toThrow('killed')
  await expect(cutRates(failAfter(11), order)).rejects.toThrow('killed')
  const looked = await cutRates(books.deps, order, { isDryRun: true })
  expect(looked.cut + (looked.refused['rate-not-lower'] ?? 0)).toBe(13)
  const seen: CutProgress[] = []
  const done = { cut: 12, refused: { 'rate-not-lower': 1 } }
  expect(await cutRates(books.deps, order, { onProgress: (one) => seen.push(one) })).toEqual(done)
  expect(seen.at(-1)).toEqual(done)
  const rates = await Promise.all(drawn.map(({ customer }) => rateOf(customer)))
  expect(new Set(rates)).toEqual(new Set([72_000n]))
  expect(await rateOf(other.customer)).toBe(144_000n)
  expect(await rateOf(low.customer)).toBe(60_000n)
  expect(await auditRows()).toBe(13)
})

it('cuts all loans of one customer and no others', async () => {
  const [wanted, other] = await Promise.all([customerWithLoan(books), customerWithLoan(books)])
  const scope = { customer: wanted.customer }
  expect(await cutRates(books.deps, { ...order, cutNo: 'cut-2', scope })).toEqual({
    cut: 1,
    refused: {},
  })
  expect(await rateOf(wanted.customer)).toBe(72_000n)
  expect(await rateOf(other.customer)).toBe(144_000n)
})

it('is refused with a malformed number before any loan is changed', async () => {
  const before = await auditRows()
  const cutting = cutRates(books.deps, { ...order, cutNo: 'x'.repeat(50) })
  expect(await catchRefusal(cutting)).toEqual({ kind: 'number-malformed' })
  expect(await auditRows()).toBe(before)
})
