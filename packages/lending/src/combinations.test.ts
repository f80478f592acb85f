import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { fen, sum, yuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readBalances } from './ledger/index.ts'
import type { DrawRequest } from './requests.ts'
import { insertCoupon } from './draws/coupon-store.ts'
import { cutRate, deferInstalment, grantForbearanceOnLoan } from './changes/change-terms.ts'
import { drawLoan } from '#testing/draw-loan.ts'
import { readLoans } from './loans/loan-store.ts'
import { openLimit } from './limits/open-limit.ts'
import { receivePayment, repayInFull } from './payments/payments.ts'
import { convertLoanBill } from './changes/convert.ts'
import { bookDays } from './testing/history.ts'
import { anyDraw, cardId, firstDay, openBooks, type Books } from './testing/books.ts'

let books: Books
beforeAll(async () => {
  books = await openBooks()
})
afterAll(() => books.close())

const lastDue = localDate('2026-04-15')

/** A borrower at the highest rate, 23.4 %, with a loan and optionally a coupon for a fixed sum. */
async function borrowWith(request: Partial<DrawRequest>, sumOff?: bigint) {
  await books.moveTo(firstDay)
  const { deps } = books
  const customer = books.newCustomer()
  const limit = { amount: fen(50_000_00n), grade: 'E', lender: 'consumer-finance' } as const
  await openLimit(deps, books.actOf(customer), limit)
  const couponNo = `coupon-of-${customer}`
  if (sumOff !== undefined) {
    const coupon = {
      benefit: { kind: 'sum-off-first-instalment', amount: fen(sumOff) },
      amountMin: fen(0n),
      months: [...product.terms],
      validFrom: firstDay,
      validUntil: addDays(firstDay, 30),
      state: { kind: 'free' },
    } as const
    await insertCoupon(deps.database, { customer, couponNo, coupon })
  }
  const asked = { ...anyDraw, ...request, ...(sumOff !== undefined && { couponNo }) }
  const { loanNo } = await drawLoan(deps, books.actOf(customer), asked)
  return { customer, loanNo }
}

type Borrower = Awaited<ReturnType<typeof borrowWith>>

async function loanOf({ customer, loanNo }: Borrower) {
  const stored = (await readLoans(books.deps.database, customer)).find(
    (one) => one.loanNo === loanNo,
  )
  if (!stored) throw new Error(`loan ${loanNo} not found`)
  return stored.loan
}

async function goTo(day: LocalDate, borrower: Borrower): Promise<void> {
  await books.moveTo(day)
  await bookDays(books.deps, borrower)
}

async function payDue(borrower: Borrower, day: LocalDate): Promise<void> {
  await goTo(day, borrower)
  const amount = dueOn(day, await loanOf(borrower))
  const { loanNo } = borrower
  await receivePayment(books.deps, books.actOf(borrower.customer), { loanNo, amount, cardId })
}

/** The payoff of a day, after checking that the ledger agrees with the loan. */
async function payoffIn(borrower: Borrower, day: LocalDate): Promise<string> {
  const loan = await loanOf(borrower)
  expect(await readBalances(books.deps.database, borrower)).toEqual(positionOf(loan, day))
  return yuan(payoffOn(day, loan))
}

/**
 * 50,000 over three months, interest first, on the last due date with only the last instalment
 * open.
 */
async function onLastDueDate(): Promise<Borrower> {
  const amount = fen(50_000_00n)
  const borrower = await borrowWith({ amount, months: 3, method: 'interest-first' })
  await payDue(borrower, localDate('2026-02-15'))
  await payDue(borrower, localDate('2026-03-15'))
  await goTo(lastDue, borrower)
  return borrower
}

async function cutTo(annualRatePpm: bigint, borrower: Borrower, today: LocalDate): Promise<void> {
  const { customer, loanNo } = borrower
  const request = { loanNo, annualRatePpm, from: addDays(today, 1) }
  await cutRate(books.deps, books.actOf(customer), request)
}

describe('combined operations in the books', () => {
  it('[T1] a rate cut during a deferral raises no payoff and charges the lower rate', async () => {
    const borrower = await onLastDueDate()
    const { customer, loanNo } = borrower
    await deferInstalment(books.deps, books.actOf(customer), { loanNo, days: 30 })
    expect(await payoffIn(borrower, lastDue)).toBe('50975.00')
    await cutTo(72_000n, borrower, lastDue)
    expect(await payoffIn(borrower, lastDue)).toBe('50975.00')
    expect((await loanOf(borrower)).instalments[2]?.due.interest).toBe(1_275_00n)
    await goTo(localDate('2026-05-15'), borrower)
    expect(await payoffIn(borrower, localDate('2026-05-15'))).toBe('51275.00')
  })

  it('[T1] a rate cut during forbearance raises no payoff and charges the lower rate', async () => {
    const borrower = await onLastDueDate()
    const { customer, loanNo } = borrower
    await grantForbearanceOnLoan(books.deps, books.actOf(customer), { loanNo, days: 90 })
    await cutTo(72_000n, borrower, lastDue)
    expect(await payoffIn(borrower, lastDue)).toBe('50975.00')
    expect((await loanOf(borrower)).instalments[2]?.due.interest).toBe(1_875_00n)
    await goTo(localDate('2026-07-14'), borrower)
    expect(await payoffIn(borrower, localDate('2026-07-14'))).toBe('51875.00')
  })

  it('[D2, K5] forbearance keeps the principal that a coupon covers', async () => {
    const borrower = await borrowWith({ amount: fen(500_00n), months: 3 }, 170_00n)
    const { customer, loanNo } = borrower
    const today = localDate('2026-02-15')
    await goTo(today, borrower)
    expect(await payoffIn(borrower, today)).toBe('339.75')
    await grantForbearanceOnLoan(books.deps, books.actOf(customer), { loanNo, days: 30 })
    expect(await payoffIn(borrower, today)).toBe('339.75')
  })

  it('[N3] a converted bill accrues its interest daily', async () => {
    const borrower = await borrowWith({ amount: fen(12_000_00n), months: 12 })
    const { customer, loanNo } = borrower
    await goTo(addDays(firstDay, 1), borrower)
    const second = await convertLoanBill(books.deps, books.actOf(customer), { loanNo, months: 6 })
    const both = [borrower, { customer, loanNo: second.loanNo }]
    const today = addDays(firstDay, 2)
    for (const one of both) await goTo(today, one)
    // Two days on 12,000 at 23.4 %: 7.80 each.
    expect(yuan(await totalPayoff(both, today))).toBe('12015.60')
    await settle(both, { customer, today })
    expect(
      (await readLoans(books.deps.database, customer)).map(({ loan }) => isSettled(loan)),
    ).toEqual([true, true])
  })
})

async function totalPayoff(all: readonly Borrower[], today: LocalDate) {
  const loans = await Promise.all(all.map(loanOf))
  return sum(loans.map((loan) => payoffOn(today, loan)))
}

async function settle(
  all: readonly Borrower[],
  { customer, today }: { customer: CustomerNo; today: LocalDate },
): Promise<void> {
  for (const borrower of all) {
    const { loanNo } = borrower
    const amount = payoffOn(today, await loanOf(borrower))
    const paid = await repayInFull(books.deps, books.actOf(customer), { loanNo, amount, cardId })
    expect(paid).toMatchObject({ overpaid: 0n })
    expect(await payoffIn(borrower, today)).toBe('0.00')
  }
}
