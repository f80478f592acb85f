import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyAct, type LoanAct } from '#acts/acts.ts'
import { bookPastPayment, pastOf, reversePayment, withAct, type LoanPast } from '#acts/past.ts'
import { addDays, localDate } from '#calendar/local-date.ts'
import { sumOfParts, type Loan } from '#loans/loan.ts'
import { fen, sum, ZERO, type Money } from '#money/money.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { dueOn } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

const terms = { amount: fen(12_000_00n), annualRatePpm: 120_000n, months: 6 } as const
const day = (monthAndDay: string) => localDate(`2026-${monthAndDay}`)

/** An act whose parameters may depend on the loan of that day. Its place is its number. */
type PlannedAct = (loan: Loan) => LoanAct

function liveThrough(
  planned: readonly PlannedAct[],
  isLeftOut = (_place: number) => false,
): LoanPast {
  return planned.reduce<LoanPast>(
    (past, one, place) => {
      if (isLeftOut(place)) return past
      const act = one(past.loan)
      const done = applyAct(past.loan, act)
      return done.ok ? withAct(past, act, { ...done.value, no: String(place) }) : past
    },
    pastOf(specimenLoan(terms)),
  )
}

const payDue =
  (on: string): PlannedAct =>
  (loan) => ({ do: 'pay', on: day(on), amount: dueOn(day(on), loan) })

const convert: PlannedAct = () => ({
  do: 'convert-bill',
  on: day('03-01'),
  n: 2,
  amount: fen(2_080_00n),
})

const tooMuch: PlannedAct = (loan) => ({
  do: 'pay',
  on: day('02-15'),
  amount: fen(dueOn(day('02-15'), loan) + 10_00n),
})

const settle: PlannedAct = (loan) => ({
  do: 'settle',
  on: day('03-01'),
  amount: payoffOn(day('03-01'), loan),
})

const totalPaid = ({ instalments }: Loan) => sum(instalments.map(({ paid }) => sumOfParts(paid)))

const reverseNow = (past: LoanPast, no: string, unsent: Money = ZERO) =>
  reversePayment(past, { no, today: day('07-01'), unsent })

const kindOf = (outcome: ReturnType<typeof reverseNow>) => !outcome.ok && outcome.refusal

describe('the reversal of a payment', () => {
  it('[R16] leaves the loan that was never paid, with the penalty of every day since', () => {
    const { loan } = valueOf(reverseNow(liveThrough([payDue('02-15')]), '0'))
    expect(loan.instalments.map(({ paid }) => sumOfParts(paid))).toEqual(Array(6).fill(0n))
    const never = specimenLoan(terms)
    expect(dueOn(day('07-01'), loan)).toBe(dueOn(day('07-01'), never))
    expect(payoffOn(day('07-01'), loan)).toBe(payoffOn(day('07-01'), never))
  })

  it('[R16] lets a later payment pay the bill that is open again', () => {
    const past = liveThrough([payDue('02-15'), payDue('03-15')])
    const { loan } = valueOf(reverseNow(past, '0'))
    const [first, second] = loan.instalments
    expect(first?.paid.interest).toBe(first?.due.interest)
    expect(first?.paid.penalty).toBeGreaterThan(0n)
    expect(second && sumOfParts(second.paid)).toBe(0n)
    expect(totalPaid(loan)).toBe(
      totalPaid(past.loan) - totalPaid(liveThrough([payDue('02-15')]).loan),
    )
  })

  it('[R16] opens a settled loan again; a settlement that no longer suffices pays principal', () => {
    const past = liveThrough([payDue('02-15'), settle])
    const settled = valueOf(reverseNow(past, '1'))
    expect(settled.loan.instalments.map(({ paid }) => paid.principal)[1]).toBe(0n)
    const first = valueOf(reverseNow(past, '0'))
    expect(totalPaid(first.loan) + first.overpaid).toBe(
      totalPaid(past.loan) - totalPaid(liveThrough([payDue('02-15')]).loan),
    )
    expect(payoffOn(day('03-01'), first.loan)).toBeGreaterThan(0n)
  })

  it('[R16] lets an early repayment in part still shorten the plan, with the shares of before', () => {
    const part = { do: 'repay-part', on: day('02-20'), amount: fen(5_000_00n) } as const
    const past = liveThrough([payDue('02-15'), () => ({ ...part, keep: 'instalment' })])
    const { loan } = valueOf(reverseNow(past, '0'))
    const shares = loan.instalments.map(({ due }) => due.principal)
    expect(shares.slice(2)).toEqual([2_000_00n, 2_000_00n, 1_141_67n])
  })

  it('[R16] is refused a second time, after a conversion, and when the money went back', () => {
    const past = liveThrough([payDue('02-15')])
    const { past: once } = valueOf(reverseNow(past, '0'))
    expect(kindOf(reverseNow(once, '0'))).toEqual({
      kind: 'payment-not-reversible',
      reason: 'reversed',
    })
    expect(kindOf(reverseNow(past, '9'))).toEqual({ kind: 'payment-unknown' })
    expect(kindOf(reverseNow(liveThrough([payDue('02-15'), convert]), '0'))).toEqual({
      kind: 'payment-not-reversible',
      reason: 'converted',
    })
    const over = liveThrough([tooMuch])
    expect(kindOf(reverseNow(over, '0'))).toEqual({
      kind: 'payment-not-reversible',
      reason: 'refunded',
    })
    expect(valueOf(reverseNow(over, '0', fen(10_00n))).overpaid).toBe(0n)
  })

  it('[R16] keeps every fen of the other payments, whatever was done before and after', () => {
    fc.assert(
      fc.property(fc.array(anyAct, { minLength: 1, maxLength: 8 }), fc.nat(7), (acts, pick) => {
        const past = liveThrough(inOrder(acts))
        const money = past.done.flatMap((one) =>
          'act' in one && 'amount' in one.act ? [{ ...one, amount: one.act.amount }] : [],
        )
        const one = money[pick % Math.max(money.length, 1)]
        if (!one?.no) return
        const kept = sum(money.map(({ amount }) => amount)) - one.amount
        const sent = sum(money.map(({ sentBack }) => sentBack)) - one.sentBack
        const outcome = reverseNow(past, one.no, one.sentBack)
        if (!outcome.ok) {
          expect(outcome.refusal).toEqual({ kind: 'payment-not-reversible', reason: 'refunded' })
          return
        }
        const { loan, overpaid } = outcome.value
        expect(totalPaid(loan) + overpaid).toBe(kept - sent)
        // Without later acts it is the loan that was never paid.
        if (money.at(-1)?.no !== one.no || past.done.at(-1) !== money.at(-1)) return
        const without = liveThrough(inOrder(acts), (place) => String(place) === one.no)
        expect(payoffOn(day('12-01'), loan)).toBe(payoffOn(day('12-01'), without.loan))
      }),
    )
  })
})

const act = (on: string, amount: Money) => ({ do: 'pay', on: day(on), amount }) as const

describe('money of a day that has passed', () => {
  it('[R17] counts for that day: the loan is the one that was paid in time', () => {
    const inTime = liveThrough([payDue('02-15')])
    const amount = totalPaid(inTime.loan)
    const late = pastOf(specimenLoan(terms))
    const booked = valueOf(
      bookPastPayment(late, { act: act('02-15', amount), no: 'late', today: day('03-10') }),
    )
    expect(booked.loan.instalments).toEqual(inTime.loan.instalments)
    expect(booked.overpaid).toBe(0n)
    expect(sum(booked.allocations.map(({ parts }) => sumOfParts(parts)))).toBe(amount)
  })

  it('[R17] can be reversed while what it left over is not sent back', () => {
    const today = day('02-20')
    const past = liveThrough([payDue('02-15')])
    const paid = { act: act('02-15', fen(300_00n)), no: 'wrong', today }
    const booked = valueOf(bookPastPayment(past, paid))
    expect(booked.overpaid).toBe(300_00n)
    const undo = (unsent: Money) => reversePayment(booked.past, { no: 'wrong', today, unsent })
    expect(kindOf(undo(ZERO))).toEqual({ kind: 'payment-not-reversible', reason: 'refunded' })
    const undone = valueOf(undo(booked.overpaid))
    expect([undone.loan.instalments, undone.overpaid]).toEqual([past.loan.instalments, 0n])
  })

  it('[R17] pays what was due if its order was not enough for more, and the rest goes back', () => {
    const late = pastOf(specimenLoan(terms))
    const due = dueOn(day('02-15'), late.loan)
    const tooLittle = fen(due + 1_00n)
    const settle = { do: 'settle', on: day('02-15'), amount: tooLittle } as const
    const payment = { act: settle, no: 'late', today: day('03-10'), isOrdered: true }
    const booked = valueOf(bookPastPayment(late, payment))
    expect([booked.act.do, booked.sentBack, booked.overpaid]).toEqual(['pay', 1_00n, 0n])
    expect(booked.loan.instalments).toEqual(liveThrough([payDue('02-15')]).loan.instalments)
    const reversal = { no: 'late', today: day('03-10'), unsent: booked.sentBack }
    const undone = valueOf(reversePayment(booked.past, reversal))
    expect(undone.loan.instalments).toEqual(late.loan.instalments)
  })

  it('[R17] frees what a later payment paid as penalty, and can be reversed again', () => {
    const later = liveThrough([payDue('03-10')])
    const amount = fen(dueOn(day('02-15'), specimenLoan(terms)))
    const today = day('03-11')
    const booked = valueOf(bookPastPayment(later, { act: act('02-15', amount), no: 'late', today }))
    expect(totalPaid(booked.loan) + booked.overpaid).toBe(totalPaid(later.loan) + amount)
    expect(booked.loan.instalments[0]?.paid.penalty).toBe(0n)
    const undone = reversePayment(booked.past, { no: 'late', today, unsent: ZERO })
    expect(undone.ok && undone.value.loan.instalments).toEqual(
      booked.overpaid > 0n ? false : later.loan.instalments,
    )
  })
})

type AnyAct = { readonly at: number; readonly make: (on: LoanAct['on']) => PlannedAct }

const anyAct: fc.Arbitrary<AnyAct> = fc.record({
  at: fc.integer({ min: 1, max: 160 }),
  make: fc.oneof(
    fc.constant<AnyAct['make']>((on) => (loan) => ({ do: 'pay', on, amount: dueOn(on, loan) })),
    fc
      .bigInt({ min: 1n, max: 5_000_00n })
      .map<AnyAct['make']>((amount) => (on) => () => ({ do: 'pay', on, amount: fen(amount) })),
    fc.bigInt({ min: 100_00n, max: 9_000_00n }).map<AnyAct['make']>((amount) => (on) => () => ({
      do: 'repay-part',
      on,
      amount: fen(amount),
    })),
    fc.constant<AnyAct['make']>((on) => (loan) => ({
      do: 'settle',
      on,
      amount: payoffOn(on, loan),
    })),
    fc.integer({ min: 1, max: 10 }).map<AnyAct['make']>((days) => (on) => () => {
      return { do: 'defer', on, days }
    }),
    fc.constant<AnyAct['make']>((on) => () => ({ do: 'forbear', on, days: 30 })),
  ),
})

function inOrder(acts: readonly AnyAct[]): PlannedAct[] {
  return acts
    .toSorted((one, other) => one.at - other.at)
    .map(({ at, make }) => make(addDays(day('01-15'), at)))
}
