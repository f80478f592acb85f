import {
  askAnew,
  balanceOf,
  interestBearingPrincipal,
  repaidPrincipal,
  elapsedShare,
  rateOn,
} from '#testing/reference/accrual.ts'
import {
  type Fraction,
  fraction,
  minus,
  NOTHING,
  over,
  plus,
  roundFraction,
  times,
} from '#testing/reference/fraction.ts'
import {
  type AgreedTerms,
  type Exact,
  interestOff,
  lesser,
  periodsOf,
  type Row,
  type State,
} from '#testing/reference/state.ts'

export function newState(terms: AgreedTerms): State {
  const rows = periodsOf(terms)
  const state: State = {
    terms,
    agreedFirstDue: rows[0]?.to ?? terms.start,
    rows,
    seen: terms.signedOn ?? terms.start,
    rates: [],
    level: 0n,
    deferrals: [],
    exposure: 0n,
    isSettled: false,
    isConverted: false,
  }
  for (const row of state.rows) row.fee = terms.isFeeOnce && row.n > 1 ? 0n : terms.fee
  let penalty = terms.penalty ?? 0n
  const share = roundFraction(fraction(penalty, terms.months), terms.rounding)
  for (const row of rows) {
    row.takenOver = row.n < terms.months ? lesser(share, penalty) : penalty
    penalty -= row.takenOver
  }
  spread(state, state.rows, terms.amount)
  return state
}

/** Spreads principal over rows by the method of the loan: a new plan from `seen` on. [I1, I2, I5] */
export function spread(state: State, rows: readonly Row[], principal: bigint): void {
  const { method, rounding } = state.terms
  const last = rows.at(-1)
  if (!last) return
  if (method === 'equal-instalments') state.level = levelOf(state, rows, principal)
  const share = roundFraction(fraction(principal, rows.length), rounding)
  for (const row of rows) row.principal = repaidPrincipal(row)
  let left = principal
  for (const row of rows) {
    last.principal = repaidPrincipal(last) + left
    askAnew(state, row)
    const interest = interestLeft(state, row)
    const wanted = {
      'equal-instalments': state.level - interest,
      'equal-principal': share,
      'interest-first': 0n,
    }[method]
    if (row === last) continue
    const own = lesser(left, wanted > 0n ? wanted : 0n)
    row.principal += own
    left -= own
  }
  last.principal = repaidPrincipal(last) + left
  for (const [index, row] of rows.entries()) {
    // What an exact plan of equal principal would leave more than its rounded shares do.
    const exact = fraction(principal * BigInt(rows.length - index), rows.length)
    const isExact = method === 'equal-principal'
    const slack = isExact ? minus(exact, fraction(balanceOf(state, row))) : NOTHING
    const rate = fraction(rateOn(state, state.seen + 1), 1_000_000)
    askAnew(state, row, times(times(slack, rate), shareLeft(state, row)))
  }
}

/** Interest of a period that is still to be paid, by the borrower or by a coupon. */
export function interestLeft(state: State, row: Row): bigint {
  return roundFraction(row.asked.all, state.terms.rounding) - computePaid(state, row, row.asked)
}

/**
 * What was paid of the interest of a period: what is more, with the coupon's discount, goes back, or pays
 * for days after it.
 */
export function computePaid({ terms }: State, { paid, given }: Row, { all, free }: Exact): bigint {
  const interest = roundFraction(all, terms.rounding)
  const off = interestOff(terms, interest, free)
  return lesser(paid.interest + given.interest, interest - off)
}

/** The share of a year that is left of a period. */
function shareLeft({ terms, seen }: State, row: Row): Fraction {
  return minus(elapsedShare(terms, row, row.to), elapsedShare(terms, row, seen))
}

/** The payment that is the same for all rows: exact, rounded once. [I1] */
function levelOf(state: State, rows: readonly Row[], principal: bigint): bigint {
  let discount = fraction(1)
  let annuity: Fraction = NOTHING
  let worth = fraction(principal)
  const rate = fraction(rateOn(state, state.seen + 1), 1_000_000)
  for (const [index, row] of rows.entries()) {
    const share = shareLeft(state, row)
    discount = over(discount, plus(fraction(1), times(rate, share)))
    annuity = plus(annuity, discount)
    if (index > 0) continue
    askAnew(state, row)
    const all = plus(row.earned.all, times(fraction(principal), times(rate, share)))
    const paid = computePaid(state, row, { all, free: row.asked.free })
    worth = plus(worth, times(minus(row.earned.all, fraction(paid)), discount))
  }
  return roundFraction(over(worth, annuity), state.terms.rounding)
}

export function sumBearing(rows: readonly Row[]): bigint {
  return rows.reduce((sum, row) => sum + interestBearingPrincipal(row), 0n)
}
