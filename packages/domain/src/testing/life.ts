import type { LoanAct } from '#acts/acts.ts'
import { pastOf, withAct, type LoanPast } from '#acts/past.ts'
import { unreachable } from '#assert.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { accrualEntries, entriesOf, type Entry, type LoanEvent } from '#ledger/entries.ts'
import { conventionsOf } from '#cost/cost-cap.ts'
import { withCoupon, type CouponBenefit } from '#coupons/coupon.ts'
import {
  isOpen,
  isSettled,
  openLoan,
  partNames,
  type Loan,
  type PartName,
  type Origin,
} from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import { add, fen, ZERO, type Money } from '#money/money.ts'
import { valueOf } from '#specimen.ts'
import type { TestCoupon, TestHistory } from '#testing/histories.ts'
import { createReference, type Reference, type ReferenceChange } from '#testing/reference.ts'

/** A loan during a random history, with everything posted and paid for it. */
export interface TrackedLoan {
  loan: Loan
  readonly origin: Origin
  readonly bare: Loan
  past: LoanPast
  readonly reference: Reference
  readonly entries: Entry[]
  /** Penalty of old loans taken over by a plan: it is based on no principal of the plan. */
  readonly penaltyTakenOver: Money
  /** Cash received, or taken over by another loan, and the overpaid part of it. */
  received: Money
  overpaid: Money
  refunded: Money
  isElsewhere: boolean
  reversedOn: LocalDate | undefined
  /** A waiver reduced interest or penalty, and the rate was cut after it. */
  isGivenUpCut: boolean
  /** A retroactive cut changed payments of the past: the reference knows the first version of them. */
  isRebuilt: boolean
}

export interface Life {
  today: LocalDate
  readonly loans: TrackedLoan[]
  readonly log: string[]
  /** The granted operations, in order. */
  readonly events: LoanEvent[]
}

export function begin(history: TestHistory): Life {
  const { start, amount, annualRatePpm, months, method, coupon, fee, isFeeOnce = false } = history
  const { dayCount, rounding, brokenPeriod } = history
  const base = conventionsOf('consumer-finance', { on: start })
  const plan = planOf({
    amount: fen(BigInt(amount)),
    annualRatePpm: BigInt(annualRatePpm),
    months,
    method,
    start,
    fee: {
      amount: fen(BigInt(fee)),
      charged: isFeeOnce ? 'first-instalment' : 'each-instalment',
    },
    conventions: { ...base, dayCount, rounding, brokenPeriod },
  })
  const bare = openLoan(valueOf(plan))
  const loan = coupon ? withCoupon(bare, benefitOf(coupon)) : bare
  const freeDays = coupon?.kind === 'interest-free-days' ? coupon.days : 0
  const log = [JSON.stringify(history)]
  const life: Life = { today: start, loans: [], log, events: ['draw'] }
  open(life, { loan, bare, origin: 'draw', penaltyTakenOver: ZERO, fee, isFeeOnce, freeDays })
  return life
}

/** Opens a loan that takes over the debt of another one. */
export function openTakenOver(
  life: Life,
  taken: { loan: Loan; origin: Origin; penalty: Money },
): void {
  const { loan, origin, penalty: penaltyTakenOver } = taken
  open(life, { loan, bare: loan, origin, penaltyTakenOver, fee: 0, isFeeOnce: false, freeDays: 0 })
}

type Opened = Pick<TrackedLoan, 'loan' | 'bare' | 'origin' | 'penaltyTakenOver'> & {
  fee: number
  isFeeOnce: boolean
  freeDays: number
}

/** The reference knows no cap on the realised cost. */
function withoutExposure({ exposure: _exposure, ...loan }: Loan): Loan {
  return loan
}

function open(life: Life, { fee, isFeeOnce, freeDays, ...opened }: Opened): void {
  const { origin } = opened
  const [loan, bare] = [withoutExposure(opened.loan), withoutExposure(opened.bare)]
  const { today } = life
  const event = origin === 'draw' ? 'draw' : 'conversion'
  const { dayCount, brokenPeriod, late } = loan.conventions
  const terms = {
    start: today,
    ratePpm: Number(loan.annualRatePpm),
    dayCount,
    brokenPeriod,
    lateFactor: Number(late.ratePercent) / 100,
    lateMaxPpm: (Number(late.ratePpmMax ?? 10n ** 9n) * 360) / 365,
    graceDays: late.graceDays,
    fee,
    isFeeOnce,
    freeDays,
  }
  life.loans.push({
    ...opened,
    loan,
    bare,
    past: pastOf(loan),
    reference: createReference(terms, rowsOf(loan)),
    entries: entriesOf({ event, before: undefined, after: loan, today }),
    received: ZERO,
    overpaid: ZERO,
    refunded: ZERO,
    isElsewhere: false,
    reversedOn: undefined,
    isGivenUpCut: false,
    isRebuilt: false,
  })
}

/** Advances to a day and posts its accruals. */
export function passDays(life: Life, days: number): void {
  const to = addDays(life.today, days)
  for (const { loan, entries } of life.loans) {
    if (!isSettled(loan)) entries.push(...accrualEntries(loan, { from: life.today, to }))
  }
  life.today = to
}

/** Posts a step of a loan, and passes the resulting debt to the reference. */
export function apply(
  life: Life,
  lived: TrackedLoan,
  step: {
    event: LoanEvent
    loan: Loan
    paid?: Money
    overpaid?: Money
    change?: ReferenceChange
    act?: LoanAct
  },
): void {
  const { event, loan: after, paid = ZERO, overpaid = ZERO, change, act } = step
  const { today } = life
  lived.entries.push(...entriesOf({ event, before: lived.loan, after, today, overpaid }))
  lived.loan = after
  if (act) lived.past = withAct(lived.past, act, { loan: after, overpaid })
  life.events.push(event)
  lived.received = add(lived.received, paid)
  lived.overpaid = add(lived.overpaid, overpaid)
  lived.reference.record(today, rowsOf(after), { isDeferral: event === 'delay', ...change })
}

/** The waived amounts of a loan, part by part, from its entries. */
export function waivedAmountsOf({ entries }: TrackedLoan): Record<PartName, Money> {
  return balancesOf('waived', entries)
}

/** The net amount posted between an account and each part of a loan. */
function balancesOf(account: string, entries: readonly Entry[]): Record<PartName, Money> {
  const totals = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }
  for (const { debit, credit, amount } of entries) {
    for (const part of partNames) {
      if (debit === account && credit === part) totals[part] = fen(totals[part] + amount)
      if (credit === account && debit === part) totals[part] = fen(totals[part] - amount)
    }
  }
  return totals
}

function benefitOf(coupon: TestCoupon): CouponBenefit {
  switch (coupon.kind) {
    case 'interest-free-days':
      return coupon
    case 'interest-share-off':
      return { kind: coupon.kind, sharePpm: BigInt(coupon.percent) * 10_000n }
    case 'sum-off-first-instalment':
      return { kind: coupon.kind, amount: fen(BigInt(coupon.amount)) }
    default:
      return unreachable(coupon)
  }
}

function rowsOf(loan: Loan) {
  return loan.instalments.map((row) => ({
    from: row.period.from,
    to: row.period.to,
    days360: row.period.days360,
    dueDate: row.dueDate,
    open: isOpen(row) ? Number(row.due.principal - row.paid.principal - row.waived.principal) : 0,
    bearing: Number(
      row.due.principal -
        row.paid.principal -
        (loan.history.isCouponUsed ? row.waived.principal : 0n),
    ),
    converted: Number(row.convertedPrincipal),
    feePaid: Number(row.paid.fee),
  }))
}
