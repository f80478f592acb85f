import { describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { noParts } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { quotePlan } from '@qingzhou/domain/restructure/consolidation-plan'
import { quoteBillConversion } from '@qingzhou/domain/restructure/bill-conversion'
import { specimenRules, valueOf } from '@qingzhou/domain/specimen'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readBalances } from '#ledger/index.ts'
import { defaultPlan } from './change-terms.ts'
import { drawLoan } from '#testing/draw-loan.ts'
import type { DrawRequest } from '#requests.ts'
import { reserveDraw } from '#draws/approve-draw.ts'
import { consolidateLoans, convertLoanBill } from './convert.ts'
import { findLimit } from '#limits/limit-store.ts'
import { readLoans } from '#loans/loan-store.ts'
import { recordReturn } from './reverse-loan.ts'
import { receivePayment, repayInFull } from '#payments/payments.ts'
import {
  bookDays,
  anyDraw,
  cardId,
  customerWithLoan,
  firstDay,
  booksForTests,
  catchRefusal,
  rowCounts,
} from '#testing/books.ts'

const books = await booksForTests()

const soon = addDays(firstDay, 10)
const late = localDate('2026-03-27')
const loansOf = (customer: CustomerNo) => readLoans(books.deps.database, customer)
const join = (customer: CustomerNo, loanNos: readonly string[], months = 24) =>
  consolidateLoans(books.deps, books.actOf(customer), { loanNos, months, cardId: 'card-2' })

async function twoLateLoans(changes: Partial<DrawRequest> = {}) {
  await books.moveTo(firstDay)
  const { customer, loanNo } = await customerWithLoan(books)
  const request = { ...anyDraw, months: 6, ...changes }
  const second = await drawLoan(books.deps, books.actOf(customer), request)
  await books.moveTo(late)
  return { customer, loanNos: [second.loanNo, loanNo] }
}

describe('a consolidation plan', () => {
  it('[N1, N6] equals its quote to the fen, and takes over debt and used limit', async () => {
    const { customer, loanNos } = await twoLateLoans()
    const old = await loansOf(customer)
    const quoted = valueOf(quotePlan(old, { months: 24, today: late, rules: specimenRules }))
    const joined = await join(customer, loanNos)
    expect(joined.amount).toBe(old.reduce((total, { loan }) => total + payoffOn(late, loan), 0n))
    const { database } = books.deps
    for (const loanNo of loanNos) {
      expect(await readBalances(database, { customer, loanNo })).toEqual(noParts)
    }
    const owed = await readBalances(database, { customer, loanNo: joined.loanNo })
    const { penalty } = quoted.parts
    expect(penalty).toBeGreaterThan(0n)
    expect(owed).toEqual({ ...noParts, penalty, principal: joined.amount - penalty })
    expect((await findLimit(database, customer))?.used).toBe(24_000_00n)
    const stored = await loansOf(customer)
    expect(stored.map(({ consolidatedInto }) => consolidatedInto)).toEqual([
      joined.loanNo,
      joined.loanNo,
      undefined,
    ])
    expect(stored[2]).toMatchObject({ loan: quoted.newLoan, cardId: 'card-2' })
  })

  it('[N2, N5] is refused with the right refusal, and nothing is written', async () => {
    const { customer, loanNos } = await twoLateLoans()
    const [one = ''] = loanNos
    const { loanNo: plan } = await join(customer, [one])
    await books.moveTo(addMonths(late, 2))
    const before = await rowCounts(books)
    const stranger = books.newCustomer()
    const refusals = await Promise.all([
      catchRefusal(join(customer, [])),
      catchRefusal(join(customer, loanNos, 5)),
      catchRefusal(join(customer, [plan])),
      catchRefusal(join(customer, ['no-loan'])),
      catchRefusal(join(stranger, loanNos)),
      catchRefusal(convertLoanBill(books.deps, books.actOf(customer), { loanNo: plan, months: 3 })),
    ])
    expect(refusals.map((refusal) => refusal?.kind)).toEqual([
      'not-late-enough',
      'not-late-enough',
      'plan-not-again',
      'loan-unknown',
      'loan-unknown',
      'plan-not-again',
    ])
    expect(await rowCounts(books)).toEqual(before)
  })

  it('blocks new draws until it is settled', async () => {
    const { customer, loanNos } = await twoLateLoans()
    const { loanNo, amount } = await join(customer, loanNos)
    const borrow = () => drawLoan(books.deps, books.actOf(customer), anyDraw)
    expect(await catchRefusal(borrow())).toEqual({ kind: 'limit-frozen' })
    const hold = reserveDraw(books.deps, books.actOf(customer), anyDraw)
    expect(await catchRefusal(hold)).toEqual({ kind: 'limit-frozen' })
    expect((await findLimit(books.deps.database, customer))?.state).toBe('frozen')
    await repayInFull(books.deps, books.actOf(customer), { loanNo, amount, cardId })
    await borrow()
  })

  it('[N5] is refused while a return of goods is open, and accepted after it is called off', async () => {
    const goods = { product: '900001', purpose: 'shopping' } as const
    const { customer, loanNos } = await twoLateLoans(goods)
    const [loanNo = ''] = loanNos
    const note = (event: 'asked' | 'called-off') =>
      recordReturn(books.deps, books.actOf(customer), { loanNo, event })
    await note('asked')
    expect(await catchRefusal(join(customer, loanNos))).toEqual({ kind: 'plan-not-again' })
    await note('called-off')
    await join(customer, loanNos)
    expect(await catchRefusal(note('asked'))).toEqual({ kind: 'nothing-owed' })
  })
})

describe('a bill conversion', () => {
  it('[N3, N6] converts the next bill into a loan of its own, as quoted', async () => {
    await books.moveTo(firstDay)
    const { customer, loanNo } = await customerWithLoan(books, { cardId })
    await books.moveTo(soon)
    const [before] = await loansOf(customer)
    if (!before) throw new Error('fixture: customer has no loan')
    const quoted = valueOf(
      quoteBillConversion(before, { months: 3, today: soon, rules: specimenRules }),
    )
    const act = books.actOf(customer)
    const wrong = convertLoanBill(books.deps, books.actOf(customer), { loanNo, months: 5 })
    expect(await catchRefusal(wrong)).toEqual({ kind: 'term-not-offered' })
    const spread = await convertLoanBill(books.deps, act, { loanNo, months: 3 })
    expect(spread.amount).toBe(quoted.newLoan.amount)
    const [old, second] = await loansOf(customer)
    expect(old?.loan).toEqual(quoted.settled[0]?.loan)
    expect(second).toMatchObject({ origin: 'bill-conversion', loan: quoted.newLoan, cardId })
    expect((await findLimit(books.deps.database, customer))?.used).toBe(12_000_00n)
  })
})

const broken = addDays(addMonths(late, 2), 1)
const defaultThePlan = (customer: CustomerNo, loanNo: string, requestNo?: string) =>
  defaultPlan(books.deps, books.actOf(customer, requestNo), { loanNo })

async function plan() {
  const { customer, loanNos } = await twoLateLoans()
  const { loanNo } = await join(customer, loanNos)
  return { customer, loanNo, oldNo: loanNos[0] ?? '' }
}

describe('a plan default', () => {
  it('[N4, G2] makes the whole balance due at once, and ledger and loan agree on that day and later', async () => {
    const { customer, loanNo } = await plan()
    await books.moveTo(addDays(broken, -1))
    expect(await catchRefusal(defaultThePlan(customer, loanNo))).toEqual({
      kind: 'not-late-enough',
    })
    await books.moveTo(broken)
    const before = (await loansOf(customer)).find((one) => one.loanNo === loanNo)
    const answer = await defaultThePlan(customer, loanNo)
    const owed = before && payoffOn(broken, before.loan)
    expect(answer).toEqual({ loanNo, brokenOn: broken, due: owed })
    for (const days of [0, 3, 4, 40]) {
      const day = addDays(broken, days)
      await books.moveTo(day)
      await bookDays(books.deps, { customer, loanNo })
      const stored = (await loansOf(customer)).find((one) => one.loanNo === loanNo)
      if (!stored) throw new Error(`loan ${loanNo} not found`)
      expect(await readBalances(books.deps.database, { customer, loanNo })).toEqual(
        positionOf(stored.loan, day),
      )
    }
  })

  it('[N4] takes effect once, under any request number, and paying the due amount settles the plan', async () => {
    const { customer, loanNo } = await plan()
    await books.moveTo(broken)
    const first = await defaultThePlan(customer, loanNo, 'break-once')
    expect(await defaultThePlan(customer, loanNo, 'break-once')).toEqual(first)
    await books.moveTo(addDays(broken, 1))
    expect(await defaultThePlan(customer, loanNo)).toMatchObject({ brokenOn: first.brokenOn })
    const [stored] = (await loansOf(customer)).filter((one) => one.loanNo === loanNo)
    const amount = stored ? dueOn(addDays(broken, 1), stored.loan) : fen(0n)
    const payment = { loanNo, amount, cardId }
    const paid = await receivePayment(books.deps, books.actOf(customer), payment)
    expect(paid).toMatchObject({ isSettled: true, overpaid: 0n })
    expect((await findLimit(books.deps.database, customer))?.used).toBe(0n)
  })

  it('[N4] is refused for any other loan', async () => {
    const { customer, oldNo } = await plan()
    await books.moveTo(broken)
    expect(await catchRefusal(defaultThePlan(customer, oldNo))).toEqual({ kind: 'plan-unknown' })
    const { loanNo } = await customerWithLoan(books)
    expect(await catchRefusal(defaultThePlan(customer, loanNo))).toEqual({ kind: 'loan-unknown' })
  })
})
