import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '@qingzhou/domain/calendar/local-date'
import type { Coupon } from '@qingzhou/domain/coupons/coupon'
import { quoteDraw } from '@qingzhou/domain/draws/draw-request'
import { fen } from '@qingzhou/domain/money/money'
import type { Refusal } from '@qingzhou/domain/refusal'
import { specimenRules, valueOf } from '@qingzhou/domain/specimen'
import { readBalances } from '#ledger/index.ts'
import { cancelLimit, openLimit } from '#limits/open-limit.ts'
import { insertCoupon } from './coupon-store.ts'
import type { DrawRequest } from '#requests.ts'
import { drawLoan } from '#testing/draw-loan.ts'
import { findLimit } from '#limits/limit-store.ts'
import { readLoans } from '#loans/loan-store.ts'
import { repayInFull } from '#payments/payments.ts'
import {
  anyDraw,
  cardId,
  customerWithLimit,
  customerWithLoan,
  firstDay,
  booksForTests,
  catchRefusal,
  rowCounts,
} from '#testing/books.ts'

const books = await booksForTests()

const coupon: Coupon = {
  benefit: { kind: 'sum-off-first-instalment', amount: fen(200_00n) },
  amountMin: fen(5_000_00n),
  months: [12],
  validFrom: firstDay,
  validUntil: addDays(firstDay, 30),
  state: { kind: 'free' },
}

describe('a limit', () => {
  it('is opened for a year at the rate of its grade', async () => {
    const customer = books.newCustomer()
    const request = { amount: fen(8_000_00n), grade: 'B', lender: 'bank' } as const
    expect(await openLimit(books.deps, books.actOf(customer), request)).toEqual({
      granted: 8_000_00n,
      annualRatePpm: 108_000n,
      validUntil: '2027-01-15',
    })
    expect(await findLimit(books.deps.database, customer)).toMatchObject({
      used: 0n,
      state: 'open',
    })
  })

  const wrong: [Refusal['kind'], { amount?: bigint; grade?: string }][] = [
    ['limit-not-offered', { amount: 0n }],
    ['limit-not-offered', { amount: -500_00n }],
    ['limit-not-offered', { amount: 2n ** 64n }],
    ['limit-not-offered', { amount: 8_000_01n }],
    ['grade-unknown', { grade: 'Z' }],
    ['grade-unknown', { grade: '__proto__' }],
  ]
  for (const [kind, { amount = 8_000_00n, grade = 'A' }] of wrong) {
    it(`is refused with ${kind} for ${amount} fen at grade ${grade}, and nothing is written`, async () => {
      const before = await rowCounts(books)
      const request = { amount: fen(amount), grade, lender: 'bank' } as const
      const act = books.actOf(books.newCustomer())
      expect((await catchRefusal(openLimit(books.deps, act, request)))?.kind).toBe(kind)
      expect(await rowCounts(books)).toEqual(before)
    })
  }

  it('is opened once, and after cancellation with nothing outstanding can be opened again', async () => {
    const { customer, loanNo } = await customerWithLoan(books)
    const request = { amount: fen(8_000_00n), grade: 'A', lender: 'bank' } as const
    const again = () => openLimit(books.deps, books.actOf(customer), request)
    expect(await catchRefusal(again())).toEqual({ kind: 'limit-already-open' })
    const cancel = () => cancelLimit(books.deps, books.actOf(customer))
    expect(await catchRefusal(cancel())).toEqual({ kind: 'limit-in-use' })

    const payment = { loanNo, amount: fen(12_000_00n), cardId }
    await repayInFull(books.deps, books.actOf(customer), payment)
    expect(await cancel()).toEqual({ state: 'cancelled' })
    expect(await catchRefusal(drawLoan(books.deps, books.actOf(customer), anyDraw))).toEqual({
      kind: 'limit-cancelled',
    })
    expect(await again()).toMatchObject({ granted: 8_000_00n })
    const stranger = books.actOf(books.newCustomer())
    expect(await catchRefusal(cancelLimit(books.deps, stranger))).toEqual({ kind: 'limit-unknown' })
  })
})

describe('a draw', () => {
  it('a draw is booked exactly as quoted', async () => {
    const { customer, loanNo } = await customerWithLoan(books)
    const [stored] = await readLoans(books.deps.database, customer)
    const terms = { annualRatePpm: 144_000n, today: firstDay, rules: specimenRules } as const
    expect(stored?.loan).toEqual(valueOf(quoteDraw({ ...anyDraw, ...terms })).loan)
    expect((await findLimit(books.deps.database, customer))?.used).toBe(12_000_00n)
    const owed = await readBalances(books.deps.database, { customer, loanNo })
    expect(owed).toMatchObject({ principal: 12_000_00n, interest: 0n })
  })

  const wrong: [Refusal['kind'], Partial<DrawRequest>][] = [
    ['draw-amount-not-offered', { amount: fen(0n) }],
    ['draw-amount-not-offered', { amount: fen(-1_000_00n) }],
    ['draw-amount-not-offered', { amount: fen(2n ** 53n + 1n) }],
    ['draw-amount-not-offered', { amount: fen(1_000_50n) }],
    ['limit-too-low', { amount: fen(20_100_00n) }],
    ['term-not-offered', { months: Number.NaN }],
    ['term-not-offered', { months: Number.POSITIVE_INFINITY }],
    ['term-not-offered', { months: -12 }],
    ['method-not-offered', { method: 'interest-first', months: 24 }],
    ['purpose-not-accepted', { purpose: 'securities' }],
    ['purpose-not-accepted', { purpose: "'; DROP TABLE loans; --\0" }],
    ['coupon-unknown', { couponNo: 'unknown-coupon' }],
    ['coupon-unknown', { couponNo: '\0' }],
  ]
  for (const [kind, changes] of wrong) {
    it(`is refused with ${kind} for ${Object.values(changes).join(', ')}, and nothing is written`, async () => {
      const customer = await customerWithLimit(books, fen(20_000_00n))
      const before = await rowCounts(books)
      const asked = drawLoan(books.deps, books.actOf(customer), { ...anyDraw, ...changes })
      expect((await catchRefusal(asked))?.kind).toBe(kind)
      expect(await rowCounts(books)).toEqual(before)
    })
  }

  it('is refused without a limit and after the limit has expired', async () => {
    const stranger = books.actOf(books.newCustomer())
    expect(await catchRefusal(drawLoan(books.deps, stranger, anyDraw))).toEqual({
      kind: 'limit-unknown',
    })
    const customer = await customerWithLimit(books)
    await books.moveTo(addDays(addMonths(firstDay, 12), 1))
    const late = drawLoan(books.deps, books.actOf(customer), anyDraw)
    expect(await catchRefusal(late)).toEqual({ kind: 'limit-expired' })
    await books.moveTo(firstDay)
  })

  it('uses its coupon, whose cost is in the ledger', async () => {
    const customer = await customerWithLimit(books)
    await insertCoupon(books.deps.database, { customer, couponNo: 'c-1', coupon })
    const request = { ...anyDraw, couponNo: 'c-1' }
    const { loanNo } = await drawLoan(books.deps, books.actOf(customer), request)
    const cost = await books.owner.query<{ amount: bigint }>(
      `SELECT sum(amount_fen)::bigint AS amount FROM ledger_entries
        WHERE customer_no = $1 AND loan_no = $2 AND debit_account = 'coupon-cost'`,
      [customer, loanNo],
    )
    expect(cost).toEqual([{ amount: 200_00n }])
    const again = drawLoan(books.deps, books.actOf(customer), request)
    expect(await catchRefusal(again)).toEqual({ kind: 'coupon-taken' })
  })

  it('does not use a coupon that does not fit, has expired or belongs to another customer', async () => {
    const customer = await customerWithLimit(books)
    const key = { customer, couponNo: 'c-1' }
    await insertCoupon(books.deps.database, { ...key, coupon })
    await insertCoupon(books.deps.database, {
      customer,
      couponNo: 'c-2',
      coupon: { ...coupon, validUntil: addDays(firstDay, -1) },
    })
    const ask = (who: typeof customer, changes: Partial<DrawRequest>) =>
      catchRefusal(drawLoan(books.deps, books.actOf(who), { ...anyDraw, ...changes }))
    expect(await ask(customer, { couponNo: 'c-1', months: 6 })).toEqual({
      kind: 'coupon-does-not-fit',
    })
    expect(await ask(customer, { couponNo: 'c-2' })).toEqual({ kind: 'coupon-not-valid-today' })
    const other = await customerWithLimit(books)
    expect(await ask(other, { couponNo: 'c-1' })).toEqual({ kind: 'coupon-unknown' })
    expect(await ask(customer, { couponNo: 'c-1' })).toBeUndefined()
  })
})
