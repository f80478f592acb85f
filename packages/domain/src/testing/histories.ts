import * as fc from 'fast-check'
import { addDays, addMonths, localDate, type LocalDate } from '#calendar/local-date.ts'
import { dayCounts, type BrokenPeriod, type DayCount } from '#calendar/period.ts'
import { methods, type Method } from '#loans/amortise.ts'
import type { Rounding } from '#money/money.ts'
import type { Keep } from '#repayment/early-repayment.ts'
import type { Waivable } from '#waiver/waive-amount.ts'

/**
 * A history as plain data, which can be written to a file, shrunk and replayed. Money is in fen.
 */
export interface TestHistory {
  readonly amount: number
  readonly annualRatePpm: number
  readonly months: number
  readonly method: Method
  readonly start: LocalDate
  /** Days on which no due date of a plan falls. */
  readonly closedDays?: readonly LocalDate[]
  /** If it is not a month after the start, the first period is odd. */
  readonly firstDue?: LocalDate
  readonly dayCount: DayCount
  readonly rounding: Rounding
  readonly brokenPeriod: BrokenPeriod
  /** The service fee, of each instalment unless it is charged once. */
  readonly fee: number
  readonly isFeeOnce?: boolean
  readonly coupon: TestCoupon | null
  readonly steps: readonly TestStep[]
  /** Days between the last step and the settlement of every open loan. */
  readonly settleAfter: number
}

export type TestCoupon =
  | { readonly kind: 'interest-free-days'; readonly days: number }
  | { readonly kind: 'interest-share-off'; readonly percent: number }
  | { readonly kind: 'sum-off-first-instalment'; readonly amount: number }

/** One operation, some days after the previous one, on one of the loans open by then. */
export type TestStep = { readonly wait: number; readonly of: number } & TestOperation

export type TestOperation =
  | { readonly do: 'payDue' | 'break' | 'returnGoods' | 'settle' | 'refund' }
  /** Shares are in per cent of what is due, of the bill, or of the payoff. */
  | { readonly do: 'pay' | 'payAhead'; readonly percent: number }
  | { readonly do: 'repayPart'; readonly percent: number; readonly keep: Keep }
  | { readonly do: 'defer'; readonly days: number }
  | { readonly do: 'forbear'; readonly days: number; readonly reviewDays: number }
  /** A share of the current rate; the old rate ends this many days before today. */
  | { readonly do: 'cutRate'; readonly percent: number; readonly daysBack: number }
  | {
      readonly do: 'waive'
      readonly penaltyPercent: number
      readonly interestPercent: number
      readonly transferDays: number
    }
  /** A share of what is due of a charge. */
  | { readonly do: 'waiveAmount'; readonly part: Waivable; readonly percent: number }
  | { readonly do: 'convertBill' | 'consolidate'; readonly months: number }
  /** The money of one of the payments is taken back. */
  | { readonly do: 'reverse'; readonly payment: number }
  /** A share of what is due today was received some days before, and is booked today. */
  | {
      readonly do: 'payPast'
      readonly percent: number
      readonly daysBack: number
      readonly isOrdered: boolean
    }

const upTo = (max: number, min = 0) => fc.integer({ min, max })

const anyCoupon: fc.Arbitrary<TestCoupon | null> = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  fc.record({ kind: fc.constant('interest-free-days' as const), days: upTo(60) }),
  fc.record({
    kind: fc.constant('interest-share-off' as const),
    percent: fc.oneof(
      upTo(20).map((twentieths) => twentieths * 5),
      fc.constant(33.3333),
    ),
  }),
  fc.record({ kind: fc.constant('sum-off-first-instalment' as const), amount: upTo(300_00, 1) }),
)

const operation = {
  plain: (name: 'payDue' | 'break' | 'returnGoods' | 'settle' | 'refund') =>
    fc.record({ do: fc.constant(name) }),
  pay: fc.record({ do: fc.constant('pay' as const), percent: upTo(120, 1) }),
  payAhead: fc.record({
    do: fc.constant('payAhead' as const),
    percent: fc.constantFrom(100, 100, 50, 3),
  }),
  repayPart: fc.record({
    do: fc.constant('repayPart' as const),
    percent: upTo(99, 1),
    keep: fc.constantFrom('term' as const, 'instalment' as const),
  }),
  // In a short month, 28 days and more are past the next instalment.
  defer: fc.record({
    do: fc.constant('defer' as const),
    days: fc.oneof(upTo(30, 1), upTo(30, 28)),
  }),
  forbear: fc.record({
    do: fc.constant('forbear' as const),
    days: upTo(90, 1),
    reviewDays: fc.constantFrom(0, 0, 2, 9),
  }),
  cutRate: fc.record({
    do: fc.constant('cutRate' as const),
    percent: upTo(99),
    daysBack: fc.oneof(fc.constant(0), upTo(69)),
  }),
  waive: fc.record({
    do: fc.constant('waive' as const),
    penaltyPercent: fc.constantFrom(0, 10, 50, 100),
    interestPercent: fc.constantFrom(0, 10, 50, 100),
    transferDays: fc.constantFrom(0, 0, 1, 4),
  }),
  waiveAmount: fc.record({
    do: fc.constant('waiveAmount' as const),
    part: fc.constantFrom('fee' as const, 'penalty' as const, 'interest' as const),
    percent: fc.constantFrom(1, 40, 100),
  }),
  convertBill: fc.record({
    do: fc.constant('convertBill' as const),
    months: fc.constantFrom(3, 6, 12),
  }),
  consolidate: fc.record({
    do: fc.constant('consolidate' as const),
    months: fc.constantFrom(6, 12, 24),
  }),
  reverse: fc.record({ do: fc.constant('reverse' as const), payment: upTo(5) }),
  payPast: fc.record({
    do: fc.constant('payPast' as const),
    percent: upTo(120, 1),
    daysBack: upTo(69, 1),
    isOrdered: fc.boolean(),
  }),
}

/** Any operation, the frequent ones more often. */
export const anyOperation: fc.Arbitrary<TestOperation> = fc.oneof(
  { weight: 6, arbitrary: operation.plain('payDue') },
  { weight: 4, arbitrary: operation.pay },
  { weight: 4, arbitrary: operation.payAhead },
  { weight: 3, arbitrary: operation.repayPart },
  { weight: 3, arbitrary: operation.defer },
  { weight: 3, arbitrary: operation.forbear },
  { weight: 5, arbitrary: operation.cutRate },
  { weight: 3, arbitrary: operation.waive },
  { weight: 3, arbitrary: operation.waiveAmount },
  { weight: 3, arbitrary: operation.convertBill },
  { weight: 2, arbitrary: operation.consolidate },
  { weight: 2, arbitrary: operation.reverse },
  { weight: 2, arbitrary: operation.payPast },
  { weight: 3, arbitrary: operation.plain('break') },
  { weight: 1, arbitrary: operation.plain('returnGoods') },
  { weight: 1, arbitrary: operation.plain('settle') },
  { weight: 1, arbitrary: operation.plain('refund') },
)

const anyStep: fc.Arbitrary<TestStep> = fc
  .tuple(fc.constantFrom(0, 1, 3, 9, 17, 30, 31, 45), upTo(2), anyOperation)
  .map(([wait, of, what]) => ({ wait, of, ...what }))

const anyStart = upTo(1500).map((days) => addDays(localDate('2023-01-01'), days))

/** The same operation several times, so that quotas and small effects show. */
const anyRepetition: fc.Arbitrary<TestStep[]> = fc
  .tuple(fc.oneof(operation.defer, anyOperation), upTo(4, 2), fc.constantFrom(0, 14, 31))
  .map(([what, times, wait]) =>
    Array.from({ length: times }, () => [
      { wait, of: 0, do: 'payDue' as const },
      { wait: 3, of: 0, ...what },
    ]).flat(),
  )

/** Early part repayments with the same instalment, after a change of the plan or of its running bill. */
const anyShortening: fc.Arbitrary<TestStep[]> = fc
  .tuple(
    fc.oneof(operation.payAhead, operation.repayPart, operation.cutRate, operation.forbear),
    fc.array(operation.repayPart, { minLength: 1, maxLength: 2 }),
    fc.array(anyStep, { maxLength: 3 }),
  )
  .map(([change, parts, later]) => [
    { wait: 3, of: 0, ...change },
    ...parts.map((part) => ({ wait: 1, of: 0, ...part, keep: 'instalment' as const })),
    ...later,
  ])

type Holiday = { readonly month: number; readonly day: number; readonly length: number }

/** Closed days around the due dates of the first year. */
const anyHolidays: fc.Arbitrary<Holiday[]> = fc.array(
  fc.record({ month: upTo(12), day: upTo(3, -4), length: upTo(9, 1) }),
  { minLength: 1, maxLength: 5 },
)

/** Histories of all operations in any order, for all methods, day counts and roundings. */
export const anyHistory: fc.Arbitrary<TestHistory> = fc
  .record({
    amount: upTo(500, 5).map((hundreds) => hundreds * 100_00),
    annualRatePpm: upTo(234, 72).map((mille) => mille * 1000),
    months: fc.constantFrom(1, 3, 6, 12),
    method: fc.constantFrom(...methods),
    start: anyStart,
    dayCount: fc.constantFrom(...dayCounts),
    rounding: fc.constantFrom('half-up' as const, 'half-even' as const),
    brokenPeriod: fc.constantFrom('days-over-360' as const, 'share-of-period' as const),
    fee: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, upTo(30_00, 1)),
    isFeeOnce: fc.boolean(),
    coupon: anyCoupon,
    steps: fc.oneof(
      { weight: 7, arbitrary: fc.array(anyStep, { maxLength: 9 }) },
      anyRepetition,
      anyShortening,
    ),
    settleAfter: upTo(40),
    daysToFirstDue: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, upTo(75, 5)),
    holidays: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, anyHolidays),
  })
  .map(({ daysToFirstDue, holidays, ...history }) => ({
    ...history,
    ...(daysToFirstDue > 0 && { firstDue: addDays(history.start, daysToFirstDue) }),
    ...(holidays.length > 0 && { closedDays: closedDaysOf(holidays, history.start) }),
  }))

function closedDaysOf(holidays: readonly Holiday[], start: LocalDate): LocalDate[] {
  return holidays.flatMap(({ month, day, length }) =>
    Array.from({ length }, (_, index) => addDays(addMonths(start, month), day + index)),
  )
}
