import { applyAct, type LoanAct } from '#acts/acts.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { isSettled, openParts, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { fen, subtract, type Money } from '#money/money.ts'
import { closedOn } from '#repayment/closing.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'
import { fail, type Life, type TrackedLoan } from '#testing/life.ts'

/** The payoff of a loan on a day; negative if a refund would result. */
export function owedOn(day: LocalDate, loan: Loan): bigint {
  if (isSettled(loan)) return 0n
  const { instalments } = closedOn(day, withPenaltyUntil(day, loan))
  return instalments.reduce((owed, row) => owed + sumOfParts(openParts(row)), 0n)
}

/**
 * What acts cost in all, if the loan is settled on a day. Money comes back where the loan is settled;
 * undefined where an act is refused.
 */
function costOf(
  opening: Loan,
  { acts, day }: { acts: readonly LoanAct[]; day: LocalDate },
): bigint | undefined {
  let loan = opening
  let cost = 0n
  for (const act of acts) {
    if (isSettled(loan)) continue
    const outcome = applyAct(loan, act)
    if (!outcome.ok) return undefined
    // With a larger coupon there can be nothing left to pay or to convert: the act is not offered.
    if ('amount' in act && outcome.value.overpaid >= act.amount) return undefined
    loan = outcome.value.loan
    cost += ('amount' in act ? act.amount : 0n) - outcome.value.overpaid
  }
  return cost + owedOn(day, loan)
}

/** Law 1: no act costs more than what is paid with it, but for a fen an instalment. */
export function checkAct(
  life: Life,
  before: Loan,
  done: { after: Loan; paid: Money; overpaid: Money },
): void {
  const { today } = life
  const { after, paid, overpaid } = done
  // A fee can be paid on the day before its period begins.
  const early = after.instalments.filter(({ period }) => period.from >= today)
  const fees = early.reduce((all, row) => all + row.paid.fee, 0n)
  // A sum off pays less of a bill that became smaller.
  const off = sumOffOn(today, before) - sumOffOn(today, after)
  const lessOff = off > 0n ? off : 0n
  const rise = owedOn(today, after) + paid - overpaid - owedOn(today, before) - fees - lessOff
  if (rise > before.instalments.length) fail(life, `law 1: an act costs ${rise} too much`)
}

/** What a sum off pays, if the loan ends today. */
function sumOffOn(today: LocalDate, loan: Loan): bigint {
  const [first] = closedOn(today, withPenaltyUntil(today, loan)).instalments
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
    // A discount is rounded, too.
    const most = BigInt(Math.max(1, bills.length) * (loan.coupon ? 2 : 1))
    if (more > most || more < -most) fail(life, `law 3: two parts cost ${more} more on ${day}`)
  }
}

/** What is left of a bill, counted without a coupon. */
function bill({ due, paid }: Instalment): bigint {
  return sumOfParts(due) - sumOfParts(paid)
}

/** Under 缩期 no instalment rises, counted without a coupon, and there are not more of them. */
export function checkShortened(life: Life, before: Loan, { act, after }: Changed): void {
  if (act.do !== 'repay-part' || act.keep !== 'instalment') return
  const bills = new Map(before.instalments.map((row) => [row.n, bill(row)]))
  for (const row of after.instalments) {
    const rise = bill(row) - (bills.get(row.n) ?? 0n)
    if (rise > 0n) {
      fail(life, `shortened: instalment ${row.n} rises by ${rise}`)
    }
  }
}

type Changed = { readonly act: LoanAct; readonly after: Loan }

/** A rate cut from a day that has passed costs what the same cut in time would have cost. */
export function checkCutInTime(life: Life, lived: TrackedLoan): void {
  const { past, received, overpaid } = lived
  const acts = past.done.flatMap((one) => ('act' in one ? [one.act] : []))
  // The payment of a waiver is what was asked for when it was ordered: in time, that is another sum.
  // Credit of an earlier cut was set off on its day, and lowers principal and penalty from then on.
  const setOffs = past.done.filter((one) => !('act' in one)).length
  if (setOffs > 1 || acts.some((act) => act.do === 'pay-with-waiver')) return
  const inTime = costOf(past.opening, { acts, day: life.today })
  if (inTime === undefined) return
  const cost = received - overpaid + owedOn(life.today, past.loan)
  if (cost !== inTime) fail(life, `a cut costs ${cost}, in time it would have cost ${inTime}`)
}

/** A larger sum off never costs more. */
export function checkLargerCoupon(life: Life, { past }: TrackedLoan): void {
  const { coupon } = past.opening
  if (coupon?.kind !== 'sum-off-first-instalment') return
  const { coupon: _, ...bare } = past.opening
  const acts = past.done.flatMap((one) => ('act' in one ? [one.act] : []))
  const cost = costOf(past.opening, { acts, day: life.today })
  for (const more of [1n, 100n, coupon.amount]) {
    const larger = withCoupon(bare, { ...coupon, amount: fen(coupon.amount + more) })
    const itsCost = costOf(larger, { acts, day: life.today })
    if (cost === undefined || itsCost === undefined || itsCost <= cost) continue
    fail(life, `a coupon of ${more} more costs ${itsCost - cost} more`)
  }
}
