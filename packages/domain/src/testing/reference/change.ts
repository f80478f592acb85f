import {
  billed,
  type Charged,
  countUntil,
  earnedSoFar,
  finalInterest,
} from '#testing/reference/bill.ts'
import type { Day } from '#testing/reference/days.ts'
import { monthsAfter } from '#testing/reference/days.ts'
import { fraction, isLess, NOTHING, plus, rounded, times } from '#testing/reference/fraction.ts'
import { allocate, pay, payoffOn, settle } from '#testing/reference/pay.ts'
import { bearingOf, spread } from '#testing/reference/shape.ts'
import type { Row, State } from '#testing/reference/state.ts'
import {
  askAnew,
  bearing,
  lastFreeDay,
  lesser,
  newRow,
  NO_INTEREST,
  parts,
  rateOn,
  sum,
  total,
} from '#testing/reference/state.ts'

/** Rows with something to pay, or whose period is not over and that nobody has paid: a coupon can pay all. */
function unpaidRows(state: State): Charged[] {
  return billed(state).filter(({ row, open, discount }) => {
    const isLeft = total(open) > 0n || (isSumOffLeft(state, row) && total(discount) > 0n)
    const isUnpaid = paidAsBill(row) === 0n
    return isLeft || (row.to > state.seen && isUnpaid)
  })
}

function paidAsBill({ paid, early }: Row): bigint {
  return paid.interest + paid.principal - early.interest - early.principal
}

/** A sum off has not paid yet. */
function isSumOffLeft({ terms, seen }: State, { due, paidByCoupon }: Row): boolean {
  const isSumOff = terms.coupon?.kind === 'sum-off-first-instalment'
  return isSumOff && seen < due && paidByCoupon === undefined
}

/** The rows that a new plan covers: those whose period is not over and that are not paid ahead. */
function rowsAhead(state: State): Row[] {
  const rows = unpaidRows(state)
    .map(({ row }) => row)
    .filter(({ to }) => to > state.seen)
  // After a shortened plan, rows that only collect penalty of old loans can follow.
  return rows.slice(0, rows.findLastIndex((row) => bearing(row) > 0n) + 1)
}

/**
 * Takes back from the rows what was paid ahead for days on which its principal is no longer outstanding.
 */
function collect(state: State, rows: readonly Row[] = state.rows): bigint {
  let credit = 0n
  for (const row of rows) askAnew(state, row)
  for (const { row, open } of billed(state)) {
    if (open.interest >= 0n || !rows.includes(row)) continue
    row.paid.interest += open.interest
    credit -= open.interest
  }
  return credit
}

/** Interest that was paid ahead in vain is set off against what is due, and what is left goes back. */
function giveBack(state: State, before = 0n): bigint {
  const credit = before + collect(state)
  return credit > 0n ? pay(state, credit, ({ due }) => due <= state.seen) : 0n
}

/** The running period, whose interest a new plan does not change: its balance is the same in any. */
function collectRunning(state: State, rows: readonly Row[]): bigint {
  return collect(
    state,
    rows.slice(0, 1).filter(({ to, due }) => to === due),
  )
}

/** Early repayment of a part: fee and interest so far first, then principal. [R9] */
export function repayPart(
  state: State,
  { on, amount, keep }: { on: Day; amount: bigint; keep: 'term' | 'instalment' },
): bigint {
  if (amount >= payoffOn(state)) return settle(state, { on, amount })
  let left = amount
  const rows = rowsAhead(state)
  const before = billed(state)
    .filter(({ row }) => rows.includes(row))
    .map(({ row, open, discount }) => ({
      bill: open.interest + open.principal + discount.interest + discount.principal,
      principal: bearing(row),
    }))
  for (const { row, open, discount } of earnedSoFar(state)) {
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
  const principal = bearingOf(rows)
  const ahead = lesser(left, principal)
  const [first] = rows
  if (first) repaid(first, ahead)
  left -= ahead
  for (const row of state.rows) {
    if (left === 0n || rows.includes(row)) continue
    const more = lesser(left, bearing(row))
    repaid(row, more)
    left -= more
  }
  const rest = { principal: principal - ahead, before }
  const credit = collectRunning(state, rows)
  if (keep === 'instalment' && state.terms.method !== 'interest-first') shorten(state, rows, rest)
  else spread(state, rows, rest.principal)
  if (keep === 'instalment' || rest.principal === 0n) dropEmpty(state, rows)
  return giveBack(state, credit)
}

function repaid(row: Row, amount: bigint): void {
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

/** Instalments that have nothing left to repay cease to exist. */
function dropEmpty(state: State, rows: readonly Row[]): void {
  const last = rows.findLastIndex(({ principal }) => principal > 0n)
  const empty = rows.slice(last + 1).filter(({ takenOver }) => takenOver === 0n)
  state.rows = state.rows.filter((row) => !empty.includes(row))
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
    row.principal = row.paid.principal
    row.slack = NOTHING
  }
  let left = of.principal
  let lastBill = 0n
  for (const [index, row] of rows.entries()) {
    last.principal = last.paid.principal + left
    askAnew(state, row)
    const interest =
      rounded(row.asked.all, state.terms.rounding) - row.paid.interest - row.given.interest
    const wanted = of.wanted(
      interest + deferralInterest(state, row, of.wanted(interest, index)),
      index,
    )
    const own = row === last ? left : lesser(left, wanted > 0n ? wanted : 0n)
    if (row === last) lastBill = interest + own
    else row.principal += own
    left -= own
    if (left > 0n) continue
    if (row !== last) last.principal = last.paid.principal
    break
  }
  return lastBill
}

/** Interest of a deferral for the principal of a bill that collects it, too: as the bill rounds it. */
function deferralInterest(state: State, row: Row, bill: bigint): bigint {
  const days = row.due - Math.max(row.to, state.seen)
  if (days <= 0) return 0n
  const rate = fraction(rateOn(state, state.seen + 1) * BigInt(days), 360_000_000)
  const { rounding } = state.terms
  const without = rounded(row.asked.all, rounding)
  const more = (principal: bigint) =>
    rounded(plus(row.asked.all, times(fraction(principal), rate)), rounding) - without
  let principal = bill
  while (principal > 0n && principal + more(principal) > bill) principal = bill - more(principal)
  return more(principal)
}

/** A lower rate after a day: the rest is planned again to the same end. [T1] */
export function cut(state: State, { on, ratePpm }: { on: Day; ratePpm: bigint }): bigint {
  countUntil(state, on)
  state.rates.push({ after: on, ppm: ratePpm })
  const rows = rowsAhead(state)
  const credit = collectRunning(state, rows)
  spread(state, rows, bearingOf(rows))
  return giveBack(state, credit)
}

/** What was paid ahead in vain is a whole amount; it is not rounded again with what comes. */
function prepaidApart(state: State, row: Row): void {
  const { rounding } = state.terms
  const bill = rounded(row.asked.all, rounding)
  askAnew(state, row)
  const { all, free } = row.asked
  row.asked = { all: plus(all, fraction(bill - rounded(all, rounding))), free }
}

/** Moves the due date of the oldest open instalment; interest runs on for its principal. [D1] */
export function defer(state: State, { on, days }: { on: Day; days: number }): bigint {
  countUntil(state, on)
  const bill = billed(state).find(({ open }) => total(open) > 0n)
  if (!bill) return 0n
  const { row } = bill
  const before = row.due
  if (row.isPaidAhead) prepaidApart(state, row)
  row.due += days
  // Days that have passed are charged at the rate of today, too.
  const rate = fraction(rateOn(state, on + 1), 360_000_000)
  const principal = bearing(row) + row.converted
  const ofDays = (until: Day) => {
    const free = Math.max(0, Math.min(until, lastFreeDay(state)) - before)
    const interest = (count: number) => times(fraction(principal * BigInt(count)), rate)
    return { all: interest(until - before), free: interest(free) }
  }
  row.asked = sum(row.asked, ofDays(row.due))
  if (on > before) row.earned = sum(row.earned, ofDays(Math.min(on, row.due)))
  row.penaltyAfter = row.due
  state.deferrals.push(on)
  return 0n
}

/**
 * Moves the oldest open instalment by days, and every later open one to whole months after it. Penalty
 * stands still until then, and interest runs on. [D2, D3]
 */
export function relieve(
  state: State,
  { on, days, asked }: { on: Day; days: number; asked: State },
): bigint {
  countUntil(state, on)
  const bills = unpaidRows(state)
  const [first] = bills
  if (!first) return 0n
  const anchor = first.row.due + days
  const current = bills.find(({ row }) => row.to > on)?.row
  for (const { row, open } of bills) {
    const due = monthsAfter(anchor, row.n - first.row.n)
    forgiveReview(state, { row, asked, open: open.principal })
    if (row.to > on) {
      if (row === current) row.days360 += due - row.to
      row.to = due
    }
    row.due = due
    row.slack = NOTHING
    row.penaltyAfter = due
    const next = state.rows.find(({ n }) => n === row.n + 1)
    if (next) next.from = row.to
  }
  return giveBack(state)
}

/** The days of the review cost no penalty; principal in arrears bears interest on them. */
function forgiveReview(
  state: State,
  { row, asked, open }: { row: Row; asked: State; open: bigint },
): void {
  if (asked.seen === state.seen) return
  row.penalty = asked.rows.find(({ n }) => n === row.n)?.penalty ?? 0n
  if (asked.seen - row.due <= state.terms.late.graceDays) return
  let review = NO_INTEREST
  for (let day = asked.seen + 1; day <= state.seen; day += 1) {
    const all = fraction(open * rateOn(state, state.seen + 1), 360_000_000)
    review = sum(review, { all, free: day <= lastFreeDay(state) ? all : NOTHING })
  }
  row.earned = sum(row.earned, review)
  row.asked = sum(row.asked, review)
}

/** A plan is broken: what is left falls due, with the interest earned by the day. [N4] */
export function breakPlan(state: State, { on }: { on: Day }): bigint {
  const finals = earnedSoFar(state).filter(({ row }) => row.due >= on)
  const [first] = finals
  if (!first || finals.every(({ open }) => total(open) === 0n)) return setOffPrincipal(state)
  const { n, from, to, days360 } = first.row
  const rest = newRow({ n, from, to: Math.min(to, on), days360 })
  rest.due = on
  rest.penaltyAfter = on
  for (const { row, due } of finals) {
    rest.fee += due.fee
    rest.principal += due.principal
    rest.takenOver += due.penalty
    rest.asked = sum(rest.asked, finalInterest(state, row))
    for (const part of parts) {
      rest.paid[part] += row.paid[part]
      rest.early[part] += row.early[part]
      rest.given[part] += row.given[part]
    }
  }
  rest.earned = rest.asked
  state.rows = [...state.rows.filter(({ due }) => due < on), rest]
  return setOffPrincipal(state)
}

/** What was paid ahead lowers the principal of a broken plan. */
function setOffPrincipal(state: State): bigint {
  let credit = collect(state)
  for (const { row, open } of billed(state)) {
    const taken = lesser(credit, open.principal)
    row.paid.principal += taken
    credit -= taken
  }
  return pay(state, credit, ({ due }) => due <= state.seen)
}

/**
 * The next bill, as it will be on its due date, becomes a loan of its own from that date on. Its interest
 * is earned here until then. Returns what is more than the bill needs. [N3]
 */
export function convert(state: State, { on, amount }: { on: Day; amount: bigint }): bigint {
  countUntil(state, on)
  const asked = new Map(state.rows.map((row) => [row, row.asked]))
  const back = giveBack(state)
  for (const [row, before] of asked) if (isLess(before.all, row.asked.all)) row.asked = before
  const bill = billed(state).find(({ open }) => total(open) > 0n)
  if (!bill) return back + amount
  const { row, open } = bill
  row.converted += bearing(row)
  const left = allocate(state, lesser(amount, total(open)), (one) => one === row)
  row.isPaidAhead = true
  state.isConverted = billed(state).every((one) => total(one.open) === 0n)
  return back + left + amount - lesser(amount, total(open))
}
