import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import type { Coupon } from '@qingzhou/domain/coupons/coupon'
import { quoteDraw } from '@qingzhou/domain/draws/draw-request'
import { fen } from '@qingzhou/domain/money/money'
import { specimenRules, valueOf } from '@qingzhou/domain/specimen'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readBalances, explain } from '#ledger/index.ts'
import type { DrawRequest } from '#requests.ts'
import { reserveDraw } from './approve-draw.ts'
import { cancelLimit } from '#limits/open-limit.ts'
import { confirmTransfer } from '#payments/transfers.ts'
import { insertCoupon, readCoupons } from './coupon-store.ts'
import { findDraw } from './draw-store.ts'
import { findLimit } from '#limits/limit-store.ts'
import { readLoans } from '#loans/loan-store.ts'
import { bookDraw, releaseDraw } from './end-draw.ts'
import { drawLoan } from '#testing/draw-loan.ts'
import { readActs } from '#books-store.ts'
import { replayActs } from '#replay-acts.ts'
import {
  anyDraw,
  cardId,
  customerWithLimit,
  firstDay,
  booksForTests,
  onlyLoan,
  catchRefusal,
  rowCounts,
} from '#testing/books.ts'

const books = await booksForTests()
beforeEach(() => books.moveTo(firstDay))

const coupon: Coupon = {
  benefit: { kind: 'sum-off-first-instalment', amount: fen(200_00n) },
  amountMin: fen(0n),
  months: [12],
  validFrom: firstDay,
  validUntil: firstDay,
  state: { kind: 'free' },
}

async function customerWithCoupon(limit = fen(50_000_00n)): Promise<CustomerNo> {
  const customer = await customerWithLimit(books, limit)
  await insertCoupon(books.deps.database, { customer, couponNo: 'only-one', coupon })
  return customer
}

const hold = (customer: CustomerNo, changes: Partial<DrawRequest> = {}) =>
  reserveDraw(books.deps, books.actOf(customer), { ...anyDraw, ...changes })
const book = (customer: CustomerNo, drawNo: string, on = firstDay) =>
  bookDraw(books.deps, books.actOf(customer), { drawNo, on })
const release = (customer: CustomerNo, drawNo: string) =>
  releaseDraw(books.deps, books.actOf(customer), { drawNo })
const usedLimit = async (customer: CustomerNo) =>
  (await findLimit(books.deps.database, customer))?.used
const couponStateOf = async (customer: CustomerNo) =>
  (await readCoupons(books.deps.database, customer)).map(({ coupon: { state } }) => state)

describe('a reserved draw', () => {
  it('uses the limit and reserves its coupon, without a loan yet', async () => {
    const customer = await customerWithCoupon()
    const request = { couponNo: 'only-one', product: '101001', cardId } as const
    const { drawNo, loanNo, annualRatePpm } = await hold(customer, request)
    expect(annualRatePpm).toBe(144_000n)
    expect(await usedLimit(customer)).toBe(12_000_00n)
    expect(await couponStateOf(customer)).toEqual([{ kind: 'reserved', draw: loanNo }])
    expect(await readLoans(books.deps.database, customer)).toEqual([])
    expect(await findDraw(books.deps.database, { customer, drawNo })).toEqual({
      ...anyDraw,
      ...request,
      drawNo,
      loanNo,
      annualRatePpm,
      state: 'reserved',
      lender: 'consumer-finance',
      reservedOn: firstDay,
    })
    const cancelled = cancelLimit(books.deps, books.actOf(customer))
    expect(await catchRefusal(cancelled)).toEqual({ kind: 'limit-in-use' })
  })

  it('becomes the quoted loan with its coupon, product and card', async () => {
    const customer = await customerWithCoupon()
    const request = { couponNo: 'only-one', product: '101001', cardId } as const
    const { drawNo, loanNo } = await hold(customer, request)
    expect(await book(customer, drawNo)).toEqual({ loanNo })
    const [stored] = await readLoans(books.deps.database, customer)
    const terms = { annualRatePpm: 144_000n, today: firstDay, rules: specimenRules } as const
    const quote = valueOf(quoteDraw({ ...anyDraw, ...terms, coupon: coupon.benefit }))
    expect(stored).toMatchObject({ ...request, loanNo, loan: quote.loan, origin: 'draw' })
    expect(await couponStateOf(customer)).toEqual([{ kind: 'used', draw: loanNo }])
    // The coupon pays part of the principal, which no longer uses the limit.
    const owed = await readBalances(books.deps.database, { customer, loanNo })
    expect(await usedLimit(customer)).toBe(owed.principal)
    expect(owed.principal).toBeLessThan(12_000_00n)
    const disbursement = { kind: 'disbursement', transferNo: loanNo } as const
    const confirmed = await confirmTransfer(books.deps, books.actOf(customer), disbursement)
    expect(confirmed).toEqual({ amount: 12_000_00n })
  })

  it('a reserved draw that is booked late is a loan since its disbursement, at the rate of its reservation', async () => {
    const customer = await customerWithCoupon()
    const { drawNo, loanNo } = await hold(customer, { couponNo: 'only-one' })
    await books.owner.query(
      `UPDATE limits SET annual_rate_ppm = 72000, state = 'frozen' WHERE customer_no = $1`,
      [customer],
    )
    const [paidOn, today] = [addDays(firstDay, 2), addDays(firstDay, 40)]
    await books.moveTo(today)
    await book(customer, drawNo, paidOn)
    const stored = await onlyLoan(books, customer)
    expect(stored).toMatchObject({ bookedUntil: today, loan: { annualRatePpm: 144_000n } })
    expect(stored.loan.instalments[0]?.dueDate).toBe('2026-02-17')
    const owed = await readBalances(books.deps.database, { customer, loanNo })
    expect(owed).toEqual(positionOf(stored.loan, today))
    const { interest } = await explain(books.deps.database, { customer, loanNo })
    expect(interest.lines.map(({ event }) => event)).toEqual(['draw', 'accrual'])
  })

  it('keeps the service fee of its reservation, also in the replay of its acts', async () => {
    const customer = await customerWithCoupon()
    const fee = { kind: 'amount', amount: fen(5_00n), charged: 'each-instalment' } as const
    const charging = {
      ...books.deps,
      serviceFees: [{ product: '103001', from: firstDay, fee }] as const,
    }
    const agreed = { amount: 5_00n, charged: 'each-instalment' }
    const held = await reserveDraw(charging, books.actOf(customer), anyDraw)
    expect(held.fee).toEqual(agreed)
    const { database } = books.deps
    expect(await findDraw(database, { customer, drawNo: held.drawNo })).toMatchObject({
      fee: agreed,
    })
    // Booked by a server that charges no fee any more.
    await book(customer, held.drawNo)
    const { loanNo } = await drawLoan(charging, books.actOf(customer), anyDraw)
    const loans = await readLoans(database, customer)
    expect(loans.map((one) => one.loanNo).toSorted()).toEqual([held.loanNo, loanNo].toSorted())
    for (const { loan } of loans) {
      expect(loan.instalments.map(({ due }) => due.fee)).toEqual(Array(12).fill(5_00n))
    }
    const replayed = replayActs(await readActs(database, customer), loans)
    for (const one of loans) {
      expect(replayed.get(one.loanNo)).toMatchObject({
        kind: 'loan',
        loan: { instalments: one.loan.instalments },
      })
    }
  })

  it('releases limit and coupon when it is released', async () => {
    const customer = await customerWithCoupon()
    const { drawNo } = await hold(customer, { couponNo: 'only-one' })
    expect(await release(customer, drawNo)).toEqual({ state: 'released' })
    expect(await usedLimit(customer)).toBe(0n)
    expect(await couponStateOf(customer)).toEqual([{ kind: 'free' }])
    const again = await hold(customer, { couponNo: 'only-one' })
    expect(again.drawNo).not.toBe(drawNo)
  })

  it('ends once: a repetition gets the same answer, the opposite is refused', async () => {
    const customer = await customerWithCoupon()
    const booked = await hold(customer, { couponNo: 'only-one' })
    const released = await hold(customer)
    await Promise.all([book(customer, booked.drawNo), release(customer, released.drawNo)])
    const before = await usedLimit(customer)
    expect(await book(customer, booked.drawNo)).toEqual({ loanNo: booked.loanNo })
    expect(await release(customer, released.drawNo)).toEqual({ state: 'released' })
    expect(await catchRefusal(release(customer, booked.drawNo))).toEqual({ kind: 'draw-booked' })
    expect(await catchRefusal(book(customer, released.drawNo))).toEqual({ kind: 'draw-released' })
    expect(await usedLimit(customer)).toBe(before)
    expect(await readLoans(books.deps.database, customer)).toHaveLength(1)
  })

  it('is refused when unknown or on an impossible day, and nothing is written', async () => {
    const customer = await customerWithCoupon()
    const { drawNo } = await hold(customer)
    const before = await rowCounts(books)
    const stranger = books.newCustomer()
    const refusals = await Promise.all([
      catchRefusal(book(customer, drawNo, addDays(firstDay, -1))),
      catchRefusal(book(customer, drawNo, addDays(firstDay, 1))),
      catchRefusal(book(customer, 'no-such-draw')),
      catchRefusal(book(stranger, drawNo)),
      catchRefusal(release(stranger, drawNo)),
      catchRefusal(release(customer, '\0')),
      catchRefusal(hold(customer, { amount: fen(1_000_50n) })),
      catchRefusal(hold(customer, { amount: fen(38_100_00n) })),
      catchRefusal(hold(customer, { couponNo: 'unknown-coupon' })),
      catchRefusal(hold(customer, { cardId: '单号' })),
      catchRefusal(hold(stranger)),
    ])
    expect(refusals.map((refusal) => refusal?.kind)).toEqual([
      'draw-date-out-of-range',
      'draw-date-out-of-range',
      'draw-unknown',
      'draw-unknown',
      'draw-unknown',
      'draw-unknown',
      'draw-amount-not-offered',
      'limit-too-low',
      'coupon-unknown',
      'number-malformed',
      'limit-unknown',
    ])
    expect(await rowCounts(books)).toEqual(before)
  })
})

describe('concurrent draws', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => index)

  it('reserve at most the limit in fifty reservations, and fifty releases release once', async () => {
    const customer = await customerWithLimit(books, fen(9_500_00n))
    const acts = fifty.map(() => books.actOf(customer))
    const request = { ...anyDraw, amount: fen(1_000_00n) }
    const refusals = await Promise.all(
      acts.map((act) => catchRefusal(reserveDraw(books.deps, act, request))),
    )
    const held = acts.filter((_, index) => refusals[index] === undefined)
    expect(held).toHaveLength(9)
    expect(await usedLimit(customer)).toBe(9_000_00n)
    const [first] = held
    if (!first) throw new Error('fixture: no draw was reserved')
    await Promise.all(fifty.map(() => release(customer, first.requestNo)))
    expect(await usedLimit(customer)).toBe(8_000_00n)
  })

  it('use one coupon only once in fifty reservations', async () => {
    const customer = await customerWithCoupon(fen(200_000_00n))
    const changes = { amount: fen(3_000_00n), couponNo: 'only-one' }
    const refusals = await Promise.all(fifty.map(() => catchRefusal(hold(customer, changes))))
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
    expect(refusals.filter((refusal) => refusal?.kind === 'coupon-taken')).toHaveLength(49)
    expect(await usedLimit(customer)).toBe(3_000_00n)
  })

  it('reserve once for fifty requests with one number', async () => {
    const customer = await customerWithLimit(books)
    const act = books.actOf(customer)
    const answers = await Promise.all(fifty.map(() => reserveDraw(books.deps, act, anyDraw)))
    expect(new Set(answers.map(({ loanNo }) => loanNo)).size).toBe(1)
    expect(await usedLimit(customer)).toBe(12_000_00n)
  })

  it('are either booked or released when many try both', async () => {
    const customer = await customerWithCoupon()
    const { drawNo, loanNo } = await hold(customer, { couponNo: 'only-one' })
    const refusals = await Promise.all(
      fifty.map((one) =>
        catchRefusal(one % 2 === 0 ? book(customer, drawNo) : release(customer, drawNo)),
      ),
    )
    const draw = await findDraw(books.deps.database, { customer, drawNo })
    const loans = await readLoans(books.deps.database, customer)
    const isBooked = draw?.state === 'booked'
    expect(loans.map((stored) => stored.loanNo)).toEqual(isBooked ? [loanNo] : [])
    expect(await usedLimit(customer)).toBe(loans[0]?.limitUsed ?? 0n)
    const kinds = new Set(refusals.map((refusal) => refusal?.kind))
    expect(kinds).toEqual(new Set([undefined, isBooked ? 'draw-booked' : 'draw-released']))
  })
})
