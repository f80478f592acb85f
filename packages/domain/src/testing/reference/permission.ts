import { billRows, type ChargedRow, limitToEarned } from '#testing/reference/bill.ts'
import { type Day, monthsAfter } from '#testing/reference/days.ts'
import { dueOn, isSumOffLeft, payoffOn } from '#testing/reference/pay.ts'
import { sumBearing } from '#testing/reference/shape.ts'
import { type State, total } from '#testing/reference/state.ts'

const DEFERRAL = { daysMax: 30, daysLateMax: 3, timesPerYear: 2 }
const PART_MIN = 100_00n

/** The current instalment, at most 3 days late, by up to 30 days, not past the next one, twice a year. [D1] */
export function mayDefer(state: State, { on, days }: { on: Day; days: number }): boolean {
  const bill = billRows(state).find(({ open }) => total(open) > 0n)
  if (!bill) return false
  const { row } = bill
  const next = state.rows.find(({ n }) => n > row.n)
  const ofYear = state.deferrals.filter((day) => on < monthsAfter(day, 12))
  return (
    row.from <= on &&
    on - row.due <= DEFERRAL.daysLateMax &&
    days >= 1 &&
    row.due + days - row.to <= DEFERRAL.daysMax &&
    row.due + days < (next?.due ?? Infinity) &&
    ofYear.length < DEFERRAL.timesPerYear
  )
}

/**
 * At least 100, more than fee and interest so far, less than the payoff and less than would repay all
 * principal, while nothing is due. [R9]
 */
export function mayRepayPart(state: State, { amount }: { amount: bigint }): boolean {
  const sofar = limitToEarned(state).reduce((all, charged) => all + openSoFar(state, charged), 0n)
  const isLess = amount < payoffOn(state) && amount - sofar < sumBearing(state.rows)
  const isBegun = state.seen >= state.terms.start
  return isBegun && dueOn(state) === 0n && amount >= PART_MIN && amount > sofar && isLess
}

/** Fee and interest so far; a sum off pays nothing before its bill is due. */
function openSoFar(state: State, { row, open, discount }: ChargedRow): bigint {
  const interest = open.interest + (isSumOffLeft(state, row) ? discount.interest : 0n)
  return open.fee + (interest > 0n ? interest : 0n)
}
