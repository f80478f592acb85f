import { applyAct, type LoanAct } from '#acts/acts.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { isSettled, openParts, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { fen, subtract, ZERO, type Money } from '#money/money.ts'
import { granted, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { closeLoan } from '#repayment/closing.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { receivePayment } from '#repayment/repay.ts'
import { fail, type Life, type TrackedLoan } from '#testing/life.ts'
import { waiveAmount } from '#waiver/waive-amount.ts'
import { payWithWaiver } from '#waiver/waiver.ts'

/** The payoff of a loan on a day; negative if a refund would result. */
export function computePayoff(day: LocalDate, loan: Loan): bigint {
  if (isSettled(loan)) return 0n
  const { instalments } = closeLoan(day, withPenaltyUntil(day, loan))
  return instalments.reduce((owed, row) => owed + sumOfParts(openParts(row)), 0n)
}

/** An act done to a loan, with what was paid and what went back. */
interface Step {
  readonly act: LoanAct
  readonly before: Loan
  readonly after: Loan
  readonly paid: Money
  readonly overpaid: Money
}

/**
 * Acts done one after the other while the loan runs; undefined where one is refused. A waiver of a
 * charge that is not open is left out. [T2]
 */
function stepsOf(opening: Loan, acts: readonly LoanAct[]): Step[] | undefined {
  const steps: Step[] = []
  for (const act of acts) {
    const before = steps.at(-1)?.after ?? opening
    if (isSettled(before)) continue
    const outcome = repeat(before, act, { opening, steps })
    if (!outcome.ok && act.do === 'waive-amount') continue
    if (!outcome.ok) return undefined
    const { loan: after, overpaid } = outcome.value
    const paid = 'amount' in act ? act.amount : ZERO
    // With a larger coupon there can be nothing left to pay or to convert: the act is not offered.
    if ('amount' in act && act.do !== 'pay-with-waiver' && overpaid >= paid) return undefined
    steps.push({ act, before, after, paid, overpaid })
  }
  return steps
}

/** An act with the parameters that a rebuilt loan gives it: a waiver waives at most what is open. [W5] */
function repeat(
  loan: Loan,
  act: LoanAct,
  past: { opening: Loan; steps: readonly Step[] },
): Outcome<Settlement> {
  if (act.do === 'pay-with-waiver') return payAsOrdered(past.opening, { act, steps: past.steps })
  if (act.do !== 'waive-amount') return applyAct(loan, act)
  const waived = waiveAmount(loan, { ...act, today: act.on, isRepeated: true })
  return waived.ok ? granted({ ...waived.value, allocations: [] }) : waived
}

/**
 * A payment with a waiver, of what was to be paid when it was ordered; the rest of it goes back. Where
 * nothing was overdue then, it pays what is due. [W4, T2]
 */
function payAsOrdered(
  opening: Loan,
  { act, steps }: { act: LoanAct & { do: 'pay-with-waiver' }; steps: readonly Step[] },
): Outcome<Settlement> {
  const { on: today, amount, offer, orderedOn = today } = act
  const loan = steps.at(-1)?.after ?? opening
  const then = steps.findLast((step) => step.act.on <= orderedOn)?.after ?? opening
  const paid = payWithWaiver(loan, { amount, offer, orderedOn, today, asOrdered: then })
  return paid.ok || amount === 0n ? paid : receivePayment(loan, { amount, today })
}

/** What acts cost in all, if the loan is settled on a day; undefined where one is refused. */
function costOf(
  opening: Loan,
  { acts, day }: { acts: readonly LoanAct[]; day: LocalDate },
): bigint | undefined {
  const steps = stepsOf(opening, acts)
  return steps && costBy(day, steps.at(-1)?.after ?? opening, steps)
}

function costBy(day: LocalDate, loan: Loan, steps: readonly Step[]): bigint {
  return steps.reduce(
    (cost, { paid, overpaid }) => cost + paid - overpaid,
    computePayoff(day, loan),
  )
}

/** Law 1: no act costs more on its day than what is paid with it, but for a fen an instalment. */
export function checkAct(
  life: Life,
  { before, after, paid, overpaid }: Omit<Step, 'act'>,
  today = life.today,
): void {
  // A fee can be paid on the day before its period begins.
  const early = after.instalments.filter(({ period }) => period.from >= today)
  const fees = early.reduce((all, row) => all + row.paid.fee, 0n)
  // A sum off pays less of a bill that became smaller.
  const off = sumOffOn(today, before) - sumOffOn(today, after)
  const lessOff = off > 0n ? off : 0n
  const rise =
    computePayoff(today, after) + paid - overpaid - computePayoff(today, before) - fees - lessOff
  if (rise > before.instalments.length) fail(life, `law 1: an act costs ${rise} too much`)
}

/** What a sum off pays, if the loan ends today. */
function sumOffOn(today: LocalDate, loan: Loan): bigint {
  const [first] = closeLoan(today, withPenaltyUntil(today, loan)).instalments
  if (loan.coupon?.kind !== 'sum-off-first-instalment' || !first) return 0n
  return first.waived.interest + first.waived.principal
}

/** Law 3: a sum in two parts on one day costs what it costs at once, but for the rounding of a bill. */
export function checkSplit(life: Life, loan: Loan, act: LoanAct): void {
  if ((act.do !== 'pay' && act.do !== 'repay-part') || act.amount < 2n) return
  const half = fen(act.amount / 2n)
  const parts = [
    { ...act, amount: half },
    { ...act, amount: subtract(act.amount, half) },
  ]
  for (const days of [0, 20, 70]) {
    const day = addDays(life.today, days)
    const [inTwo, atOnce] = [costOf(loan, { acts: parts, day }), costOf(loan, { acts: [act], day })]
    if (inTwo === undefined || atOnce === undefined) return
    const more = inTwo - atOnce
    const bills = loan.instalments.filter(({ dueDate }) => dueDate > life.today && dueDate <= day)
    const most = BigInt(Math.max(1, bills.length))
    if (more > most || more < -most) fail(life, `law 3: two parts cost ${more} more on ${day}`)
  }
}

/** What is left of a bill, counted without a coupon. */
function bill({ due, paid }: Instalment): bigint {
  return sumOfParts(due) - sumOfParts(paid)
}

/** Under 缩期 no instalment rises, counted without a coupon, and there are not more of them. */
export function checkShortened(life: Life, before: Loan, { act, after }: ChangeStep): void {
  if (act.do !== 'repay-part' || act.keep !== 'instalment') return
  const bills = new Map(before.instalments.map((row) => [row.n, bill(row)]))
  for (const row of after.instalments) {
    const rise = bill(row) - (bills.get(row.n) ?? 0n)
    if (rise > 0n) {
      fail(life, `shortened: instalment ${row.n} rises by ${rise}`)
    }
  }
}

type ChangeStep = { readonly act: LoanAct; readonly after: Loan }

/**
 * Laws 1 and 8: a rate cut from a day that has passed costs what the same cut in time would have cost,
 * and in time it would not have cost more. Returns whether the two can be compared.
 */
export function checkCutInTime(life: Life, lived: TrackedLoan, cut: LoanAct): boolean {
  const { past, received, overpaid } = lived
  // Credit of an earlier cut was set off on its day, and lowers principal and penalty from then on.
  if (lived.isRebuilt || past.done.filter((one) => !('act' in one)).length > 1) return false
  const acts = past.done.flatMap((one) => ('act' in one ? [one.act] : []))
  const steps = stepsOf(past.opening, acts)
  const inTime = steps?.findLast(({ act }) => act.do === 'cut-rate' && act.on === cut.on)
  if (!steps || !inTime) return false
  checkAct(life, inTime, cut.on)
  const cost = received - overpaid + computePayoff(life.today, past.loan)
  const costInTime = costBy(life.today, steps.at(-1)?.after ?? past.opening, steps)
  if (cost !== costInTime) {
    fail(life, `law 8: a cut costs ${cost}, in time it would have cost ${costInTime}`)
  }
  return true
}

/** Law 10: a larger sum off never costs more. */
export function checkLargerCoupon(life: Life, { past, isRebuilt }: TrackedLoan): void {
  const { coupon, ...bare } = past.opening
  if (coupon?.kind !== 'sum-off-first-instalment' || isRebuilt) return
  const acts = past.done.flatMap((one) => ('act' in one ? [one.act] : []))
  const steps = stepsOf(past.opening, acts)
  if (!steps) return
  const cost = costBy(life.today, steps.at(-1)?.after ?? past.opening, steps)
  const again = steps.map(({ act, after }) => (isSettled(after) ? settlementFor(act) : act))
  for (const more of [1n, 100n, coupon.amount]) {
    const larger = withCoupon(bare, { ...coupon, amount: fen(coupon.amount + more) })
    const its = stepsOf(larger, again)
    if (!its || !isSameForbearance(steps, its)) continue
    const itsCost = costBy(life.today, its.at(-1)?.after ?? larger, its)
    if (itsCost <= cost) continue
    fail(life, `law 10: a coupon of ${more} more costs ${itsCost - cost} more`)
  }
}

/**
 * A forbearance counts its months from the first bill it moves: from another one, if the larger sum off
 * has paid a bill that is in arrears. [D2]
 */
function isSameForbearance(steps: readonly Step[], its: readonly Step[]): boolean {
  return steps.every(({ act, before, after }) => {
    if (act.do !== 'forbear') return true
    const { n, dueDate } = firstMoved({ before, after }) ?? {}
    const theirs = its.find((step) => step.act === act)
    return dueDate === undefined || dueDate > act.on || (theirs && firstMoved(theirs)?.n) === n
  })
}

function firstMoved({ before, after }: Pick<Step, 'before' | 'after'>): Instalment | undefined {
  const dueDates = new Map(after.instalments.map(({ n, dueDate }) => [n, dueDate]))
  return before.instalments.find(({ n, dueDate }) => dueDates.get(n) !== dueDate)
}

/** A payment that ended a loan ends it with a larger coupon, too: what is too much of it goes back. */
function settlementFor(act: LoanAct): LoanAct {
  if (act.do !== 'pay' && act.do !== 'pay-through' && act.do !== 'settle') return act
  return { do: 'settle', on: act.on, amount: fen(act.amount * 2n) }
}
