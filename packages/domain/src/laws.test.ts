import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate, type LocalDate } from '#calendar/local-date.ts'
import { dayCounts } from '#calendar/period.ts'
import { earnedInterestOf } from '#loans/accrual.ts'
import { methods } from '#loans/amortise.ts'
import { withCoupon, type CouponBenefit } from '#loans/coupon.ts'
import {
  isSettled,
  openLoan,
  openParts,
  partNames,
  principalOutstanding,
  sumOfParts,
  type Loan,
} from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import { add, fen, subtract, sum, type Money } from '#money/money.ts'
import { conventions } from '#product.ts'
import type { Outcome } from '#refusal.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { delayInstalment } from '#repayment/delay.ts'
import { payoffOn, repayInFull } from '#repayment/early-full.ts'
import { repayInPart } from '#repayment/early-part.ts'
import { relieve } from '#repayment/regional-relief.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { joinLoans } from '#restructure/personalised-plan.ts'
import { spreadBill } from '#restructure/second-instalment.ts'
import { valueOf } from '#specimen.ts'
import { payWithWaiver, waiverTermsOn } from '#waiver/waiver.ts'

/** How many histories of each kind are tried; a longer run is asked for from outside. */
const histories = Math.ceil(Number(process.env['PROVE_RUNS'] ?? 20_000) / 20)
const timeout = 60_000 + histories * 100

const amounts = fc.bigInt({ min: 1n, max: 50_000_000_00n }).map(fen)
const days = fc.integer({ min: 0, max: 3652 }).map((day) => addDays(localDate('2023-01-01'), day))

/** Loans as the product makes them, in every way of counting. */
const anyLoan = fc
  .record({
    amount: fc.bigInt({ min: 5n, max: 500n }).map((hundreds) => fen(hundreds * 100_00n)),
    annualRatePpm: fc.bigInt({ min: 72n, max: 234n }).map((mille) => mille * 1000n),
    months: fc.constantFrom(3, 6, 9, 12, 24),
    method: fc.constantFrom(...methods),
    start: days,
    dayCount: fc.constantFrom(...dayCounts),
    brokenPeriod: fc.constantFrom('days-over-360' as const, 'share-of-period' as const),
  })
  .map(({ dayCount, brokenPeriod, ...terms }) =>
    openLoan(
      valueOf(planOf({ ...terms, conventions: { ...conventions, dayCount, brokenPeriod } })),
    ),
  )

/** A loan whose first instalments were paid when due, and a day inside the next period. */
const runningLoan = fc
  .tuple(anyLoan, fc.nat(), fc.nat({ max: 27 }))
  .map(([loan, paidSeed, dayInPeriod]) => {
    const paid = paidSeed % loan.instalments.length
    const running = loan.instalments
      .slice(0, paid)
      .reduce((current, { dueDate }) => payDue(current, dueDate), loan)
    const from = loan.instalments[paid]?.period.from ?? loan.start
    return { loan: running, today: addDays(from, dayInPeriod) }
  })

const anyCoupon: fc.Arbitrary<CouponBenefit | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({ kind: fc.constant('interest-free-days' as const), days: fc.nat({ max: 90 }) }),
  fc.record({
    kind: fc.constant('interest-share-off' as const),
    sharePpm: fc.bigInt({ min: 0n, max: 1_000_000n }),
  }),
  fc.record({ kind: fc.constant('sum-off-first-instalment' as const), amount: amounts }),
)

/** What can happen to a loan; a refusal leaves it as it was. */
type Act = (loan: Loan, today: LocalDate) => Loan | undefined

const anyAct: fc.Arbitrary<{ wait: number; act: Act }> = fc.record({
  wait: fc.nat({ max: 45 }),
  act: fc.oneof(
    fc.constant<Act>((loan, today) => payDue(loan, today)),
    fc.constant<Act>((loan, today) => payDue(loan, today)),
    amounts.map((amount): Act => (loan, today) => {
      const settled = receivePayment(loan, { amount: fen(amount / 10_000n + 1n), today })
      return kept(settled)?.loan
    }),
    amounts.map((amount): Act => (loan, today) => {
      return kept(repayInPart(loan, { amount: fen(amount / 10_000n), today }))?.loan
    }),
    fc.nat({ max: 30 }).map((days): Act => (loan, today) => {
      return kept(delayInstalment(loan, { days, today }))
    }),
    fc.nat({ max: 90 }).map(
      (days): Act =>
        (loan, today) =>
          kept(relieve(loan, { days, today })),
    ),
    fc.bigInt({ min: 50_000n, max: 200_000n }).map((annualRatePpm): Act => (loan, today) => {
      return kept(cutRate(loan, { annualRatePpm, from: addDays(today, 1), today }))
    }),
    fc.constant<Act>(
      (loan, today) => kept(spreadBill(loan, { months: 6, today }))?.settled[0]?.loan,
    ),
    fc.bigInt({ min: 0n, max: 1_000_000n }).map((share): Act => (loan, today) => {
      const offer = { penaltySharePpm: share, interestSharePpm: share, lastDay: today }
      const { toPay } = waiverTermsOn(today, { loan, offer })
      return kept(payWithWaiver(loan, { amount: toPay, today, offer }))?.loan
    }),
  ),
})

function kept<T>(outcome: Outcome<T>): T | undefined {
  return outcome.ok ? outcome.value : undefined
}

function payDue(loan: Loan, today: LocalDate): Loan {
  const amount = dueOn(today, loan)
  return amount === 0n ? loan : valueOf(receivePayment(loan, { amount, today })).loan
}

/** What is still to be paid if every instalment is paid on its due date from now on. */
function costOfKeepingOn(loan: Loan, today: LocalDate): Money {
  const lateNow = subtract(
    dueOn(today, loan),
    openTotal(loan, (dueDate) => dueDate <= today),
  )
  return add(
    openTotal(loan, () => true),
    lateNow,
  )
}

function openTotal(loan: Loan, counts: (dueDate: LocalDate) => boolean): Money {
  const open = loan.instalments.filter(({ dueDate }) => counts(dueDate))
  return sum(open.map((instalment) => sumOfParts(openParts(instalment))))
}

function expectSound(loan: Loan): void {
  const principal = sum(loan.instalments.map(({ due }) => due.principal))
  if (principal !== loan.amount) expect.fail(`principal ${principal} of ${loan.amount}`)
  for (const instalment of loan.instalments) {
    const { due, paid, waived, n } = instalment
    const open = openParts(instalment)
    for (const name of partNames) {
      const cells = [due[name], paid[name], waived[name], open[name]]
      if (cells.some((cell) => cell < 0n)) expect.fail(`${name} of ${n}: ${cells.join(' ')}`)
    }
  }
}

describe('laws of every loan', { timeout }, () => {
  it('[L3] a plan paid as scheduled ends at zero', () => {
    fc.assert(
      fc.property(anyLoan, (loan) => {
        const paid = loan.instalments.reduce((row, { dueDate }) => payDue(row, dueDate), loan)
        expectSound(paid)
        expect(isSettled(paid)).toBe(true)
        expect(principalOutstanding(paid)).toBe(0n)
      }),
      { numRuns: histories },
    )
  })

  it('[L5] the whole interest is earned by the last due date, and never goes back', () => {
    fc.assert(
      fc.property(runningLoan, fc.nat({ max: 40 }), ({ loan, today }, later) => {
        const now = earnedInterestOf(loan, today)
        expect(earnedInterestOf(loan, addDays(today, later))).toBeGreaterThanOrEqual(now)
        const end = loan.instalments.at(-1)?.dueDate ?? today
        expect(earnedInterestOf(loan, end)).toBe(
          sum(loan.instalments.map(({ due }) => due.interest)),
        )
      }),
      { numRuns: histories },
    )
  })
})

describe('laws of every payment', { timeout }, () => {
  it('[R4] allocations and what is overpaid sum to the payment', () => {
    fc.assert(
      fc.property(runningLoan, amounts, fc.nat({ max: 200 }), ({ loan, today }, amount, late) => {
        const day = addDays(today, late)
        const settlement = valueOf(receivePayment(loan, { amount, today: day }))
        const allocated = settlement.allocations.map(({ parts }) => sumOfParts(parts))
        expect(sum([...allocated, settlement.overpaid])).toBe(amount)
        expect(subtract(dueOn(day, loan), sum(allocated))).toBe(dueOn(day, settlement.loan))
        expectSound(settlement.loan)
      }),
      { numRuns: histories },
    )
  })

  it('[R8] early repayment in full never costs more than keeping on, and ends the loan', () => {
    fc.assert(
      fc.property(runningLoan, fc.nat({ max: 100 }), ({ loan, today }, late) => {
        const day = addDays(today, late)
        const payoff = payoffOn(day, loan)
        expect(payoff).toBeLessThanOrEqual(costOfKeepingOn(loan, day))
        expect(payoff).toBeGreaterThanOrEqual(principalOutstanding(loan))
        const { loan: settled, overpaid } = valueOf(
          repayInFull(loan, { amount: payoff, today: day }),
        )
        expectSound(settled)
        expect([isSettled(settled), overpaid]).toEqual([true, 0n])
      }),
      { numRuns: histories },
    )
  })

  it('[R9] early repayment in part never costs more than keeping on, and conserves principal', () => {
    fc.assert(
      fc.property(runningLoan, fc.bigInt({ min: 1n, max: 9999n }), ({ loan, today }, share) => {
        const amount = fen((payoffOn(today, loan) * share) / 10_000n)
        const outcome = repayInPart(loan, { amount, today })
        if (!outcome.ok) return
        const { loan: after, allocations } = outcome.value
        expectSound(after)
        const principal = sum(allocations.map(({ parts }) => parts.principal))
        expect(principalOutstanding(after)).toBe(subtract(principalOutstanding(loan), principal))
        expect(add(costOfKeepingOn(after, today), amount)).toBeLessThanOrEqual(
          costOfKeepingOn(loan, today),
        )
      }),
      { numRuns: histories },
    )
  })
})

describe('laws of every change', { timeout }, () => {
  it('[T1] a rate cut conserves principal, keeps the end and costs no more but for rounding', () => {
    fc.assert(
      fc.property(runningLoan, fc.bigInt({ min: 1n, max: 72_000n }), ({ loan, today }, cut) => {
        const annualRatePpm = loan.annualRatePpm - cut
        const after = valueOf(cutRate(loan, { annualRatePpm, from: addDays(today, 1), today }))
        expectSound(after)
        expect(principalOutstanding(after)).toBe(principalOutstanding(loan))
        expect(after.instalments.at(-1)?.dueDate).toBe(loan.instalments.at(-1)?.dueDate)
        const aFenEach = fen(BigInt(loan.instalments.length))
        expect(costOfKeepingOn(after, today)).toBeLessThanOrEqual(
          add(costOfKeepingOn(loan, today), aFenEach),
        )
      }),
      { numRuns: histories },
    )
  })

  it('[N1] joined loans close against exactly the amount of the new one', () => {
    fc.assert(
      fc.property(fc.array(anyLoan, { minLength: 1, maxLength: 3 }), (loans) => {
        const today = addMonths(localDate('2033-01-01'), 30)
        const plan = { annualRatePpm: 60_000n, months: 36, today }
        const { newLoan, settled } = valueOf(joinLoans(loans, plan))
        const moved = settled.flatMap(({ allocations }) => allocations)
        expect(sum(moved.map(({ parts }) => sumOfParts(parts)))).toBe(newLoan.amount)
        expect(settled.every(({ loan }) => isSettled(loan))).toBe(true)
        expectSound(newLoan)
      }),
      { numRuns: histories },
    )
  })

  it('[L10] any history keeps every fen: what was lent is paid back, given up or still owed', () => {
    fc.assert(
      fc.property(anyLoan, anyCoupon, fc.array(anyAct, { maxLength: 12 }), (bare, coupon, acts) => {
        let today = bare.start
        let now = coupon ? withCoupon(bare, coupon) : bare
        expectSound(now)
        for (const { wait, act } of acts) {
          today = addDays(today, wait)
          now = act(now, today) ?? now
          expectSound(now)
          const payoff = payoffOn(today, now)
          expect(payoff).toBeLessThanOrEqual(costOfKeepingOn(now, today))
          expect(payoff).toBeLessThanOrEqual(payoffOn(addDays(today, 1), now))
        }
        const amount = payoffOn(today, now)
        const end = amount > 0n ? valueOf(repayInFull(now, { amount, today })).loan : now
        expectSound(end)
        expect(principalOutstanding(end)).toBe(0n)
      }),
      { numRuns: histories },
    )
  })
})
