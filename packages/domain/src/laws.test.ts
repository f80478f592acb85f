import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, localDate, type LocalDate } from '#calendar/local-date.ts'
import {
  isSettled,
  openParts,
  partNames,
  principalOutstanding,
  sumOfParts,
  type Loan,
} from '#loans/loan.ts'
import { add, fen, subtract, sum, type Money } from '#money/money.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { payoffOn, repayInFull, repayInPart } from '#repayment/early-repayment.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { defaultPlan } from '#restructure/plan-default.ts'
import { quotePlan } from '#restructure/consolidation-plan.ts'
import { specimenOldLoan, specimenRules, valueOf } from '#specimen.ts'
import { amounts, anyLoan, earnedInterestOf, payDue, runningLoan } from '#testing/any-loan.ts'
import { anyHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'

/** How many histories of each kind are tried; `npm run test:full` sets `PROVE_RUNS` for a longer run. */
const histories = Math.ceil(Number(process.env['PROVE_RUNS'] ?? 4_000) / 20)
const timeout = 60_000 + histories * 100

/** The total still to be paid if every instalment is paid on its due date from now on. */
function costOfContinuing(loan: Loan, today: LocalDate): Money {
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

function interestOf(loan: Loan): Money {
  return sum(loan.instalments.map(({ due }) => due.interest))
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

  it('[L5] all interest is earned by the last due date, and earned interest never decreases', () => {
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
  it('[R4] allocations and the overpayment sum to the payment', () => {
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

  it('[R8] early repayment in full never costs more than continuing, and ends the loan', () => {
    fc.assert(
      fc.property(runningLoan, fc.nat({ max: 100 }), ({ loan, today }, late) => {
        const day = addDays(today, late)
        const payoff = payoffOn(day, loan)
        expect(payoff).toBeLessThanOrEqual(costOfContinuing(loan, day))
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

  it('[R9] partial early repayment never costs more than continuing, and conserves principal', () => {
    fc.assert(
      fc.property(runningLoan, fc.bigInt({ min: 1n, max: 9999n }), ({ loan, today }, share) => {
        const amount = fen((payoffOn(today, loan) * share) / 10_000n)
        const outcome = repayInPart(loan, { amount, today })
        if (!outcome.ok) return
        const { loan: after, allocations } = outcome.value
        expectSound(after)
        const principal = sum(allocations.map(({ parts }) => parts.principal))
        expect(principalOutstanding(after)).toBe(subtract(principalOutstanding(loan), principal))
        expect(add(costOfContinuing(after, today), amount)).toBeLessThanOrEqual(
          costOfContinuing(loan, today),
        )
      }),
      { numRuns: histories },
    )
  })
})

function expectSoundDefault(loan: Loan, today: LocalDate): void {
  const outcome = defaultPlan(loan, today)
  if (!outcome.ok) return
  const after = outcome.value
  expectSound(after)
  // Prepaid interest that was not earned pays principal.
  const setOff = fen(interestPaidOf(loan) - interestPaidOf(after))
  expect(principalOutstanding(after)).toBe(subtract(principalOutstanding(loan), setOff))
  expect(totalPaid(after)).toBe(totalPaid(loan))
  expect(payoffOn(today, after)).toBe(payoffOn(today, loan))
  expect(dueOn(today, after)).toBe(payoffOn(today, after))
  expect(earnedInterestOf(after, addDays(today, 400))).toBe(earnedInterestOf(after, today))
}

/** Checks each loan of random histories of all operations, after each step. */
function inHistories(check: (loan: Loan, today: LocalDate) => void): void {
  for (const history of fc.sample(anyHistory, { seed: 1, numRuns: Math.ceil(histories / 5) })) {
    liveThrough(history, ({ loans, today }) => {
      for (const { past } of loans) check(past.loan, today)
    })
  }
}

function totalPaid(loan: Loan): Money {
  return sum(loan.instalments.map(({ paid }) => sumOfParts(paid)))
}

function interestPaidOf(loan: Loan): Money {
  return sum(loan.instalments.map(({ paid }) => paid.interest))
}

describe('laws of every change', { timeout }, () => {
  it('[T1] a rate cut conserves principal, keeps the end date and costs no more except for rounding', () => {
    fc.assert(
      fc.property(runningLoan, fc.bigInt({ min: 1n, max: 72_000n }), ({ loan, today }, cut) => {
        const annualRatePpm = loan.annualRatePpm - cut
        const after = valueOf(cutRate(loan, { annualRatePpm, from: addDays(today, 1), today })).loan
        expectSound(after)
        expect(principalOutstanding(after)).toBe(principalOutstanding(loan))
        expect(after.instalments.at(-1)?.dueDate).toBe(loan.instalments.at(-1)?.dueDate)
        const aFenEach = fen(BigInt(loan.instalments.length))
        expect(costOfContinuing(after, today)).toBeLessThanOrEqual(
          add(costOfContinuing(loan, today), aFenEach),
        )
      }),
      { numRuns: histories },
    )
  })

  it('[N1] consolidated loans close against exactly the amount of the new loan', () => {
    fc.assert(
      fc.property(fc.array(anyLoan, { minLength: 1, maxLength: 3 }), (loans) => {
        const today = addMonths(localDate('2033-01-01'), 30)
        const old = loans.map((loan) => specimenOldLoan({ loan }))
        const { newLoan, settled, parts } = valueOf(
          quotePlan(old, { months: 36, today, rules: specimenRules }),
        )
        const moved = settled.flatMap(({ allocations }) => allocations)
        expect(sum(moved.map((one) => sumOfParts(one.parts)))).toBe(
          add(newLoan.amount, parts.penalty),
        )
        expect(sumOfParts(parts)).toBe(openTotal(newLoan, () => true) - interestOf(newLoan))
        expect(settled.every(({ loan }) => isSettled(loan))).toBe(true)
        expectSound(newLoan)
      }),
      { numRuns: histories },
    )
  })

  it('[N4] a plan default conserves principal, loses no payment and leaves the payoff unchanged', () => {
    inHistories(expectSoundDefault)
  })

  it('[L10] any history accounts for every fen: the amount lent is repaid, waived or still owed', () => {
    inHistories((loan, today) => {
      expectSound(loan)
      const payoff = payoffOn(today, loan)
      // A principal discount of a coupon is lost by settling before the first due date.
      const lost = sum(loan.instalments.map(({ waived }) => waived.principal))
      expect(payoff).toBeLessThanOrEqual(add(costOfContinuing(loan, today), lost))
      // An amount-off coupon counts in full from the first due date on, so the payoff falls on that day.
      const tomorrow = addDays(today, 1)
      const isCouponDay = loan.instalments[0]?.dueDate === tomorrow
      if (!isCouponDay) expect(payoff).toBeLessThanOrEqual(payoffOn(tomorrow, loan))
      if (payoff === 0n) return
      const end = valueOf(repayInFull(loan, { amount: payoff, today })).loan
      expectSound(end)
      expect(principalOutstanding(end)).toBe(0n)
    })
  })
})
