import {
  count,
  interestBetween,
  interestOnDueDate,
  lastFreeDay,
} from '#testing/reference/accrual.ts'
import { type Day } from '#testing/reference/days.ts'
import {
  type Fraction,
  fraction,
  isLess,
  minus,
  NOTHING,
  plus,
  roundFraction,
} from '#testing/reference/fraction.ts'
import {
  type Amounts,
  type Exact,
  interestOff,
  lesser,
  noAmounts,
  parts,
  PENALTY_UNITS,
  type Row,
  type State,
  sum,
  total,
} from '#testing/reference/state.ts'

/** What a row charges, what of it is discounted or given up, and what is open. */
export interface ChargedRow {
  readonly row: Row
  readonly due: Amounts
  /** By the coupon. */
  readonly discount: Amounts
  /** By a waiver. */
  readonly given: Amounts
  readonly open: Amounts
}

/** Counts up to a day. Principal that a coupon pays bears no penalty. */
export function countUntil(state: State, today: Day): void {
  const bills = new Map(billRows(state).map(({ row, discount }) => [row, discount.principal]))
  count(state, today, (row) => bills.get(row) ?? 0n)
}

/** The rows as they are billed, with penalty up to the day that is counted. [R11] */
export function billRows(state: State): ChargedRow[] {
  return state.rows.map((row) => {
    const bill = asBilled(state, row)
    return chargeRow(row, bill.due, discountOf(state, row, bill))
  })
}

function asBilled(state: State, row: Row): { due: Amounts; free: Fraction; prepaid: bigint } {
  const { all, free } = interestOnDueDate(state, row)
  const due = chargesOf(state, row, { all, fee: row.fee })
  due.interest = (row.bill ?? due.interest) + row.prepaid
  return { due, free, prepaid: row.prepaidFree }
}

/** The rows as a settlement on the day that is counted leaves them. [R8] */
export function closeRows(state: State): ChargedRow[] {
  return capCharges(state, limitToEarned(state))
}

/** The rows with nothing that is not earned on the day that is counted. */
export function limitToEarned(state: State): ChargedRow[] {
  const { coupon } = state.terms
  const finals = state.rows.map((row) => {
    const { all, free } = finalInterest(state, row)
    const fee = state.seen > row.from ? row.fee : row.paid.fee + row.given.fee
    const due = chargesOf(state, row, { all, fee })
    if (state.seen >= row.due && row.bill !== undefined) due.interest = row.bill
    return { row, free, due }
  })
  const owed = finals.reduce((all, { row, due }) => all + total(chargeRow(row, due).open), 0n)
  const isEarly = state.seen < state.agreedFirstDue
  let unearned = state.terms.unearned?.(state.seen) ?? 0n
  return finals.map(({ row, due, free }) => {
    if (unearned > 0n) {
      const principal = lesser(unearned, due.principal - row.paid.principal)
      unearned -= principal
      return endRow(state, row, { due, discount: { ...noAmounts(), principal } })
    }
    const hasPaid = row.paidByCoupon !== undefined && !isEarly
    const isToCome = state.seen < row.due && !hasPaid
    if (coupon?.kind === 'sum-off-first-instalment' && !isToCome && row.n === 1) {
      const { interest, principal } = discountOf(state, row, asBilled(state, row))
      const discount = atTheEnd(row, due, interest + principal, interest)
      return endRow(state, row, { due, discount })
    }
    if (coupon?.kind !== 'sum-off-first-instalment' || row.n > 1) {
      // A bill that is due is not rounded again.
      const isBilled = state.seen >= row.due && row.prepaid === 0n
      const prepaid = isBilled ? row.prepaidFree : 0n
      const discount = discountAtTheEnd(state, row, { due, free, prepaid })
      return endRow(state, row, { due, discount })
    }
    const principal = isEarly ? 0n : due.principal - row.paid.principal
    const most = lesser(due.interest + principal, owed > 0n ? owed : 0n)
    const discount = atTheEnd(row, due, lesser(coupon.amount, most))
    return endRow(state, row, { due, discount })
  })
}

/** A settlement before the due date sets a sum off against interest first, whether it was paid or not. */
function atTheEnd(row: Row, due: Amounts, off: bigint, interestMax = off): Amounts {
  const principalMax = due.principal - row.paid.principal
  const interest = lesser(interestMax, due.interest)
  return { ...noAmounts(), interest, principal: lesser(off - interest, principalMax) }
}

/**
 * Charges of a loan that ends are at most the cap on the principal of each day; what is above falls away,
 * latest first. [Y7]
 */
export function capCharges(
  state: State,
  finals: readonly ChargedRow[],
  exposure = state.exposure,
): ChargedRow[] {
  const most = (state.terms.late.capPpm * exposure) / (365n * 1_000_000n)
  const charges = finals.reduce((all, { row, due, discount, given }) => {
    const reduced = total(discount) + total(given) + row.takenOver
    return all + due.fee + due.penalty + due.interest - reduced
  }, 0n)
  let above = charges > most ? charges - most : 0n
  const lowered = finals.toReversed().map(({ row, due, discount, given }) => {
    const less = { ...due }
    for (const part of ['penalty', 'fee', 'interest'] as const) {
      const least = discount[part] + given[part] + (part === 'penalty' ? row.takenOver : 0n)
      const fallen = lesser(above, due[part] > least ? due[part] - least : 0n)
      less[part] -= fallen
      above -= fallen
    }
    return chargeRow(row, less, discount, given)
  })
  return lowered.toReversed()
}

/** What a row charges if nothing comes after today. [L5] */
function finalInterest(state: State, row: Row): Exact {
  if (state.seen >= row.to) return sum(row.asked, row.late)
  return isLess(row.earned.all, row.asked.all) ? row.earned : row.asked
}

function chargesOf(state: State, row: Row, of: { all: Fraction; fee: bigint }): Amounts {
  const { rounding } = state.terms
  const shown = row.takenOver + row.penaltyShown
  const penalty = shown + roundFraction(fraction(row.penalty, PENALTY_UNITS), rounding)
  return {
    fee: of.fee,
    penalty,
    interest: roundFraction(of.all, rounding),
    principal: row.principal,
  }
}

function chargeRow(
  row: Row,
  due: Amounts,
  discount: Amounts = noAmounts(),
  given: Amounts = row.given,
): ChargedRow {
  if (row.final) return { row, ...row.final, given: row.given, open: noAmounts() }
  const open = noAmounts()
  for (const part of parts) {
    open[part] = due[part] - row.paid[part] - given[part] - discount[part]
  }
  return { row, due, discount, given, open }
}

/** At the end, a waiver gives up at most what is left of the interest: it never pays cash. */
function endRow(state: State, row: Row, of: { due: Amounts; discount: Amounts }): ChargedRow {
  const { due, discount } = of
  const { given, paid } = row
  // What was paid for days that never come goes back: at least what was given up of the bill is left.
  const billed = asBilled(state, row).due.interest - paid.interest
  const unpaid = due.interest - paid.interest + row.prepaid
  const left = lesser(due.interest, billed > unpaid ? billed : unpaid) - discount.interest
  const interest = lesser(given.interest, left > 0n ? left : 0n)
  return chargeRow(row, due, discount, { ...given, interest })
}

/** What the coupon gives on a row. [K3, K4, K5] */
function discountOf(
  state: State,
  row: Row,
  of: { due: Amounts; free: Fraction; prepaid: bigint },
): Amounts {
  const { due, free } = of
  const { coupon } = state.terms
  if (!coupon) return noAmounts()
  switch (coupon.kind) {
    case 'interest-share-off':
    case 'interest-free-days': {
      const isFree = coupon.kind === 'interest-free-days' && row.due <= lastFreeDay(state)
      if (isFree) return { ...noAmounts(), interest: due.interest }
      if (row.shareOff !== undefined) return { ...noAmounts(), interest: row.shareOff }
      const off = interestOff(state.terms, due.interest, free) + of.prepaid
      return { ...noAmounts(), interest: lesser(off, due.interest) }
    }
    case 'sum-off-first-instalment': {
      if (row.n > 1) return noAmounts()
      const { early, interestByCoupon, paidByCoupon } = row
      if (interestByCoupon !== undefined && paidByCoupon !== undefined) {
        return atTheEnd(row, due, interestByCoupon + paidByCoupon, interestByCoupon)
      }
      const bill = due.interest + due.principal - early.interest - early.principal
      return sumOff(row, due, lesser(coupon.amount, bill > 0n ? bill : 0n))
    }
    default:
      return coupon satisfies never
  }
}

/** Inside interest-free days nothing is charged. [K3] */
function discountAtTheEnd(...[state, row, of]: Parameters<typeof discountOf>): Amounts {
  const isFree = state.terms.coupon?.kind === 'interest-free-days'
  if (isFree && state.seen <= lastFreeDay(state)) {
    return { ...noAmounts(), interest: of.due.interest }
  }
  return discountOf(state, row, of)
}

/** A sum off pays what payments have left: interest first, then principal. */
function sumOff({ paid, given }: Row, due: Amounts, off: bigint): Amounts {
  const unpaid = due.interest - paid.interest - given.interest
  const principal = lesser(
    due.principal - paid.principal,
    off - lesser(off, unpaid > 0n ? unpaid : 0n),
  )
  return { ...noAmounts(), interest: off - principal, principal }
}

/** Interest of days to come in the bill of a row, less what a coupon takes off. */
export function computeUnearned(state: State, n: number): (today: Day) => bigint {
  const { coupon, rounding } = state.terms
  const sharePpm = coupon?.kind === 'interest-share-off' ? coupon.sharePpm : 0n
  // An earlier bill that was converted can be deferred, and not be due either.
  const rows = state.rows.filter((row) => row.n === n || row.converted > 0n)
  const share = (principal: bigint, { leftByCap }: Row) => {
    const charged = (principal * (1_000_000n - sharePpm)) / 1_000_000n
    return leftByCap ? (charged * leftByCap.left) / leftByCap.of : charged
  }
  return (today) => {
    let unearned = NOTHING
    for (const row of rows) {
      if (today >= row.due) continue
      const days = { from: today, to: row.due }
      const { all, free } = interestBetween(state, row, days, (principal) => share(principal, row))
      unearned = plus(unearned, minus(all, free))
    }
    return roundFraction(unearned, rounding)
  }
}
