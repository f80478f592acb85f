import * as fc from 'fast-check'
import { applyAct, type LoanAct } from '@qingzhou/domain/acts/acts'
import {
  addDays,
  addMonths,
  daysBetween,
  type LocalDate,
} from '@qingzhou/domain/calendar/local-date'
import { dayCounts } from '@qingzhou/domain/calendar/period'
import { methods } from '@qingzhou/domain/loans/amortise'
import { withCoupon, type CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import { isSettled, openLoan, type Loan } from '@qingzhou/domain/loans/loan'
import { planOf } from '@qingzhou/domain/loans/plan'
import { feeTimes } from '@qingzhou/domain/cost/service-fee'
import { fen } from '@qingzhou/domain/money/money'
import { conventions } from '@qingzhou/domain/product'
import { cutRate } from '@qingzhou/domain/rate-cuts/rate-cut'
import { quoteBillConversion } from '@qingzhou/domain/restructure/bill-conversion'
import { specimenOldLoan, specimenRules, valueOf } from '@qingzhou/domain/specimen'
import { payDue } from '@qingzhou/domain/testing/any-loan'
import { anyOperation, type TestOperation } from '@qingzhou/domain/testing/histories'
import { actOf } from '@qingzhou/domain/testing/live-through'

/** A loan with a history, and the day until which it is booked. */
export type PastLoan = { readonly loan: Loan; readonly bookedUntil: LocalDate }

/** Loans of every method, day count and history that are booked until one or more days ago. */
export function anyPastLoan(today: LocalDate): fc.Arbitrary<PastLoan> {
  return fc.oneof(
    { weight: 7, arbitrary: loanWithRandomActs(today) },
    { weight: 1, arbitrary: loanInDeferral(today) },
  )
}

/**
 * An instalment whose own period is over and whose deferral is still running, so its interest grows
 * every day.
 */
function loanInDeferral(today: LocalDate): fc.Arbitrary<PastLoan> {
  return fc
    .record({
      terms: anyTerms,
      months: fc.integer({ min: 1, max: 6 }),
      ago: fc.integer({ min: 0, max: 12 }),
      days: fc.integer({ min: 14, max: 30 }),
      coupon: anyCoupon,
    })
    .map(({ terms, months, ago, days, coupon }) => {
      const start = addDays(addMonths(today, -months), -ago)
      const bare = openLoan(valueOf(planOf({ ...terms, start })))
      const first = coupon ? withCoupon(bare, coupon) : bare
      const dueDates = first.instalments.slice(0, months - 1).map(({ dueDate }) => dueDate)
      const current = dueDates.reduce((loan, day) => payDue(loan, day), first)
      const bookedUntil = addDays(addMonths(start, months), -1)
      const { loan } = operate({ loan: current, day: bookedUntil }, { do: 'defer', days })
      return { loan, bookedUntil: bookedUntil < today ? bookedUntil : addDays(today, -1) }
    })
}

function loanWithRandomActs(today: LocalDate): fc.Arbitrary<PastLoan> {
  return fc
    .record({
      terms: anyTerms,
      start: fc.oneof(
        fc.integer({ min: 1, max: 1000 }).map((age) => addDays(today, -age)),
        // Near a due date, where most rules start or end.
        fc
          .tuple(fc.integer({ min: 1, max: 13 }), fc.integer({ min: -1, max: 12 }))
          .map(([months, late]) => addDays(addMonths(today, -months), -late)),
      ),
      coupon: anyCoupon,
      fee: fc.option(
        fc.record({
          amount: fc.bigInt({ min: 1n, max: 50_00n }).map(fen),
          charged: fc.constantFrom(...feeTimes),
        }),
      ),
      acts: fc.array(anyAct, { maxLength: 14 }),
      behind: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 70 })),
    })
    .map(({ terms, start, coupon, fee, acts, behind }) => {
      const bare = openLoan(valueOf(planOf({ ...terms, start, ...(fee && { fee }) })))
      const first = { loan: coupon ? withCoupon(bare, coupon) : bare, day: start }
      const { loan, day } = acts.reduce((now, { wait, operation }) => {
        const after = operate({ ...now, day: addDays(now.day, wait) }, operation)
        return after.day < today ? after : now
      }, first)
      const bookedUntil = addDays(today, -Math.min(behind, daysBetween({ from: day, to: today })))
      return { loan, bookedUntil }
    })
}

const anyTerms = fc
  .record({
    amount: fc.oneof(
      fc.bigInt({ min: 5n, max: 500n }).map((hundreds) => fen(hundreds * 100_00n)),
      fc.bigInt({ min: 1n, max: 20_000_000n }).map(fen),
      // With round rates, interest of some days ends in half a fen.
      fc.bigInt({ min: 5n, max: 500n }).map((tens) => fen(tens * 10_00n)),
      // So large that its products exceed a bigint of the database.
      fc.constant(fen(10n ** 11n)),
    ),
    annualRatePpm: fc.oneof(
      fc.bigInt({ min: 0n, max: 360_000n }),
      fc.constantFrom(36_000n, 180_000n, 234_000n),
    ),
    lateRateMax: fc.option(fc.constantFrom(200_000n, 240_000n)),
    months: fc.constantFrom(1, 3, 6, 12, 24),
    method: fc.constantFrom(...methods),
    dayCount: fc.constantFrom(...dayCounts),
    rounding: fc.constantFrom('half-up' as const, 'half-even' as const),
    brokenPeriod: fc.constantFrom('days-over-360' as const, 'share-of-period' as const),
    graceDays: fc.constantFrom(0, 3, 10),
  })
  .map(({ dayCount, rounding, brokenPeriod, graceDays, lateRateMax, ...terms }) => ({
    ...terms,
    conventions: {
      ...conventions,
      dayCount,
      rounding,
      brokenPeriod,
      late: {
        ...conventions.late,
        graceDays,
        ...(lateRateMax !== null && { ratePpmMax: lateRateMax }),
      },
    },
  }))

const anyCoupon: fc.Arbitrary<CouponBenefit | undefined> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    kind: fc.constant('interest-free-days' as const),
    days: fc.integer({ min: 1, max: 90 }),
  }),
  fc.record({
    kind: fc.constant('interest-share-off' as const),
    sharePpm: fc.bigInt({ min: 1n, max: 1_000_000n }),
  }),
  fc.record({
    kind: fc.constant('sum-off-first-instalment' as const),
    amount: fc.bigInt({ min: 1n, max: 1_000_000n }).map(fen),
  }),
)

const anyAct = fc.record({ wait: fc.nat({ max: 45 }), operation: anyOperation })

/** Operations that are not an act on one loan. */
const notActs: readonly TestOperation['do'][] = [
  'refund',
  'returnGoods',
  'payPast',
  'reverse',
  'consolidate',
  'convertBill',
]

/** The loan after an operation, and the day on which it ends; unchanged if it is refused or not of one loan. */
function operate({ loan, day }: OnDay, operation: TestOperation): OnDay {
  const life = { today: day, rules: specimenRules, loans: [], log: [], events: [] }
  const isAct = !isSettled(loan) && !notActs.includes(operation.do)
  const act = isAct ? actOf(life, loan, operation) : undefined
  const { today } = life
  return { loan: loanAfter(loan, { act, operation, today }) ?? loan, day: today }
}

type OnDay = { readonly loan: Loan; readonly day: LocalDate }

function loanAfter(
  loan: Loan,
  done: { act: LoanAct | undefined; operation: TestOperation; today: LocalDate },
): Loan | undefined {
  const { act, operation, today } = done
  if (operation.do === 'convertBill') {
    const quote = quoteBillConversion(specimenOldLoan({ loan }), {
      ...operation,
      today,
      rules: specimenRules,
    })
    return quote.ok ? quote.value.settled[0]?.loan : undefined
  }
  if (!act) return undefined
  const outcome =
    act.do === 'cut-rate'
      ? cutRate(loan, { ...act, from: addDays(act.on, 1), today })
      : applyAct(loan, act)
  return outcome.ok ? outcome.value.loan : undefined
}
