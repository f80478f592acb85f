import {
  askAnew,
  interestBearingPrincipal,
  repaidPrincipal,
  interestOnDueDate,
  rateOn,
  writeDown,
} from '#testing/reference/accrual.ts'
import { billRows, type ChargedRow, countUntil, limitToEarned } from '#testing/reference/bill.ts'
import { type Day } from '#testing/reference/days.ts'
import { type Fraction, fraction, plus, roundFraction, times } from '#testing/reference/fraction.ts'
import { fixSumOff, isSumOffLeft, pay, payBills, payoffOn, settle } from '#testing/reference/pay.ts'
import { mayRepayPart } from '#testing/reference/permission.ts'
import { sumBearing, interestLeft, computePaid, spread } from '#testing/reference/shape.ts'
import { lesser, type Row, type State, total } from '#testing/reference/state.ts'

/** Rows with something to pay, by the borrower or by a coupon. */
export function unpaidRows(state: State): ChargedRow[] {
  return billRows(state).filter(({ row, due, open, discount }) => {
    const isLeft = total(open) > 0n || (isSumOffLeft(state, row) && total(discount) > 0n)
    return isLeft || (row.to > state.seen && isCovered(state, row, due.interest))
  })
}

/** A coupon takes off all that is to be paid: interest alone. */
function isCovered({ terms }: State, { principal, paid }: Row, interest: bigint): boolean {
  if (terms.coupon?.kind === 'sum-off-first-instalment') return false
  const repaid = terms.method === 'interest-first' ? paid.principal : 0n
  return interest > 0n && paid.interest === 0n && principal === repaid
}

/** Whether a new plan covers a row: its period is not over. What is left of a converted bill stays. [N3] */
export function isAhead({ to, converted }: Row, today: Day): boolean {
  return to > today && converted === 0n
}

/** The rows that a new plan covers, without those that are paid ahead. */
function rowsAhead(state: State): Row[] {
  const rows = unpaidRows(state)
    .map(({ row }) => row)
    .filter((row) => isAhead(row, state.seen))
  // After a shortened plan, rows that only collect penalty of old loans can follow.
  return rows.slice(0, rows.findLastIndex((row) => interestBearingPrincipal(row) > 0n) + 1)
}

/**
 * Takes back from the rows what was paid ahead for days on which its principal is no longer outstanding.
 */
export function collect(state: State): bigint {
  let credit = 0n
  for (const row of state.rows) fixSumOff(state, row)
  for (const { row, due } of billRows(state)) chargeLess(state, row, due.interest)
  for (const { row, open } of billRows(state)) {
    if (open.interest >= 0n) continue
    row.paid.interest += open.interest
    row.early.interest = lesser(row.early.interest, row.paid.interest)
    credit -= open.interest
  }
  return credit
}

/** The running period charges what it earns in the end, if that is less than the bill. */
function chargeLess(state: State, row: Row, bill: bigint): void {
  const before = { asked: row.asked, bill: row.bill }
  if (row.from <= state.seen) askAnew(state, row)
  const charged = roundFraction(interestOnDueDate(state, row).all, state.terms.rounding)
  if (charged >= bill) Object.assign(row, before)
  row.prepaid = 0n
  row.prepaidFree = 0n
}

/** Interest that was paid ahead in vain is set off against what is due, and what is left goes back. */
export function giveBack(state: State): bigint {
  const credit = collect(state)
  return credit > 0n ? pay(state, credit, ({ due }) => due <= state.seen) : 0n
}

/**
 * Early repayment of a part: fee and interest so far first, then principal. Repeated, it can meet a
 * bill that is due, which it pays first. [R9, R16]
 */
export function repayPart(
  state: State,
  { on, amount: received, keep }: { on: Day; amount: bigint; keep: 'term' | 'instalment' },
): bigint {
  if (received >= payoffOn(state)) return settle(state, { on, amount: received })
  const amount = payBills(state, received, ({ due }) => due <= on)
  if (!mayRepayPart(state, { amount })) return amount
  writeDown(state)
  let left = amount
  const rows = rowsAhead(state)
  const before = billRows(state)
    .filter(({ row }) => rows.includes(row))
    .map(({ row, open, discount }) => ({
      bill: open.interest + open.principal + discount.interest + discount.principal,
      principal: interestBearingPrincipal(row),
    }))
  for (const { row, open, discount } of limitToEarned(state)) {
    const isSumOff = isSumOffLeft(state, row)
    const interest = isSumOff ? open.interest + discount.interest : open.interest
    for (const [part, wanted] of [
      ['fee', open.fee],
      ['interest', interest],
    ] as const) {
      const taken = lesser(left, wanted > 0n ? wanted : 0n)
      row.paid[part] += taken
      row.early[part] += taken
      left -= taken
    }
  }
  const principal = sumBearing(rows)
  const ahead = lesser(left, principal)
  const [first] = rows
  if (first) repaid(first, ahead)
  left -= ahead
  for (const { row, open } of billRows(state)) {
    if (left === 0n || rows.includes(row)) continue
    const more = lesser(
      left,
      isSumOffLeft(state, row) ? interestBearingPrincipal(row) : open.principal,
    )
    repaid(row, more)
    left -= more
  }
  const rest = { principal: principal - ahead, before }
  if (keep === 'instalment' && state.terms.method !== 'interest-first') shorten(state, rows, rest)
  else spread(state, rows, rest.principal)
  dropEmpty(state)
  return giveBack(state)
}

function repaid(row: Row, amount: bigint): void {
  if (amount > 0n) delete row.bill
  row.paid.principal += amount
  row.early.principal += amount
}

/**
 * The same instalments, fewer of them, and none that rises. The bill of the running period, which can be
 * larger after a forbearance or smaller after a payment ahead, is the level instalment or what it was,
 * unless the last instalment would rise then.
 */
function shorten(
  state: State,
  rows: readonly Row[],
  { principal, before }: { principal: bigint; before: readonly Before[] },
): void {
  const { method } = state.terms
  const last = before.at(-1)?.bill ?? 0n
  const running = before[0]?.bill ?? 0n
  if (method === 'equal-principal') {
    fill(state, rows, { principal, wanted: (_, index) => before[index]?.principal ?? 0n })
  } else {
    let bill = lesser(state.level, running)
    const wanted = (interest: bigint, index: number) =>
      (index === 0 ? bill : lesser(state.level, before[index]?.bill ?? 0n)) - interest
    let rise = fill(state, rows, { principal, wanted }) - last
    // Above the level by just as much as the last one would rise.
    let [low, high] = [bill, running]
    while (rise > 0n && low < high) {
      bill = (low + high) / 2n
      rise = fill(state, rows, { principal, wanted }) - last
      if (rise > 0n) low = bill + 1n
      else high = bill
      bill = high
      if (low < high) rise = 1n
      else fill(state, rows, { principal, wanted })
    }
  }
}

/** Instalments after the last principal that collect nothing cease to exist, and so do later fees. [R9] */
export function dropEmpty(state: State): void {
  const end = state.rows.findLastIndex((row) => interestBearingPrincipal(row) > 0n)
  for (const row of state.rows.slice(end + 1)) {
    if (row.from >= state.seen) row.fee = row.paid.fee + row.given.fee
  }
  const last = state.rows.findLastIndex(({ principal }) => principal > 0n)
  state.rows = state.rows.filter((row, index) => index <= last || row.takenOver > 0n)
}

/** What was to be paid on a row. */
interface Before {
  readonly bill: bigint
  readonly principal: bigint
}

/** Fills rows one after the other until the principal is used up; returns the bill of the last one. */
function fill(
  state: State,
  rows: readonly Row[],
  of: { principal: bigint; wanted: (interest: bigint, index: number) => bigint },
): bigint {
  const last = rows.at(-1)
  if (!last) return 0n
  for (const row of rows) {
    row.principal = repaidPrincipal(row)
  }
  let left = of.principal
  let lastBill = 0n
  for (const [index, row] of rows.entries()) {
    last.principal = repaidPrincipal(last) + left
    askAnew(state, row)
    const interest = interestLeft(state, row)
    const wanted = of.wanted(
      interest + deferralInterest(state, row, of.wanted(interest, index)),
      index,
    )
    const own = row === last ? left : lesser(left, wanted > 0n ? wanted : 0n)
    if (row === last) lastBill = interest + own
    else row.principal += own
    left -= own
    if (left > 0n) continue
    if (row !== last) last.principal = repaidPrincipal(last)
    break
  }
  for (const row of rows) askAnew(state, row)
  return lastBill
}

/** What the largest principal leaves of a bill that also collects its deferral interest, as the bill rounds it. */
function deferralInterest(state: State, row: Row, bill: bigint): bigint {
  const days = row.due - Math.max(row.to, state.seen)
  if (days <= 0) return 0n
  const rate = fraction(rateOn(state, state.seen + 1) * BigInt(days), 360_000_000)
  const { rounding } = state.terms
  const unpaid = (all: Fraction) =>
    roundFraction(all, rounding) - computePaid(state, row, { all, free: row.asked.free })
  const more = (principal: bigint) =>
    unpaid(plus(row.asked.all, times(fraction(principal), rate))) - unpaid(row.asked.all)
  let principal = bill
  while (principal > 0n && principal + more(principal) > bill) principal = bill - more(principal)
  while (principal < bill && principal + 1n + more(principal + 1n) <= bill) principal += 1n
  return bill - principal
}

/** A lower rate after a day: the rest is planned again to the same end. [T1] */
export function cut(state: State, { on, ratePpm }: { on: Day; ratePpm: bigint }): bigint {
  countUntil(state, on)
  writeDown(state)
  state.rates.push({ after: on, ppm: ratePpm })
  for (const row of state.rows) if (row.due > Math.max(row.to, on)) delete row.bill
  const rows = rowsAhead(state)
  spread(state, rows, sumBearing(rows))
  dropEmpty(state)
  return giveBack(state)
}
