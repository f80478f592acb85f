import { type Day, leapDays } from '#testing/reference/days.ts'
import {
  type Fraction,
  fraction,
  minus,
  NOTHING,
  plus,
  roundFraction,
  times,
} from '#testing/reference/fraction.ts'
import {
  type AgreedTerms,
  type Exact,
  NO_INTEREST,
  type Row,
  type State,
  sum,
} from '#testing/reference/state.ts'

/** The share of a year that a period has run by a day. [C8, C9] */
export function elapsedShare(
  { dayCount, brokenPeriod }: AgreedTerms,
  row: Row,
  day: Day,
): Fraction {
  const { from, to, days360 } = row
  const until = Math.min(day, to)
  if (until <= from) return NOTHING
  const days = until - from
  switch (dayCount) {
    case 'ACT/360':
      return fraction(days, 360)
    case 'ACT/365':
      return fraction(days, 365)
    case 'ACT/ACT': {
      const leap = leapDays(from, until)
      return plus(fraction(leap, 366), fraction(days - leap, 365))
    }
    default:
      if (until === to) return fraction(days360, 360)
      if (brokenPeriod === 'share-of-period') return fraction(days360 * days, (to - from) * 360)
      return fraction(Math.min(days, days360), 360)
  }
}

export function rateOn(state: State, day: Day): bigint {
  return state.rates.findLast(({ after }) => after < day)?.ppm ?? state.terms.ratePpm
}

/** Principal that bears interest: also what a coupon will pay on the due date. */
export function interestBearingPrincipal(row: Row): bigint {
  return row.principal - repaidPrincipal(row)
}

/** Principal that was repaid, by the borrower or by a coupon. */
export function repaidPrincipal({ paid, paidByCoupon = 0n }: Row): bigint {
  return paid.principal + paidByCoupon
}

/** The balance that bears interest in the period of a row: its own principal and that of later rows. */
export function balanceOf(state: State, row: Row): bigint {
  const ahead = state.rows.filter(({ from }) => from >= row.from)
  return ahead.reduce((all, one) => all + interestBearingPrincipal(one), row.converted)
}

export function lastFreeDay({ terms: { start, coupon } }: State): Day {
  return coupon?.kind === 'interest-free-days' ? start + coupon.days : start
}

/** Interest of a row for the days (from, to], at the balances of now. [L6, L7] */
export function interestBetween(
  state: State,
  row: Row,
  days: { from: Day; to: Day },
  shareOf = (principal: bigint) => principal,
): Exact {
  const lastFree = lastFreeDay(state)
  const cuts = [lastFree, row.to, ...state.rates.map(({ after }) => after)]
  const ends = [...cuts.filter((day) => day > days.from && day < days.to), days.to]
  let found = NO_INTEREST
  let begin = days.from
  for (const end of ends.toSorted((a, b) => a - b)) {
    const all = interestOfStretch(state, row, { from: begin, to: end, shareOf })
    found = sum(found, { all, free: end <= lastFree ? all : NOTHING })
    begin = Math.max(begin, end)
  }
  return found
}

function interestOfStretch(
  state: State,
  row: Row,
  { from, to, shareOf }: { from: Day; to: Day; shareOf: (principal: bigint) => bigint },
): Fraction {
  if (to <= from || from < row.from) {
    return to <= row.from || to <= from
      ? NOTHING
      : interestOfStretch(state, row, { from: row.from, to, shareOf })
  }
  const rate = fraction(rateOn(state, to), 1_000_000)
  if (from >= row.to) {
    const days = Math.max(0, Math.min(to, row.due) - from)
    if (days === 0) return NOTHING
    return times(
      fraction(shareOf(interestBearingPrincipal(row) + row.converted) * BigInt(days), 360),
      rate,
    )
  }
  const share = minus(elapsedShare(state.terms, row, to), elapsedShare(state.terms, row, from))
  return times(times(fraction(shareOf(balanceOf(state, row))), rate), share)
}

/** The late rate of a day in millionths × 100. [R1] */
function lateRateOn(state: State, day: Day): bigint {
  const { percent, capPpm } = state.terms.late
  const [late, max] = [rateOn(state, day) * percent, (capPpm * 100n * 360n) / 365n]
  return late < max ? late : max
}

/**
 * Counts interest and penalty up to a day. The days of grace are charged together with the first day after
 * them, at its rate, on what is left. [L17, R1, R2]
 */
export function count(state: State, today: Day, discountOf: (row: Row) => bigint): void {
  if (today <= state.seen || state.isSettled) return
  for (const row of state.rows) {
    const { graceDays } = state.terms.late
    const unpaid = row.principal - row.paid.principal
    const open = unpaid - discountOf(row)
    const end = Math.min(today, row.to)
    row.earned = sum(row.earned, interestBetween(state, row, { from: state.seen, to: end }))
    const after = Math.max(state.seen, row.to)
    row.late = sum(row.late, interestBetween(state, row, { from: after, to: today }))
    const daysBefore = BigInt(Math.max(0, Math.min(today, row.due) - state.seen))
    const daysAfter = BigInt(today - state.seen) - daysBefore
    const uncounted = Math.max(0, Math.min(today, state.terms.start) - state.seen)
    const counted = daysBefore - BigInt(uncounted)
    state.exposure += (interestBearingPrincipal(row) + row.converted) * counted + open * daysAfter
    if (today - row.due <= graceDays) continue
    const afterGrace = row.due + graceDays + 1
    for (let day = Math.max(row.penaltyAfter, row.due) + 1; day <= today; day += 1) {
      row.penalty += open * lateRateOn(state, Math.max(day, afterGrace))
    }
    row.penaltyAfter = today
  }
  state.seen = today
}

/** The interest of a running or later period by now: earned so far, and that of the days to come. */
export function askAnew(state: State, row: Row, more = NOTHING): void {
  const { seen } = state
  if (seen >= row.to) return
  const { all, free } = sum(row.earned, interestBetween(state, row, { from: seen, to: row.to }))
  delete row.bill
  row.asked = { all: toMillionth(plus(all, more)), free }
}

/** Interest of a bill on its due date, without what was prepaid. */
export function interestOnDueDate(state: State, row: Row): Exact {
  const days = { from: Math.max(state.seen, row.to), to: row.due }
  return sum(sum(row.asked, row.late), interestBetween(state, row, days))
}

/**
 * Interest is kept to a millionth of a fen when an act is done, and where a bill is planned: the odd
 * neighbour, which is never half a fen. [L8]
 */
export function writeDown(state: State): void {
  for (const row of state.rows) {
    row.bill ??= roundFraction(interestOnDueDate(state, row).all, state.terms.rounding)
    row.earned = { ...row.earned, all: toMillionth(row.earned.all) }
    writeDownLate(row)
  }
}

export function writeDownLate(row: Row): void {
  const all = minus(toMillionth(plus(row.asked.all, row.late.all)), row.asked.all)
  row.late = { ...row.late, all }
}

function toMillionth({ top, bottom }: Fraction): Fraction {
  const scaled = top * 1_000_000n
  const whole = scaled / bottom
  const isKept = scaled % bottom === 0n || whole % 2n !== 0n
  return fraction(isKept ? whole : whole + 1n, 1_000_000)
}
