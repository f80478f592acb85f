import { applyAct, type LoanAct } from '#acts/acts.ts'
import { cutRateOf, withAct } from '#acts/past.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { entriesOf, refundEntries, type LoanEvent } from '#ledger/entries.ts'
import { isOpen, isSettled, openParts, type Loan } from '#loans/loan.ts'
import { add, fen, sum, ZERO, type Money } from '#money/money.ts'
import { granted, type Outcome } from '#refusal.ts'
import { isDueBy } from '#repayment/allocation.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { forbearanceRequestOn } from '#repayment/forbearance.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { billThrough, dueOn, lastPayable } from '#repayment/repay.ts'
import { valueOf } from '#specimen.ts'
import {
  checkAct,
  checkCutInTime,
  checkLargerCoupon,
  checkShortened,
  checkSplit,
} from '#testing/change-laws.ts'
import { compareBills, compareLoan } from '#testing/compare.ts'
import type { TestHistory, TestOperation, TestStep } from '#testing/histories.ts'
import { checkLedger, checkRealisedCost } from '#testing/laws.ts'
import { begin, fail, passDays, type Life, type TrackedLoan } from '#testing/life.ts'
import { payInThePast, reversePayment } from '#testing/rebuild.ts'
import { consolidate, convertBill, returnGoods } from '#testing/restructure.ts'
import { waiverTermsOn } from '#waiver/waiver.ts'

/** Runs a history and checks every law after each step, and what is given; throws at the first violation. */
export function liveThrough(history: TestHistory, more: (life: Life) => void = () => {}): Life {
  const check = (life: Life) => {
    checkLoans(life)
    more(life)
  }
  const life = begin(history)
  check(life)
  for (const step of history.steps) {
    passDays(life, step.wait)
    check(life)
    take(life, step)
    check(life)
  }
  passDays(life, history.settleAfter)
  check(life)
  for (const lived of life.loans) {
    checkLargerCoupon(life, lived)
    settle(life, lived)
  }
  check(life)
  return life
}

function checkLoans(life: Life): void {
  for (const lived of life.loans) {
    compareLoan(life, lived)
    compareBills(life, lived)
    checkLedger(life, lived)
    checkRealisedCost(life, lived)
  }
}

function take(life: Life, step: TestStep): void {
  const running = life.loans.filter(({ past }) => !isSettled(past.loan))
  const lived = running[step.of % running.length] ?? life.loans[0]
  if (!lived) return
  life.log.push(`${life.today} ${step.do}`)
  switch (step.do) {
    case 'refund':
      return refund(lived)
    case 'returnGoods':
      return returnGoods(life, lived)
    case 'consolidate':
      return consolidate(life, step.months)
    case 'convertBill':
      return convertBill(life, lived, step.months)
    case 'reverse':
      return reversePayment(life, lived, step.payment)
    case 'payPast':
      return payInThePast(life, lived, step)
    default: {
      const act = isSettled(lived.past.loan) ? undefined : actOf(life, lived.past.loan, step)
      if (act) perform(life, lived, act)
    }
  }
}

/** The operation with its amount, in the words of the domain. */
export function actOf(life: Life, loan: Loan, step: TestOperation): LoanAct | undefined {
  const { today } = life
  switch (step.do) {
    case 'payDue':
      return { do: 'pay', on: today, amount: dueOn(today, loan) }
    case 'pay':
      return { do: 'pay', on: today, amount: percentOf(dueOn(today, loan), step.percent) }
    case 'payAhead': {
      const through = lastPayable(loan, today)
      if (through === undefined) return undefined
      // A part of the last bill, of which a coupon pays the rest, is not asked for.
      const isWhole = loan.instalments.every((row) => !isOpen(row) || row.n <= through)
      const isCoupon = loan.coupon?.kind === 'sum-off-first-instalment'
      if (isWhole && isCoupon && step.percent < 100) return undefined
      const bill = valueOf(billThrough(loan, { through, today }))
      return { do: 'pay-through', on: today, through, amount: percentOf(bill, step.percent) }
    }
    case 'repayPart': {
      const amount = percentOf(payoffOn(today, loan), step.percent)
      return { do: 'repay-part', on: today, amount, keep: step.keep }
    }
    case 'defer':
      return { do: 'defer', on: today, days: step.days }
    case 'forbear': {
      const asked = forbearanceRequestOn(today, loan)
      passDays(life, step.reviewDays)
      const isReviewed = step.reviewDays > 0
      return { do: 'forbear', on: life.today, days: step.days, ...(isReviewed && { asked }) }
    }
    case 'cutRate': {
      const annualRatePpm = (loan.annualRatePpm * BigInt(step.percent)) / 100n
      return { do: 'cut-rate', on: addDays(today, -step.daysBack), annualRatePpm }
    }
    case 'waiveAmount': {
      const { instalments } = withPenaltyUntil(today, loan)
      const open = instalments.filter(isDueBy(today)).map((row) => openParts(row)[step.part])
      const waived = percentOf(sum(open), step.percent)
      return { do: 'waive-amount', on: today, part: step.part, waived }
    }
    case 'waive':
      return waiverOf(life, loan, step)
    case 'break':
      return { do: 'default', on: today }
    case 'settle':
      return { do: 'settle', on: today, amount: payoffOn(today, loan) }
    default:
      throw new Error(`unknown operation ${step.do}`)
  }
}

function waiverOf(life: Life, loan: Loan, step: TestOperation & { do: 'waive' }): LoanAct {
  const orderedOn: LocalDate = life.today
  const offer = {
    penaltySharePpm: BigInt(step.penaltyPercent) * 10_000n,
    interestSharePpm: BigInt(step.interestPercent) * 10_000n,
    lastDay: orderedOn,
  }
  const { toPay: amount } = waiverTermsOn(orderedOn, { loan, offer })
  passDays(life, step.transferDays)
  return { do: 'pay-with-waiver', on: life.today, amount, offer, orderedOn }
}

function percentOf(amount: Money, percent: number): Money {
  return fen((amount * BigInt(percent)) / 100n)
}

const events: Record<LoanAct['do'], LoanEvent> = {
  pay: 'payment',
  'pay-through': 'payment',
  settle: 'early-full',
  'repay-part': 'early-part',
  'pay-with-waiver': 'waiver',
  'waive-amount': 'waiver',
  defer: 'delay',
  forbear: 'relief',
  'cut-rate': 'rate-cut',
  'convert-bill': 'conversion',
  default: 'break',
}

/** Does an act to a loan; the reference does the same. A refusal changes nothing. */
function perform(life: Life, lived: TrackedLoan, act: LoanAct): void {
  const { past } = lived
  checkSplit(life, past.loan, act)
  const outcome = applyAndCheck(life, lived, act)
  if (outcome.ok !== (lived.reference.mayDo(act) ?? outcome.ok)) {
    const why = outcome.ok ? 'granted' : outcome.refusal.kind
    fail(life, `an act is not granted as its terms say: ${act.do} is ${why}`)
  }
  if (!outcome.ok) return
  const { past: after, overpaid } = outcome.value
  const paid = 'amount' in act ? act.amount : ZERO
  life.log.push(`  ${act.do} ${paid}, back ${overpaid}`)
  const event = events[act.do]
  const step = { event, before: past.loan, after: after.loan, today: life.today, overpaid }
  lived.entries.push(...entriesOf(step))
  lived.past = after
  lived.received = add(lived.received, paid)
  lived.overpaid = add(lived.overpaid, overpaid)
  life.events.push(event)
  // A deferral of a late bill charges its days of grace.
  const isLate = act.do === 'defer' && dueOn(life.today, past.loan) > 0n
  const isLateCut = act.do === 'cut-rate' && act.on < life.today
  const isCompared = isLateCut && checkCutInTime(life, lived, act)
  // A sum off pays less of a bill that a cut before its due date made smaller.
  const isSumOff = past.loan.coupon?.kind === 'sum-off-first-instalment'
  if (!isLate && !isCompared && !(isLateCut && (isSumOff || lived.isRebuilt))) {
    checkAct(life, { before: past.loan, after: after.loan, paid, overpaid })
  }
  checkShortened(life, past.loan, { act, after: after.loan })
  const expected = lived.reference.act(act, life.today)
  if (expected !== overpaid) fail(life, `law 4: ${overpaid} goes back, not ${expected}`)
}

function applyAndCheck(
  { today }: Life,
  { past }: TrackedLoan,
  act: LoanAct,
): Outcome<{ past: TrackedLoan['past']; overpaid: Money }> {
  if (act.do === 'cut-rate') {
    const { annualRatePpm } = act
    return cutRateOf(past, { annualRatePpm, from: addDays(act.on, 1), today })
  }
  const outcome = applyAct(past.loan, act)
  if (!outcome.ok) return outcome
  const { overpaid } = outcome.value
  const no = String(past.done.length)
  return granted({ past: withAct(past, act, { ...outcome.value, no }), overpaid })
}

/** Refunds an overpayment. */
function refund(lived: TrackedLoan): void {
  lived.entries.push(...refundEntries(fen(lived.overpaid - lived.refunded)))
  lived.refunded = lived.overpaid
}

/** Laws 4 and 7: the quoted payoff settles the loan, and nothing is left. */
function settle(life: Life, lived: TrackedLoan): void {
  const { loan } = lived.past
  if (isSettled(loan)) return
  perform(life, lived, { do: 'settle', on: life.today, amount: payoffOn(life.today, loan) })
  if (!isSettled(lived.past.loan)) fail(life, 'law 7: the payoff does not settle the loan')
}
