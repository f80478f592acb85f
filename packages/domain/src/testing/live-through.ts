import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { entriesOf, refundEntries, type LoanEvent } from '#ledger/entries.ts'
import { isSettled, sumOfParts } from '#loans/loan.ts'
import { reverseLoan } from '#mall/reversal.ts'
import { fen, ZERO, sum, type Money } from '#money/money.ts'
import { defaultProductNo, mallProductNo } from '#product.ts'
import type { LoanAct } from '#acts/acts.ts'
import { cutRateOf } from '#acts/past.ts'
import type { Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { deferInstalment } from '#repayment/deferral.ts'
import { payoffOn, repayInFull, repayInPart } from '#repayment/early-repayment.ts'
import { forbearanceRequestOn, relieve } from '#repayment/forbearance.ts'
import { billThrough, lastPayable, repayThrough, dueOn, receivePayment } from '#repayment/repay.ts'
import { defaultPlan } from '#restructure/plan-default.ts'
import type { OldLoan } from '#restructure/consolidation-plan.ts'
import { quotePlan } from '#restructure/consolidation-plan.ts'
import { quoteSecond } from '#restructure/bill-conversion.ts'
import { valueOf } from '#specimen.ts'
import {
  checkChange,
  checkConversion,
  checkCouponAtStart,
  checkCut,
  checkPayment,
  checkForbearance,
  checkSplit,
  checkWaiver,
} from '#testing/change-laws.ts'
import type { TestHistory, TestOperation, TestStep } from '#testing/histories.ts'
import { checkLoanLaws, checkReturned, checkSettled } from '#testing/laws.ts'
import {
  apply,
  begin,
  waivedAmountsOf,
  openTakenOver,
  passDays,
  type Life,
  type TrackedLoan,
} from '#testing/life.ts'
import { payWithWaiver, waiverTermsOn } from '#waiver/waiver.ts'

/** Runs a history and checks every law after each step; throws at the first violation. */
export function liveThrough(history: TestHistory): Life {
  const life = begin(history)
  for (const lived of life.loans) {
    checkLoanLaws(life, lived)
    checkCouponAtStart(life, lived)
  }
  for (const step of history.steps) take(life, step)
  passDays(life, history.settleAfter)
  for (const lived of life.loans) {
    checkLoanLaws(life, lived)
    if (!isSettled(lived.loan)) settle(life, lived)
  }
  return life
}

function take(life: Life, step: TestStep): void {
  passDays(life, step.wait)

  const open = life.loans.filter(({ loan }) => !isSettled(loan))
  const lived = open[step.of % open.length] ?? life.loans[0]
  if (!lived) return
  life.log.push(`${life.today} ${step.do}`)
  operate(life, { ...step, lived })

  for (const one of life.loans) checkLoanLaws(life, one)
}

function operate(life: Life, step: TestOperation & { lived: TrackedLoan }): void {
  const { lived } = step
  if (step.do === 'refund') return refund(life, lived)
  if (isSettled(lived.loan) && step.do !== 'returnGoods') return undefined
  switch (step.do) {
    case 'payDue':
      return pay(life, { lived, amount: dueOn(life.today, lived.loan) })
    case 'pay': {
      const amount = percentOf(dueOn(life.today, lived.loan), step.percent)
      checkSplit(life, lived, amount)
      return pay(life, { lived, amount })
    }
    case 'payAhead':
      return payAhead(life, step)
    case 'repayPart': {
      const amount = percentOf(payoffOn(life.today, lived.loan), step.percent)
      const { today } = life
      const outcome = repayInPart(lived.loan, { amount, today, keep: step.keep })
      const act = { do: 'repay-part', on: today, amount, keep: step.keep } as const
      return receive(life, { lived, event: 'early-part', amount, outcome, act })
    }
    case 'defer': {
      const { days } = step
      const outcome = deferInstalment(lived.loan, { days, today: life.today })
      const act = { do: 'defer', on: life.today, days } as const
      if (outcome.ok) apply(life, lived, { event: 'delay', loan: outcome.value, act })
      return undefined
    }
    case 'relieve':
      return review(life, step)
    case 'cutRate':
      return cut(life, step)
    case 'waive':
      return waive(life, step)
    case 'convertBill':
      return convertBill(life, step)
    case 'consolidate':
      return consolidate(life, step.months)
    case 'break': {
      const outcome = defaultPlan(lived.loan, life.today)
      if (!outcome.ok) return undefined
      checkChange(life, lived, outcome.value)
      const act = { do: 'default', on: life.today } as const
      return apply(life, lived, { event: 'break', loan: outcome.value, act })
    }
    case 'returnGoods':
      return returnGoods(life, lived)
    case 'settle':
      return settle(life, lived)
  }
}

function percentOf(amount: Money, percent: number): Money {
  return fen((amount * BigInt(percent)) / 100n)
}

type Received = {
  lived: TrackedLoan
  event: LoanEvent
  amount: Money
  outcome: Outcome<Settlement>
  act: LoanAct
}

function receive(life: Life, { lived, event, amount, outcome, act }: Received): void {
  if (!outcome.ok) return
  const { loan, overpaid } = outcome.value
  if (event !== 'waiver') checkPayment(life, lived, { after: loan, amount, overpaid })
  apply(life, lived, { event, loan, overpaid, paid: amount, act })
}

function pay(life: Life, { lived, amount }: { lived: TrackedLoan; amount: Money }): void {
  const outcome = receivePayment(lived.loan, { amount, today: life.today })
  const act = { do: 'pay', on: life.today, amount } as const
  receive(life, { lived, event: 'payment', amount, outcome, act })
}

function payAhead(life: Life, { lived, percent }: { lived: TrackedLoan; percent: number }): void {
  const { today } = life
  const through = lastPayable(lived.loan, today)
  if (through === undefined) return
  const bill = valueOf(billThrough(lived.loan, { through, today }))
  const amount = percentOf(bill, percent)
  const outcome = repayThrough(lived.loan, { amount, today, through })
  const act = { do: 'pay-through', on: today, amount, through } as const
  receive(life, { lived, event: 'payment', amount, outcome, act })
}

/** Requests a forbearance, which is granted after the days of a review. */
function review(
  life: Life,
  { lived, days, reviewDays }: { lived: TrackedLoan; days: number; reviewDays: number },
): void {
  const asked = forbearanceRequestOn(life.today, lived.loan)
  passDays(life, reviewDays)
  const { today } = life
  const outcome = relieve(lived.loan, { days, today, ...(reviewDays > 0 && { asked }) })
  if (!outcome.ok) return
  const { loan, overpaid } = outcome.value
  checkForbearance(life, lived, outcome.value)
  const { on: askedOn } = asked
  const act = { do: 'relieve', on: today, days, ...(reviewDays > 0 && { asked }) } as const
  apply(life, lived, { event: 'relief', loan, overpaid, change: { askedOn }, act })
}

function cut(
  life: Life,
  { lived, percent, daysBack }: { lived: TrackedLoan; percent: number; daysBack: number },
): void {
  const { today } = life
  const lastOldDay = addDays(today, -daysBack)
  const annualRatePpm = (lived.loan.annualRatePpm * BigInt(percent)) / 100n
  const outcome = cutRateOf(lived.past, { annualRatePpm, from: addDays(lastOldDay, 1), today })
  if (!outcome.ok) return
  const { loan, overpaid, past } = outcome.value
  checkCut(life, lived, outcome.value)
  lived.reference.cut(today, { lastOldDay, ratePpm: Number(annualRatePpm) })
  if (waivedAmountsOf(lived).interest > 0n) lived.isGivenUpCut = true
  apply(life, lived, { event: 'rate-cut', loan, overpaid })
  lived.past = past
  if (daysBack > 0) lived.isRebuilt = true
}

function waive(life: Life, step: TestOperation & { do: 'waive'; lived: TrackedLoan }): void {
  const { lived, penaltyPercent, interestPercent, transferDays } = step
  const orderedOn: LocalDate = life.today
  const offer = {
    penaltySharePpm: BigInt(penaltyPercent) * 10_000n,
    interestSharePpm: BigInt(interestPercent) * 10_000n,
    lastDay: orderedOn,
  }
  const { toPay: amount } = waiverTermsOn(orderedOn, { loan: lived.loan, offer })
  passDays(life, transferDays)
  const { today } = life
  const outcome = payWithWaiver(lived.loan, { amount, today, offer, orderedOn })
  if (!outcome.ok) return
  const { loan: after, overpaid } = outcome.value
  checkWaiver(life, lived, { after, amount, overpaid })
  const act = { do: 'pay-with-waiver', on: today, amount, offer, orderedOn } as const
  receive(life, { lived, event: 'waiver', amount, outcome, act })
}

function oldLoanOf({ loan, origin }: TrackedLoan): OldLoan {
  const product = defaultProductNo
  return { loan, origin, product, lender: 'consumer-finance', returnAskedOn: undefined }
}

function convertBill(life: Life, { lived, months }: { lived: TrackedLoan; months: number }): void {
  const { today } = life
  const quote = quoteSecond(oldLoanOf(lived), { months, today })
  if (!quote.ok) return
  const { settled, newLoan, parts, bill } = quote.value
  const [settlement] = settled
  if (!settlement) return
  const { loan, overpaid } = settlement
  checkConversion(life, { before: [lived.loan], after: [loan, newLoan], parts, overpaid })
  lived.isElsewhere = true
  const paid = sumOfParts(parts)
  const act = { do: 'convert-bill', on: today, n: bill.n, amount: sumOfParts(parts) } as const
  apply(life, lived, { event: 'conversion', loan, overpaid, paid, act })
  openTakenOver(life, { loan: newLoan, origin: 'second-instalment', penalty: ZERO })
}

/** Consolidates all eligible overdue loans into one plan. */
function consolidate(life: Life, months: number): void {
  const { today } = life
  const late = life.loans.filter(
    ({ loan, origin }) =>
      origin !== 'personalised-plan' && loan.instalments.length > 0 && isLate(loan, today),
  )
  const quote = quotePlan(late.map(oldLoanOf), { months, today })
  if (!quote.ok) return
  const { settled, newLoan, parts } = quote.value
  const before = late.map(({ loan }) => loan)
  const after = [...settled.map(({ loan }) => loan), newLoan]
  const overpaid = sum(settled.map((one) => one.overpaid))
  checkConversion(life, { before, after, parts, overpaid })
  for (const [index, lived] of late.entries()) {
    const settlement = settled[index]
    if (!settlement) continue
    const moved = sum(settlement.allocations.map((one) => sumOfParts(one.parts)))
    lived.isElsewhere = true
    const { loan } = settlement
    const paid = fen(moved + settlement.overpaid)
    apply(life, lived, { event: 'conversion', loan, overpaid: settlement.overpaid, paid })
  }
  openTakenOver(life, { loan: newLoan, origin: 'personalised-plan', penalty: parts.penalty })
}

function isLate(loan: TrackedLoan['loan'], today: LocalDate): boolean {
  return !isSettled(loan) && dueOn(addDays(today, -1), loan) > 0n
}

function returnGoods(life: Life, lived: TrackedLoan): void {
  const { loan, origin, isElsewhere } = lived
  const { reversedOn } = lived
  const drawn = { loan, origin, product: mallProductNo, reversedOn, isElsewhere }
  const outcome = reverseLoan(drawn)
  if (!outcome.ok) return
  const { loan: after, paidBack } = outcome.value
  const waivedAmounts = waivedAmountsOf(lived)
  const step = { event: 'return', before: loan, after, today: life.today } as const
  lived.entries.push(...entriesOf({ ...step, overpaid: paidBack, waivedAmounts }))
  lived.loan = after
  lived.reversedOn = life.today
  life.events.push('return')
  checkReturned(life, lived, paidBack)
}

/** Refunds an overpayment. */
function refund(life: Life, lived: TrackedLoan): void {
  const owed = fen(lived.overpaid - lived.refunded)
  lived.entries.push(...refundEntries(owed))
  lived.refunded = lived.overpaid
  checkLoanLaws(life, lived)
}

/** Laws 4 and 7: the quoted payoff settles the loan, and nothing is left. */
function settle(life: Life, lived: TrackedLoan): void {
  const { today } = life
  const amount = payoffOn(today, lived.loan)
  const outcome = repayInFull(lived.loan, { amount, today })
  const charges = lived.reference.charged(today)
  const act = { do: 'settle', on: today, amount } as const
  receive(life, { lived, event: 'early-full', amount, outcome, act })
  if (!lived.isRebuilt) {
    checkSettled(life, lived, { amount, charges, overpaid: valueOf(outcome).overpaid })
  }
}
