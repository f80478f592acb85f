import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import { dayCounts } from '#calendar/period.ts'
import { accrualEntries, entriesOf, type LoanEvent } from '#ledger/entries.ts'
import { methods } from '#loans/amortise.ts'
import { conventionsOf } from '#loans/cost-cap.ts'
import { withCoupon, type CouponBenefit } from '#loans/coupon.ts'
import { isOpen, isSettled, openLoan, openParts, type Loan } from '#loans/loan.ts'
import { planOf } from '#loans/plan.ts'
import { fen, nothing, subtract, sum, yuan, type Money } from '#money/money.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import type { Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { delayInstalment } from '#repayment/delay.ts'
import { payoffOn } from '#repayment/early-full.ts'
import { repayInPart } from '#repayment/early-part.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { relieve } from '#repayment/regional-relief.ts'
import { dueOn, receivePayment } from '#repayment/repay.ts'
import { billThrough, lastPayable, repayThrough } from '#repayment/repay-through.ts'
import { breakPlan } from '#restructure/broken-plan.ts'
import { quoteSecond } from '#restructure/second-instalment.ts'
import { specimenOldLoan, valueOf } from '#specimen.ts'
import { payWithWaiver, waiverTermsOn } from '#waiver/waiver.ts'
import { checkAll, expectNear, fail, settle, type Lived } from '#testing/laws.ts'
import { createReference, type ReferenceRow } from '#testing/reference.ts'

/** Chance from a seed: the same seed, the same histories. */
export interface Random {
  below(count: number): number
  pick<One>(from: readonly One[]): One
}

/** mulberry32, by Tommy Ettinger, in the public domain. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    pick: (from) => {
      const one = from[below(from.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
  }
}

const OPERATIONS = [
  'payDue',
  'payDue',
  'pay',
  'payAhead',
  'repayPart',
  'defer',
  'relieve',
  'cutRate',
  'retroactiveCut',
  'waive',
  'convertBill',
  'break',
] as const
type Operation = (typeof OPERATIONS)[number]

/** One random history of all operations, with every law checked after each of them. */
export function liveThrough(random: Random): void {
  const lived = begin(random)
  const count = random.below(9)
  for (let step = 0; step < count && !isSettled(lived.loan); step += 1) {
    lived.today = passDays(lived, random.pick([0, 1, 3, 9, 17, 30, 31, 45]))
    const operation = random.pick(OPERATIONS)
    lived.log.push(`${lived.today} ${operation}`)
    operate(lived, operation, random)
    checkAll(lived)
  }
  lived.today = passDays(lived, random.below(40))
  checkAll(lived)
  settle(lived)
}

function begin(random: Random): Lived {
  const start = addDays(localDate('2023-01-01'), random.below(1500))
  const terms = {
    amount: fen(BigInt(5 + random.below(496)) * 100_00n),
    annualRatePpm: BigInt(72 + random.below(163)) * 1000n,
    months: random.pick([1, 3, 6, 12]),
    method: random.pick(methods),
    start,
    conventions: {
      ...conventionsOf('consumer-finance', { on: start }),
      dayCount: random.pick(dayCounts),
      rounding: random.pick(['half-up', 'half-even'] as const),
      brokenPeriod: random.pick(['days-over-360', 'share-of-period'] as const),
    },
  }
  const bare = openLoan(valueOf(planOf(terms)))
  const coupon = couponOf(random)
  const loan = coupon ? withCoupon(bare, coupon) : bare
  const { dayCount, brokenPeriod, late } = terms.conventions
  const reference = createReference(
    {
      start,
      ratePpm: Number(terms.annualRatePpm),
      dayCount,
      brokenPeriod,
      lateFactor: Number(late.ratePercent) / 100,
      lateMaxPpm: Number(late.ratePpmMax ?? 10n ** 9n),
      graceDays: late.graceDays,
    },
    rowsOf(loan),
  )
  const described = `${yuan(terms.amount)} ${terms.annualRatePpm}ppm ${terms.months} ${terms.method}`
  const counted = `${dayCount} ${terms.conventions.rounding} ${brokenPeriod} from ${start}`
  const given = coupon
    ? JSON.stringify(coupon, (_, v: unknown) => (typeof v === 'bigint' ? String(v) : v))
    : ''
  const entries = entriesOf({ event: 'draw', before: undefined, after: loan, today: start })
  return {
    loan,
    today: start,
    isBroken: false,
    reference,
    entries,
    log: [described, counted, given],
  }
}

function couponOf(random: Random): CouponBenefit | undefined {
  const amount = fen(BigInt(1 + random.below(300_00)))
  if (random.below(5) < 2) return undefined
  return random.pick([
    { kind: 'interest-free-days', days: random.below(60) },
    { kind: 'interest-share-off', sharePpm: BigInt(random.below(11)) * 100_000n },
    { kind: 'sum-off-first-instalment', amount },
  ] as const)
}

function passDays(lived: Lived, days: number): LocalDate {
  const to = addDays(lived.today, days)
  if (!isSettled(lived.loan)) {
    lived.entries.push(...accrualEntries(lived.loan, { from: lived.today, to }))
  }
  return to
}

function operate(lived: Lived, operation: Operation, random: Random): void {
  const { loan, today } = lived
  const days = 1 + random.below(operation === 'defer' ? 30 : 90)
  switch (operation) {
    case 'payDue':
      return take(lived, 'payment', payOf(loan, dueOn(today, loan), today))
    case 'pay': {
      const due = dueOn(today, loan)
      const amount = fen((due * BigInt(1 + random.below(120))) / 100n)
      checkSplit(lived, amount)
      return take(lived, 'payment', payOf(loan, amount, today))
    }
    case 'payAhead': {
      const through = lastPayable(loan, today)
      if (through === undefined) return undefined
      const bill = valueOf(billThrough(loan, { through, today }))
      const amount = random.below(3) === 0 ? fen(bill / 2n) : bill
      return take(lived, 'payment', repayThrough(loan, { amount, today, through }))
    }
    case 'repayPart': {
      const amount = fen((payoffOn(today, loan) * BigInt(1 + random.below(95))) / 100n)
      const keep = random.pick(['term', 'instalment'] as const)
      return take(lived, 'early-part', repayInPart(loan, { amount, today, keep }))
    }
    case 'defer':
      return change(lived, 'delay', delayInstalment(loan, { days, today }))
    case 'relieve':
      return change(lived, 'relief', relieve(loan, { days, today }))
    case 'cutRate':
      return cut(lived, today, random)
    case 'retroactiveCut':
      return cut(lived, addDays(today, -random.below(70)), random)
    case 'waive': {
      const share = BigInt(random.below(11)) * 100_000n
      const offer = { penaltySharePpm: share, interestSharePpm: share, lastDay: today }
      const { toPay: amount } = waiverTermsOn(today, { loan, offer })
      return take(lived, 'waiver', payWithWaiver(loan, { amount, today, offer }))
    }
    case 'convertBill': {
      // A broken plan is no drawn loan; a sum off of a bill that lives on elsewhere is not computed anew.
      if (lived.isBroken || loan.coupon?.kind === 'sum-off-first-instalment') return undefined
      const quote = quoteSecond(specimenOldLoan({ loan }), { months: 6, today })
      if (!quote.ok) return undefined
      const { settled, newLoan } = quote.value
      const after = settled[0]?.loan ?? loan
      const owed = sum([payoffOn(today, after), payoffOn(today, newLoan)])
      expectNear(lived, 'a conversion changes no payoff', owed - payoffOn(today, loan), 1)
      return apply(lived, { event: 'conversion', loan: after })
    }
    case 'break':
      // Plans that can be broken are made without coupons.
      if (loan.coupon) return undefined
      lived.isBroken = true
      return change(lived, 'break', breakPlan(loan, today))
  }
}

function payOf(loan: Loan, amount: Money, today: LocalDate): Outcome<Settlement> {
  return receivePayment(loan, { amount, today })
}

function take(lived: Lived, event: LoanEvent, outcome: Outcome<Settlement>): void {
  if (outcome.ok) apply(lived, { event, ...outcome.value })
}

function change(lived: Lived, event: LoanEvent, outcome: Outcome<Loan>): void {
  if (!outcome.ok) return
  const { loan, today } = lived
  const rise = payoffOn(today, outcome.value) - payoffOn(today, loan)
  // A delay is asked for, and days of grace before it bear interest.
  if (event !== 'delay' && rise > loan.instalments.length)
    fail(lived, `law 1: ${event} raises the payoff by ${rise}`)
  apply(lived, { event, loan: outcome.value })
}

function cut(lived: Lived, lastOldDay: LocalDate, random: Random): void {
  const { loan, today } = lived
  const annualRatePpm = (loan.annualRatePpm * BigInt(random.below(100))) / 100n
  const outcome = cutRate(loan, { annualRatePpm, from: addDays(lastOldDay, 1), today })
  if (!outcome.ok) return
  const { loan: after, overpaid } = outcome.value
  const later = addDays(today, 40)
  const penaltyRise = penaltyOn(later, after) - penaltyOn(later, loan)
  const rise = payoffOn(today, after) - payoffOn(today, loan)
  const laterRise = payoffOn(later, after) - payoffOn(later, loan)
  // If nothing is paid until then, a new plan has other principal in arrears: law 2 checks its penalty.
  const withoutPenalty = laterRise - (penaltyRise > 0n ? penaltyRise : 0n)
  for (const one of [rise, withoutPenalty]) {
    if (one > loan.instalments.length) fail(lived, `law 1: a cut raises the payoff by ${one}`)
  }
  lived.reference.cut(today, { lastOldDay, ratePpm: Number(annualRatePpm) })
  apply(lived, { event: 'rate-cut', loan: after, overpaid })
}

function penaltyOn(day: LocalDate, loan: Loan): bigint {
  return sum(withPenaltyUntil(day, loan).instalments.map((row) => openParts(row).penalty))
}

function apply(
  lived: Lived,
  { event, loan: after, overpaid = nothing }: { event: LoanEvent; loan: Loan; overpaid?: Money },
): void {
  const { loan: before, today } = lived
  lived.entries.push(...entriesOf({ event, before, after, today, overpaid }))
  lived.loan = after
  lived.reference.record(today, rowsOf(after), { isDelay: event === 'delay' })
}

/** Law 3: the same money in one payment or in two. */
function checkSplit(lived: Lived, amount: Money): void {
  const { loan, today } = lived
  if (amount < 2n) return
  const half = fen(amount / 2n)
  const one = payOf(loan, amount, today)
  const first = payOf(loan, half, today)
  if (!one.ok || !first.ok) return
  const second = payOf(first.value.loan, subtract(amount, half), today)
  if (!second.ok) return
  const later = addDays(today, 20)
  const difference = payoffOn(later, one.value.loan) - payoffOn(later, second.value.loan)
  expectNear(lived, 'law 3: two payments cost what one costs', difference, 1)
}

function rowsOf(loan: Loan): ReferenceRow[] {
  return loan.instalments.map((row) => ({
    from: row.period.from,
    to: row.period.to,
    days360: row.period.days360,
    dueDate: row.dueDate,
    open: isOpen(row) ? Number(row.due.principal - row.paid.principal - row.waived.principal) : 0,
    bearing: Number(row.due.principal - row.paid.principal),
    converted: Number(row.convertedPrincipal),
  }))
}
