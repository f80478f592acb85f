import {
  askAnew,
  interestBearingPrincipal,
  lastFreeDay,
  rateOn,
  writeDown,
  writeDownLate,
} from '#testing/reference/accrual.ts'
import {
  billRows,
  capCharges,
  type ChargedRow,
  countUntil,
  limitToEarned,
} from '#testing/reference/bill.ts'
import { collect, dropEmpty, giveBack, isAhead, unpaidRows } from '#testing/reference/change.ts'
import { type Day, monthsAfter } from '#testing/reference/days.ts'
import { fraction, NOTHING, roundFraction, times } from '#testing/reference/fraction.ts'
import {
  allocate,
  fixSumOff,
  isPaidAheadBySumOff,
  isSumOffLeft,
  payByCoupon,
  pay,
} from '#testing/reference/pay.ts'
import { mayDefer } from '#testing/reference/permission.ts'
import {
  lesser,
  newRow,
  NO_INTEREST,
  parts,
  PENALTY_UNITS,
  type Row,
  type State,
  sum,
  total,
} from '#testing/reference/state.ts'

/** Moves the due date of the oldest open instalment; interest runs on for its principal. [D1] */
export function defer(state: State, { on, days }: { on: Day; days: number }): bigint {
  countUntil(state, on)
  const bill = billRows(state).find(({ open }) => total(open) > 0n)
  if (!bill || !mayDefer(state, { on, days })) return 0n
  writeDown(state)
  const { row } = bill
  fixSumOff(state, row)
  const before = row.due
  delete row.bill
  delete row.shareOff
  row.due += days
  row.penaltyAfter = row.due
  // Days that have passed are charged at the rate of today, too.
  const until = Math.min(on, row.due)
  if (until > before) {
    const rate = fraction(rateOn(state, on + 1), 360_000_000)
    const ofOne = times(fraction(interestBearingPrincipal(row) + row.converted), rate)
    const free = Math.max(0, Math.min(until, lastFreeDay(state)) - before)
    const all = times(ofOne, fraction(until - before))
    row.late = sum(row.late, { all, free: times(ofOne, fraction(free)) })
  }
  state.deferrals.push(on)
  return 0n
}

/**
 * Moves the oldest open instalment by days, and every later open one to whole months after it. Penalty
 * stands still until then, and interest runs on. [D2, D3]
 */
export function grantForbearance(
  state: State,
  { on, days, asked }: { on: Day; days: number; asked: State },
): bigint {
  countUntil(state, on)
  const rows = new Set(unpaidRows(state).map(({ row }) => row))
  const unpaid = billRows(state).filter(
    ({ row }) => rows.has(row) || isPaidAheadBySumOff(state, row),
  )
  const [first] = unpaid
  if (!first) return 0n
  const anchor = first.row.due + days
  if (anchor < on) return 0n
  writeDown(state)
  const current = unpaid.find(({ row }) => isAhead(row, on))?.row
  const isPaidAhead = current !== undefined && isPaidAheadBySumOff(state, current)
  const isReplanned = (row: Row) => current !== undefined && row.n >= current.n
  const bills = billRows(state).filter(
    ({ row }) => isReplanned(row) || unpaid.some((one) => one.row === row),
  )
  for (const { row, open } of bills) {
    fixSumOff(state, row)
    delete row.bill
    delete row.shareOff
    const due = monthsAfter(anchor, row.n - first.row.n)
    forgiveReview(state, { row, asked, open: open.principal })
    if (row.to > on && isReplanned(row)) {
      if (row === current) row.days360 += due - row.to
      row.to = due
    }
    row.due = due
    row.penaltyAfter = due
    const next = state.rows.find(({ n }) => n === row.n + 1)
    if (next) next.from = row.to
  }
  writeDown(state)
  for (const { row } of bills) askAnew(state, row)
  if (current && isPaidAhead) payRestBySumOff(state, current)
  if (current) dropEmpty(state)
  return giveBack(state)
}

/** A sum off that has paid its bill ahead pays with its rest what is added to the bill. [K5] */
function payRestBySumOff(state: State, row: Row): void {
  const { coupon } = state.terms
  const bill = billRows(state).find((one) => one.row === row)
  if (coupon?.kind !== 'sum-off-first-instalment' || !bill) return
  const { interestByCoupon = 0n, paidByCoupon = 0n } = row
  const rest = coupon.amount - interestByCoupon - paidByCoupon
  row.interestByCoupon = interestByCoupon + lesser(rest, bill.open.interest)
}

/** The days of the review cost no penalty; principal in arrears bears interest on them. */
function forgiveReview(
  state: State,
  { row, asked, open }: { row: Row; asked: State; open: bigint },
): void {
  if (asked.seen === state.seen || row.due >= state.seen) return
  // The penalty of the request was shown, in whole fen.
  const then = asked.rows.find(({ n }) => n === row.n)
  const shown = roundFraction(fraction(then?.penalty ?? 0n, PENALTY_UNITS), state.terms.rounding)
  const requested = (then?.penaltyShown ?? 0n) + shown
  // Penalty paid meanwhile stays paid, and pays no later one.
  const settled = row.paid.penalty + row.given.penalty - row.takenOver
  row.penaltyShown = requested > settled ? requested : settled
  row.penalty = 0n
  if (asked.seen - row.due <= state.terms.late.graceDays) return
  let review = NO_INTEREST
  for (let day = asked.seen + 1; day <= state.seen; day += 1) {
    const all = fraction(open * rateOn(state, state.seen + 1), 360_000_000)
    review = sum(review, { all, free: day <= lastFreeDay(state) ? all : NOTHING })
  }
  row.late = sum(row.late, review)
  writeDownLate(row)
}

const DEFAULT_AFTER = 2

/** A plan is broken: what is left falls due, with the interest earned by the day. [N4] */
export function defaultOn(state: State, { on }: { on: Day }): bigint {
  const isUnpaid = ({ row, open }: ChargedRow) => row.due < on && total(open) > 0n
  if (billRows(state).filter(isUnpaid).length < DEFAULT_AFTER) return 0n
  writeDown(state)
  const finals = limitToEarned(state).filter(({ row }) => row.due >= on)
  const [first] = finals
  if (!first || finals.every(({ open }) => total(open) === 0n)) return setOffPrincipal(state)
  const { n, from, to, days360 } = first.row
  const rest = newRow({ n, from, to: Math.min(to, on), days360 })
  rest.due = on
  rest.penaltyAfter = on
  for (const { row, due, discount } of finals) {
    rest.fee += due.fee
    rest.principal += due.principal
    rest.takenOver += due.penalty
    rest.asked = sum(rest.asked, {
      all: fraction(due.interest),
      free: fraction(discount.interest),
    })
    for (const part of parts) {
      rest.paid[part] += row.paid[part]
      rest.early[part] += row.early[part]
      rest.given[part] += row.given[part]
    }
  }
  rest.earned = rest.asked
  if (state.terms.coupon?.kind === 'interest-share-off') {
    rest.shareOff = finals.reduce((all, { discount }) => all + discount.interest, 0n)
  }
  state.rows = [...state.rows.filter(({ due }) => due < on), rest]
  return setOffPrincipal(state)
}

/** What was paid ahead lowers the principal of a broken plan. */
function setOffPrincipal(state: State): bigint {
  let credit = collect(state)
  for (const { row, open } of billRows(state)) {
    const taken = lesser(credit, open.principal)
    row.paid.principal += taken
    credit -= taken
  }
  return pay(state, credit, ({ due }) => due <= state.seen)
}

/**
 * With its last bill a loan ends on the due date. Where the cap lowers what it charges by then, the rows are
 * final; returns what was paid too much less what the bill needs. [Y7]
 */
function endWithBill(state: State, bill: Row): bigint | undefined {
  const { coupon } = state.terms
  const bills = billRows(state)
  if (bills.some(({ row, open }) => row !== bill && total(open) > 0n)) return undefined
  const days = (row: Row) => BigInt(Math.max(0, row.due - state.seen))
  const exposure = state.rows.reduce(
    (all, row) => all + (interestBearingPrincipal(row) + row.converted) * days(row),
    state.exposure,
  )
  const ended = capCharges(state, bills, exposure)
  if (ended.every(({ due }, index) => total(due) === total(bills[index]?.due ?? due))) {
    return undefined
  }
  let tooMuch = 0n
  for (const [index, { row, due, discount: off, given, open }] of ended.entries()) {
    const isSumOff = isSumOffLeft(state, row)
    const discounted =
      coupon?.kind === 'sum-off-first-instalment' ? 0n : off.interest + given.interest
    const before = (bills[index]?.due ?? due).interest - discounted
    if (before > 0n) row.leftByCap = { of: before, left: due.interest - discounted }
    // Interest is taken over first; a sum off pays what is left.
    const principal = isSumOff
      ? lesser(off.interest + off.principal, due.principal - row.paid.principal)
      : off.principal
    const interest = off.interest + off.principal - principal
    row.final = { due, discount: { ...off, interest, principal } }
    row.given = given
    tooMuch -= total(open)
    for (const part of parts) row.paid[part] += open[part]
    row.paid.interest += off.interest - interest
    row.paid.principal += off.principal - principal
    if (isSumOff) payByCoupon(row, due)
  }
  state.isConverted = true
  return tooMuch
}

/**
 * The next bill, as it will be on its due date, becomes a loan of its own from that date on. Its interest
 * is earned here until then. Returns what is more than the bill needs. [N3]
 */
export function convert(
  state: State,
  { on, amount, n }: { on: Day; amount: bigint; n: number },
): bigint {
  countUntil(state, on)
  writeDown(state)
  const back = giveBack(state)
  const bill = billRows(state).find(({ row, open }) => row.n === n && total(open) > 0n)
  if (!bill) return back + amount
  const { row, open } = bill
  const principal = interestBearingPrincipal(row)
  const tooMuch = endWithBill(state, row)
  if (tooMuch !== undefined) {
    row.converted += principal
    return back + amount + tooMuch
  }
  const left = allocate(state, lesser(amount, total(open)), (one) => one === row, true)
  // Repeated, the amount can be less than the bill.
  row.converted += principal - interestBearingPrincipal(row)
  state.isConverted = billRows(state).every((one) => total(one.open) === 0n)
  return back + left + amount - lesser(amount, total(open))
}
