import { unreachable } from '#assert.ts'
import { pastOf, type LoanPast } from '#acts/past.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { accrualEntries, entriesOf, type Entry, type LoanEvent } from '#ledger/entries.ts'
import { flowsOfLoan } from '#cost/annual-cost.ts'
import { checkCost, conventionsUnder, type DayRules } from '#cost/cost-cap.ts'
import { withCoupon, type CouponBenefit } from '#coupons/coupon.ts'
import { isSettled, openLoan, type Loan, type Origin } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import type { Conventions } from '#loans/terms.ts'
import { fen, ZERO, type Money } from '#money/money.ts'
import { specimenRules, valueOf } from '#specimen.ts'
import type { TestCoupon, TestHistory } from '#testing/histories.ts'
import { dayOf } from '#testing/reference/days.ts'
import { createReference, type Reference } from '#testing/reference/reference.ts'
import type { Conventions as ReferenceConventions } from '#testing/reference/state.ts'

/** A loan during a random history, with everything posted and paid for it. */
export interface TrackedLoan {
  past: LoanPast
  readonly origin: Origin
  readonly reference: Reference
  readonly entries: Entry[]
  /** What the borrower owes beyond charges: the amount, and penalty taken over from old loans. */
  readonly takenOver: Money
  /** Cash received, or taken over by another loan, and the overpaid part of it. */
  received: Money
  overpaid: Money
  refunded: Money
  isElsewhere: boolean
  /** A payment was reversed, or booked for a day that had passed. */
  isRebuilt: boolean
  /** Its last bill became another loan, and earns interest until this day. */
  earnsUntil: LocalDate | undefined
  reversedOn: LocalDate | undefined
}

export interface Life {
  today: LocalDate
  /** What its loans are agreed under. */
  readonly rules: DayRules
  readonly loans: TrackedLoan[]
  readonly log: string[]
  /** The granted operations, in order. */
  readonly events: LoanEvent[]
}

/** A history violates a law; the message states the law, the steps and the loan. */
class LawViolation extends Error {}

export function fail(life: Life, message: string): never {
  throw new LawViolation(`${message}\n  ${life.log.join('\n  ')}\n  on ${life.today}`)
}

export function begin(history: TestHistory): Life {
  const agreed = openLife(history)
  const { loan, reference } =
    agreed.isWithinCap || history.fee === 0 ? agreed : openLife({ ...history, fee: 0 })
  const life: Life = {
    today: history.start,
    rules: rulesIn(history),
    loans: [],
    log: [JSON.stringify(history)],
    events: ['draw'],
  }
  open(life, { loan, origin: 'draw', reference, takenOver: loan.amount })
  return life
}

/** The loan of a history. A loan above the cap can't be signed; its history is run without the fee. */
function openLife(history: TestHistory): {
  loan: Loan
  reference: Reference
  isWithinCap: boolean
} {
  const { start, amount, annualRatePpm, months, method, fee, isFeeOnce = false } = history
  const { dayCount, rounding, brokenPeriod, firstDue } = history
  const rules = rulesIn(history)
  const base = conventionsUnder(rules)
  const conventions = { ...base, dayCount, rounding, brokenPeriod }
  const plan = planOf({
    amount: fen(BigInt(amount)),
    annualRatePpm: BigInt(annualRatePpm),
    months,
    method,
    start,
    ...(firstDue !== undefined && { firstDue }),
    fee: {
      amount: fen(BigInt(fee)),
      charged: isFeeOnce ? 'first-instalment' : 'each-instalment',
    },
    conventions,
  })
  const coupon = history.coupon ? benefitOf(history.coupon) : undefined
  const bare = openLoan(valueOf(plan))
  const reference = createReference({
    amount: BigInt(amount),
    ratePpm: BigInt(annualRatePpm),
    months,
    method,
    start: dayOf(start),
    ...(firstDue !== undefined && { firstDue: dayOf(firstDue) }),
    fee: BigInt(fee),
    isFeeOnce,
    ...(coupon && { coupon }),
    ...conventionsFor(conventions),
  })
  const loan = coupon ? withCoupon(bare, coupon) : bare
  const cost = checkCost(flowsOfLoan(bare), rules)
  return { loan, reference, isWithinCap: cost.ok }
}

/** The rules under which the loans of a history are agreed. */
function rulesIn({ closedDays }: Pick<TestHistory, 'closedDays'>): DayRules {
  return { ...specimenRules, ...(closedDays && { closedDays }) }
}

/** The conventions of an agreement, for the reference. */
export function conventionsFor(conventions: Conventions): ReferenceConventions {
  const { dayCount, brokenPeriod, rounding, closedDays = [], late } = conventions
  return {
    closedDays: closedDays.map(dayOf),
    dayCount,
    brokenPeriod,
    rounding,
    late: {
      percent: late.ratePercent,
      capPpm: late.ratePpmMax ?? 10n ** 9n,
      graceDays: late.graceDays,
      principalFirstAfter: late.principalFirstAfterDays,
    },
  }
}

/** Opens a loan: a draw, or one that takes over the debt of another one. */
export function open(
  life: Life,
  opened: Pick<TrackedLoan, 'origin' | 'reference' | 'takenOver'> & { loan: Loan },
): void {
  const { loan, ...of } = opened
  const { today } = life
  const event = of.origin === 'draw' ? 'draw' : 'conversion'
  life.loans.push({
    ...of,
    past: pastOf(loan),
    entries: entriesOf({ event, before: undefined, after: loan, today }),
    received: ZERO,
    overpaid: ZERO,
    refunded: ZERO,
    isElsewhere: false,
    isRebuilt: false,
    earnsUntil: undefined,
    reversedOn: undefined,
  })
}

/** Advances to a day and posts its accruals. */
export function passDays(life: Life, days: number): void {
  const to = addDays(life.today, days)
  for (const { past, entries } of life.loans) {
    if (!isSettled(past.loan)) entries.push(...accrualEntries(past.loan, { from: life.today, to }))
  }
  life.today = to
}

function benefitOf(coupon: TestCoupon): CouponBenefit {
  switch (coupon.kind) {
    case 'interest-free-days':
      return coupon
    case 'interest-share-off':
      return { kind: coupon.kind, sharePpm: BigInt(Math.round(coupon.percent * 10_000)) }
    case 'sum-off-first-instalment':
      return { kind: coupon.kind, amount: fen(BigInt(coupon.amount)) }
    default:
      return unreachable(coupon)
  }
}
