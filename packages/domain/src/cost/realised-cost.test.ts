import { withPenaltyUntil } from '#repayment/penalty.ts'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import { methods } from '#loans/amortise.ts'
import { isSettled, principalOutstanding, type Loan } from '#loans/loan.ts'
import type { Terms } from '#loans/terms.ts'
import { fen } from '#money/money.ts'
import { deferInstalment } from '#repayment/deferral.ts'
import { payoffOn, repayInFull, repayInPart } from '#repayment/early-repayment.ts'
import { grantForbearance } from '#repayment/forbearance.ts'
import { billThrough, dueOn, lastPayable, receivePayment, repayThrough } from '#repayment/repay.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { specimenLoan, specimenRules, valueOf } from '#specimen.ts'
import { conventionsUnder } from './cost-cap.ts'

const CAP_PPM = 240_000n

function cappedLoan(changes: Partial<Terms> = {}): Loan {
  const start = changes.start ?? localDate('2027-02-01')
  const terms = { amount: fen(10_000_00n), annualRatePpm: 234_000n, months: 3, start } as const
  return specimenLoan({
    ...terms,
    method: 'interest-first',
    conventions: conventionsUnder(specimenRules),
    ...changes,
  })
}

/** A loan with what was paid for it, and its principal summed over the days, counted by the test. */
type TrackedCost = { loan: Loan; today: LocalDate; paid: bigint; fenDays: bigint }

function passDays(tracked: TrackedCost, days: number): void {
  for (let day = 0; day < days; day += 1) {
    tracked.fenDays += principalOutstanding(tracked.loan)
    tracked.today = addDays(tracked.today, 1)
    expectWithinCap(tracked)
  }
}

/** What was paid and the payoff of the day are the cost if the loan ends today. */
function expectWithinCap({ loan, today, paid, fenDays }: TrackedCost): void {
  const cost = paid + payoffOn(today, loan) - loan.amount
  const max = (CAP_PPM * fenDays) / (365n * 1_000_000n)
  if (!isSettled(loan)) {
    const { value } = repayInFull(loan, { amount: payoffOn(today, loan), today }) as {
      value: { overpaid: bigint }
    }
    expect(cost - value.overpaid, `cost on ${today}`).toBeLessThanOrEqual(max)
    return
  }
  expect(cost, `cost on ${today}`).toBeLessThanOrEqual(max)
}

type Act = { days: number; percent: number; do: string }

function act(tracked: TrackedCost, { do: what, percent, days }: Act): void {
  const { loan, today } = tracked
  const amountOf = (whole: bigint) => fen((whole * BigInt(percent)) / 100n)
  if (isSettled(loan)) return
  const settlementOf = () => {
    if (what === 'pay') return receivePayment(loan, { amount: amountOf(dueOn(today, loan)), today })
    if (what === 'part') {
      return repayInPart(loan, { amount: amountOf(payoffOn(today, loan)), today })
    }
    const through = lastPayable(loan, today)
    const bill = through === undefined ? undefined : billThrough(loan, { through, today })
    if (through === undefined || !bill?.ok) return undefined
    return repayThrough(loan, { amount: amountOf(bill.value), today, through })
  }
  const changedLoan = () => {
    if (what === 'defer') return deferInstalment(loan, { days: 1 + (days % 30), today })
    return undefined
  }
  if (what === 'cut' || what === 'forbear') {
    const annualRatePpm = (loan.annualRatePpm * BigInt(percent)) / 100n
    const outcome =
      what === 'cut'
        ? cutRate(loan, { annualRatePpm, from: addDays(today, 1), today })
        : grantForbearance(loan, { days: 1 + days, today })
    if (!outcome.ok) return
    tracked.loan = outcome.value.loan
    tracked.paid -= outcome.value.overpaid
    return
  }
  const changed = changedLoan()
  if (changed?.ok) tracked.loan = changed.value
  if (changed) return
  const outcome = settlementOf()
  if (!outcome?.ok) return
  tracked.loan = outcome.value.loan
  tracked.paid += amountReceived(what, { loan, today, percent }) - outcome.value.overpaid
}

function amountReceived(
  what: string,
  { loan, today, percent }: { loan: Loan; today: LocalDate; percent: number },
): bigint {
  const share = (whole: bigint) => (whole * BigInt(percent)) / 100n
  if (what === 'pay') return share(dueOn(today, loan))
  if (what === 'part') return share(payoffOn(today, loan))
  const through = lastPayable(loan, today)
  return through === undefined ? 0n : share(valueOf(billThrough(loan, { through, today })))
}

describe('the realised cost of a loan', () => {
  it('[Y7] limits the payoff in a short month to the cap over its days', () => {
    // 10,000.00 × 24 % × 28 / 365 = 184.10; a month of 30 days at 23.4 % would be 195.00.
    expect(payoffOn(localDate('2027-03-01'), cappedLoan())).toBe(10_184_10n)
  })

  it('[Y7] limits a service fee when the loan is settled on its second day', () => {
    const loan = cappedLoan({ fee: { amount: fen(100_00n), charged: 'first-instalment' } })
    expect(payoffOn(localDate('2027-02-02'), loan)).toBe(10_006_57n)
  })

  it('[Y7, R1] charges overdue principal at most the cap over a year of 365 days', () => {
    const late = { ...cappedLoan().conventions.late, graceDays: 0 }
    const conventions = { ...cappedLoan().conventions, late }
    const loan = cappedLoan({ conventions, months: 1, annualRatePpm: 120_000n })
    const yearLater = addDays(localDate('2027-03-01'), 365)
    // A month of contract interest, then 18 % over 360 days, which is below the cap.
    expect(dueOn(yearLater, loan)).toBe(10_100_00n + 1_825_00n)
    const high = cappedLoan({ conventions, months: 1 })
    const [row] = withPenaltyUntil(yearLater, high).instalments
    expect(row?.due).toMatchObject({ interest: 195_00n, penalty: 2_400_00n })
    // The interest of February is above the cap; all is due, so the bill is the payoff. [R11]
    expect(dueOn(yearLater, high)).toBe(10_000_00n + 2_584_10n)
  })

  it('[Y7] gives back at the end what a bill paid ahead after a forbearance cost too much', () => {
    const tracked: TrackedCost = {
      loan: cappedLoan({ method: 'equal-instalments' }),
      today: localDate('2027-02-01'),
      paid: 0n,
      fenDays: 0n,
    }
    act(tracked, { do: 'forbear', days: 89, percent: 0 })
    passDays(tracked, 1)
    act(tracked, { do: 'ahead', days: 0, percent: 100 })
    while (!isSettled(tracked.loan)) {
      passDays(tracked, 1)
      act(tracked, { do: 'pay', days: 0, percent: 100 })
    }
    expectWithinCap(tracked)
  })

  it('[Y7] is within the cap on every day, whatever happens to the loan', () => {
    const acts = fc.array(
      fc.record({
        days: fc.integer({ min: 0, max: 40 }),
        percent: fc.integer({ min: 10, max: 100 }),
        do: fc.constantFrom('pay', 'pay', 'pay', 'part', 'ahead', 'defer', 'forbear', 'cut'),
      }),
      { minLength: 1, maxLength: 8 },
    )
    const terms = fc.record({
      method: fc.constantFrom(...methods),
      annualRatePpm: fc.constantFrom(72_000n, 180_000n, 234_000n, 239_900n),
      months: fc.constantFrom(3, 6, 12),
      start: fc.integer({ min: 0, max: 364 }).map((days) => addDays(localDate('2027-01-01'), days)),
      fee: fc.constantFrom(0n, 50_00n).map((amount) => ({
        amount: fen(amount),
        charged: 'first-instalment' as const,
      })),
    })
    fc.assert(
      fc.property(terms, acts, (chosen, list) => {
        const loan = cappedLoan(chosen)
        const tracked: TrackedCost = { loan, today: loan.start, paid: 0n, fenDays: 0n }
        for (const one of list) {
          act(tracked, one)
          expectWithinCap(tracked)
          passDays(tracked, one.days)
        }
      }),
      { numRuns: 40 },
    )
  })
})
