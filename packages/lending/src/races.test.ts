import { describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import type { Act } from './act.ts'
import { drawLoan } from '#testing/draw-loan.ts'
import { findLimit } from './limits/limit-store.ts'
import { readLoans } from './loans/loan-store.ts'
import { openLimit } from './limits/open-limit.ts'
import { receivePayment } from './payments/payments.ts'
import {
  bookDays,
  couponBenefit,
  giveCoupon,
  onlyLoan,
  anyDraw,
  cardId,
  customerWithLimit,
  customerWithLoan,
  firstDay,
  booksForTests,
  catchRefusal,
} from './testing/books.ts'

const books = await booksForTests()

const fifty = Array.from({ length: 50 }, (_, index) => index)

describe('concurrent requests', () => {
  it('concurrent requests for fifty draws never exceed the limit', async () => {
    const customer = await customerWithLimit(books, fen(9_500_00n))
    const request = { ...anyDraw, amount: fen(1_000_00n) }
    const refusals = await Promise.all(
      fifty.map(() => catchRefusal(drawLoan(books.deps, books.actOf(customer), request))),
    )
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(9)
    expect(new Set(refusals.map((refusal) => refusal?.kind))).toEqual(
      new Set([undefined, 'limit-too-low']),
    )
    expect((await findLimit(books.deps.database, customer))?.used).toBe(9_000_00n)
    expect(await readLoans(books.deps.database, customer)).toHaveLength(9)
  })

  it('concurrent requests for fifty draws with one coupon give it to one of them', async () => {
    const customer = await customerWithLimit(books, fen(200_000_00n))
    await giveCoupon(books, { customer, couponNo: 'only-one', benefit: couponBenefit })
    const request = { ...anyDraw, amount: fen(1_000_00n), couponNo: 'only-one' }
    const refusals = await Promise.all(
      fifty.map(() => catchRefusal(drawLoan(books.deps, books.actOf(customer), request))),
    )
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(1)
    expect(refusals.filter((refusal) => refusal?.kind === 'coupon-taken')).toHaveLength(49)
    expect((await findLimit(books.deps.database, customer))?.used).toBe(1_000_00n)
  })

  it('concurrent requests by end of day, borrower and callback pay an instalment once and refund the rest', async () => {
    const firstDue = localDate('2026-02-15')
    const { customer, loanNo } = await customerWithLoan(books)
    await books.moveTo(firstDue)
    const amount = dueOn(firstDue, (await onlyLoan(books, customer)).loan)
    const request = { loanNo, amount, cardId }
    const callback = books.actOf(customer)
    await Promise.all([
      bookDays(books.deps, { customer, loanNo }),
      catchRefusal(receivePayment(books.deps, books.actOf(customer, 'end-of-day'), request)),
      catchRefusal(receivePayment(books.deps, books.actOf(customer, 'borrower'), request)),
      ...fifty.slice(0, 8).map(() => receivePayment(books.deps, callback, request)),
      bookDays(books.deps, { customer, loanNo }),
    ])
    const [first, second] = (await onlyLoan(books, customer)).loan.instalments
    expect(first?.paid).toEqual(first?.due)
    expect(second?.paid.principal).toBe(0n)
    const [sums] = await books.owner.query<{ paid: bigint; refunded: bigint }>(
      `SELECT sum(amount_fen)::bigint AS paid, sum(overpaid_fen)::bigint AS refunded
         FROM payments WHERE customer_no = $1`,
      [customer],
    )
    expect((sums?.paid ?? 0n) - (sums?.refunded ?? 0n)).toBe(amount)
    await books.moveTo(firstDay)
  })

  it('concurrent requests with one request number are executed once and answered alike', async () => {
    const customer = await customerWithLimit(books, fen(1_500_00n))
    const act = books.actOf(customer)
    const request = { ...anyDraw, amount: fen(1_000_00n) }
    const answers = await Promise.all(fifty.map(() => drawLoan(books.deps, act, request)))
    expect(new Set(answers.map(({ loanNo }) => loanNo)).size).toBe(1)
    expect(await readLoans(books.deps.database, customer)).toHaveLength(1)
  })

  it('concurrent requests of a new customer under one request number open one limit and get one answer', async () => {
    const act = books.actOf(books.newCustomer())
    const request = { amount: fen(8_000_00n), grade: 'B', lender: 'bank' } as const
    const answers = await Promise.all(fifty.map(() => openLimit(books.deps, act, request)))
    expect(new Set(answers.map(({ granted }) => granted))).toEqual(new Set([8_000_00n]))
    const others = fifty.map(() => openLimit(books.deps, books.actOf(act.customer), request))
    const refusals = await Promise.all(others.map(catchRefusal))
    expect(refusals).toEqual(fifty.map(() => ({ kind: 'limit-already-open' })))
  })

  it('concurrent requests with one request number and two bodies are executed for one of them', async () => {
    const customer = await customerWithLimit(books)
    const act = books.actOf(customer)
    const refusals = await Promise.all(
      fifty.map((index) => {
        const amount = fen(BigInt(10 + (index % 2)) * 100_00n)
        return catchRefusal(drawLoan(books.deps, act, { ...anyDraw, amount }))
      }),
    )
    expect(refusals.filter((refusal) => refusal?.kind === 'number-taken')).toHaveLength(25)
    expect(await readLoans(books.deps.database, customer)).toHaveLength(1)
  })
})

describe('a request number', () => {
  it('a request number of another customer can be used and reveals nothing', async () => {
    const { customer } = await customerWithLoan(books)
    const other = await customerWithLimit(books)
    const mine: Act = books.actOf(customer, 'the-same')
    const first = await drawLoan(books.deps, mine, anyDraw)
    const theirs: Act = books.actOf(other, 'the-same')
    const second = await drawLoan(books.deps, theirs, { ...anyDraw, months: 6 })
    expect(second.loanNo).not.toBe(first.loanNo)
    expect(await drawLoan(books.deps, mine, anyDraw)).toEqual(first)
  })

  it('can be used again after a refusal', async () => {
    const customer = await customerWithLimit(books, fen(1_000_00n))
    const act = books.actOf(customer)
    expect((await catchRefusal(drawLoan(books.deps, act, anyDraw)))?.kind).toBe('limit-too-low')
    const small = { ...anyDraw, amount: fen(1_000_00n) }
    expect(await catchRefusal(drawLoan(books.deps, act, small))).toBeUndefined()
  })

  it('a request number is refused when malformed', async () => {
    const customer = await customerWithLimit(books)
    for (const requestNo of ['', ' ', 'a'.repeat(65), '\0', '单号', "'; --"]) {
      const asked = drawLoan(books.deps, books.actOf(customer, requestNo), anyDraw)
      expect(await catchRefusal(asked)).toEqual({ kind: 'number-malformed' })
    }
  })
})

describe('the audit log', () => {
  it('has a row for every use case, in a hash chain that any changed, removed or added row breaks', async () => {
    const { customer } = await customerWithLoan(books)
    const { owner } = books
    const log = () =>
      owner.query<{ act: string; audit_no: bigint }>(
        'SELECT act, audit_no FROM audit_log WHERE customer_no = $1 ORDER BY audit_no',
        [customer],
      )
    expect((await log()).map(({ act }) => act)).toEqual(['open-limit', 'reserve-draw', 'book-draw'])
    const broken = () =>
      owner.query<{ audit_no: bigint }>(
        'SELECT audit_no FROM audit_log_faults WHERE customer_no = $1 ORDER BY audit_no',
        [customer],
      )
    expect(await broken()).toEqual([])

    for (const change of [
      'UPDATE audit_log SET actor = $1',
      'DELETE FROM audit_log WHERE actor = $1',
    ]) {
      await expect(books.deps.database.query(change, ['x'])).rejects.toThrow('permission denied')
    }
    await expect(owner.query('DELETE FROM audit_log')).rejects.toThrow('append-only')

    await owner.query('ALTER TABLE audit_log DISABLE TRIGGER refuse_change')
    await owner.query(`UPDATE audit_log SET actor = 'x' WHERE customer_no = $1 AND audit_no = 2`, [
      customer,
    ])
    expect(await broken()).toEqual([{ audit_no: 2n }])
    await owner.query('DELETE FROM audit_log WHERE customer_no = $1 AND audit_no = 2', [customer])
    expect(await broken()).toEqual([{ audit_no: 3n }])
    await owner.query('DELETE FROM audit_log WHERE customer_no = $1 AND audit_no = 3', [customer])
    expect(await broken()).toEqual([{ audit_no: 3n }])
    await owner.query('ALTER TABLE audit_log ENABLE TRIGGER refuse_change')
  })
})
