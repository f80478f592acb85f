import { billRows, type ChargedRow, closeRows, countUntil } from '#testing/reference/bill.ts'
import { askAnew, interestOnDueDate, writeDown } from '#testing/reference/accrual.ts'
import { type Day } from '#testing/reference/days.ts'
import { fraction, roundFraction } from '#testing/reference/fraction.ts'
import {
  type Amounts,
  lesser,
  noAmounts,
  parts,
  PENALTY_UNITS,
  type Row,
  type State,
  total,
} from '#testing/reference/state.ts'

function orderOf({ seen, terms }: State, { due }: Row): readonly (keyof Amounts)[] {
  return seen - due > terms.late.principalFirstAfter ? parts.toReversed() : parts
}

/** Pays rows, oldest first; returns what is too much. [R4, R5, R7] */
export function pay(state: State, amount: bigint, isPayable: (row: Row) => boolean): bigint {
  const bills = billRows(state).filter(({ open }) => total(open) > 0n)
  const payoff = totalOpen(closeRows(state))
  if (bills.every(({ row }) => isPayable(row)) && amount >= payoff) return amount + close(state)
  return allocate(state, amount, isPayable)
}

/** A sum off has not paid yet. */
export function isSumOffLeft({ terms, seen }: State, { n, due, paidByCoupon }: Row): boolean {
  const isSumOff = terms.coupon?.kind === 'sum-off-first-instalment' && n === 1
  return isSumOff && seen < due && paidByCoupon === undefined
}

/** A sum off has paid the rest of its bill before the due date. */
export function isPaidAheadBySumOff({ seen }: State, row: Row): boolean {
  const { due, converted, paidByCoupon = 0n, interestByCoupon = 0n } = row
  return seen < due && converted === 0n && paidByCoupon + interestByCoupon > 0n
}

export function allocate(
  state: State,
  amount: bigint,
  isPayable: (row: Row) => boolean,
  isConversion = false,
): bigint {
  let left = amount
  const ahead: { row: Row; bill: bigint; off: bigint }[] = []
  const bills = billRows(state).filter(({ open }) => total(open) > 0n)
  for (const { row, due, open, discount } of bills) {
    if (!isPayable(row)) continue
    // Before the due date, a payment is allocated as without a sum off, which then pays what is left.
    const isSumOff = isSumOffLeft(state, row)
    let bill = open.interest + open.principal
    const before = { ...row.paid }
    for (const part of orderOf(state, row)) {
      const isOfBill = part === 'interest' || part === 'principal'
      const gross = isSumOff ? open[part] + discount[part] : open[part]
      const taken = lesser(left, isOfBill ? lesser(bill, gross) : gross)
      row.paid[part] += taken
      left -= taken
      if (isOfBill) bill -= taken
    }
    const isPaid = row.paid.fee - before.fee === open.fee && bill === 0n
    if (isSumOff && isPaid) payByCoupon(row, due)
    else if (isSumOff)
      for (const part of ['interest', 'principal'] as const)
        row.early[part] += row.paid[part] - before[part]
    const isRepaid = row.paid.principal > before.principal || row.paidByCoupon !== undefined
    if (isRepaid && state.seen < row.due && !isConversion) {
      ahead.push({ row, bill: due.interest, off: discount.interest })
    }
  }
  for (const { row, ...of } of ahead) prepaidApart(state, row, of)
  return left
}

/** A sum off has paid what the borrower has not. */
export function payByCoupon(row: Row, { interest, principal }: Amounts): void {
  row.paidByCoupon = principal - row.paid.principal
  row.interestByCoupon = interest - row.paid.interest - row.given.interest
}

/** A sum off has paid its bill on the due date, also where that is moved or its interest lowered later. [K5] */
export function fixSumOff(state: State, row: Row): void {
  const { coupon } = state.terms
  if (coupon?.kind !== 'sum-off-first-instalment' || row.n > 1 || state.seen < row.due) return
  const bill = billRows(state).find((one) => one.row === row)
  if (!bill || row.paidByCoupon !== undefined) return
  row.paidByCoupon = bill.discount.principal
  row.interestByCoupon = bill.discount.interest
}

/** What was paid for days on which principal is no longer outstanding stays in the bill. [R12] */
function prepaidApart(state: State, row: Row, { bill, off }: { bill: bigint; off: bigint }): void {
  const { coupon, rounding } = state.terms
  const before = { asked: row.asked, bill: row.bill }
  delete row.bill
  askAnew(state, row)
  const { all, free } = interestOnDueDate(state, row)
  const charged = roundFraction(all, rounding)
  if (coupon?.kind === 'interest-free-days') row.prepaidFree = off - roundFraction(free, rounding)
  if (charged > bill) Object.assign(row, before)
  else row.prepaid = bill - charged
}

export function payDue(
  state: State,
  payment: { on: Day; amount: bigint; through?: number },
): bigint {
  const { on, amount, through = 0 } = payment
  countUntil(state, on)
  return payBills(state, amount, (row) => row.due <= on || row.n <= through)
}

/** Where there is nothing to pay, nothing changes. [L17] */
export function payBills(...[state, amount, isPayable]: Parameters<typeof pay>): bigint {
  const bills = billRows(state).filter(({ row, open }) => isPayable(row) && total(open) > 0n)
  if (amount > 0n && bills.length > 0) writeDown(state)
  return pay(state, amount, isPayable)
}

export function dueOn(state: State): bigint {
  return totalOpen(toPay(state).filter(({ row }) => row.due <= state.seen))
}

/** The bills; when all that is open is due, with what was paid too much set off against it. [R11] */
export function toPay(state: State): ChargedRow[] {
  const bills = billRows(state)
  const open = bills.filter((bill) => total(bill.open) > 0n)
  if (state.isSettled || open.some(({ row }) => row.due > state.seen)) return bills
  const ended = closeRows(state)
  const payoff = totalOpen(ended)
  return payoff > 0n && payoff < totalOpen(open) ? setOff(state, ended) : bills
}

function totalOpen(rows: readonly ChargedRow[]): bigint {
  return rows.reduce((sum, { open }) => sum + total(open), 0n)
}

/**
 * One payment for what was overdue when it was ordered, less the shares that are given up. What more would
 * be asked for the penalty of later days is given up, too, oldest rows first. [W2, W3, W4]
 */
export function payWithWaiver(
  state: State,
  waiver: { on: Day; amount: bigint; penaltyPpm: bigint; interestPpm: bigint; ordered: State },
): bigint {
  countUntil(state, waiver.on)
  const { rounding } = state.terms
  const fen = (units: bigint) => roundFraction(fraction(units, PENALTY_UNITS), rounding)
  const share = (amount: bigint, ppm: bigint) =>
    roundFraction(fraction(amount * ppm, 1_000_000), rounding)
  const { ordered } = waiver
  const bills = billRows(state).filter(
    ({ row, open }) => row.due < ordered.seen && total(open) > 0n,
  )
  // Repeated, it can find nothing overdue, and pays what is due.
  if (bills.length === 0) return payBills(state, waiver.amount, ({ due }) => due <= waiver.on)
  writeDown(state)
  let later = 0n
  for (const { row, open } of bills) {
    const since = fen(row.penalty) - fen(ordered.rows.find(({ n }) => n === row.n)?.penalty ?? 0n)
    const given = share(open.penalty, waiver.penaltyPpm)
    later += since + share(open.penalty - since, waiver.penaltyPpm) - given
    row.given.penalty += given
    row.given.interest += share(open.interest, waiver.interestPpm)
  }
  let left = waiver.amount
  for (const { row, open } of billRows(state)) {
    if (!bills.some((bill) => bill.row === row)) continue
    const waivedPenalty = lesser(later, open.penalty)
    row.given.penalty += waivedPenalty
    later -= waivedPenalty
    open.penalty -= waivedPenalty
    // Repeated, the payment can be less than is then asked for.
    for (const part of orderOf(state, row)) {
      const taken = lesser(left, open[part])
      row.paid[part] += taken
      left -= taken
    }
  }
  const isPaid = billRows(state).every(({ open }) => total(open) === 0n)
  return isPaid ? left + close(state) : left
}

/** An amount of one charge of the bills that are due is given up, at most what is open of it. [W5] */
export function waiveAmount(
  state: State,
  waiver: { on: Day; part: 'fee' | 'penalty' | 'interest'; waived: bigint },
): bigint {
  const { on, part, waived } = waiver
  countUntil(state, on)
  let left = waived
  const bills = billRows(state).filter(({ row, open }) => row.due <= on && open[part] > 0n)
  if (bills.length > 0) writeDown(state)
  for (const { row, open } of bills) {
    const given = lesser(left, open[part])
    row.given[part] += given
    left -= given
  }
  const isPaid = billRows(state).every(({ open }) => total(open) === 0n)
  return isPaid ? close(state) : 0n
}

/** What settles the loan on a day; negative where something goes back. */
export function payoffOn(state: State): bigint {
  if (state.isSettled || state.isConverted) return 0n
  return totalOpen(closeRows(state))
}

export function settle(state: State, { on, amount }: { on: Day; amount: bigint }): bigint {
  countUntil(state, on)
  return amount + close(state)
}

/** What a new plan takes over on a day: each part, less what was paid too much. */
export function computeTakeover(state: State): Amounts {
  const taken = noAmounts()
  for (const { open } of setOff(state, closeRows(state))) {
    for (const part of parts) taken[part] += open[part]
  }
  return taken
}

/** Sets what was paid too much off against what is open, the oldest bill first. */
function setOff(state: State, bills: readonly ChargedRow[]): ChargedRow[] {
  let credit = 0n
  for (const { open } of bills) {
    for (const part of parts) if (open[part] < 0n) credit -= open[part]
  }
  return bills.map((bill) => {
    const open = noAmounts()
    for (const part of orderOf(state, bill.row)) {
      if (bill.open[part] <= 0n) continue
      const taken = lesser(credit, bill.open[part])
      credit -= taken
      open[part] = bill.open[part] - taken
    }
    return { ...bill, open }
  })
}

/** The goods went back: every charge falls away, and all that was paid goes back. [H1, H2] */
export function undo(state: State): bigint {
  let back = 0n
  for (const row of state.rows) {
    back += total(row.paid)
    const due = { ...noAmounts(), principal: row.principal }
    row.final = { due, discount: noAmounts() }
    row.given = noAmounts()
  }
  state.isSettled = true
  return back
}

/** Leaves each row with what it finally charges; returns what was paid too much. */
function close(state: State): bigint {
  let tooMuch = 0n
  for (const { row, due, discount, given, open } of closeRows(state)) {
    row.final = { due, discount }
    row.given = given
    tooMuch -= total(open)
    for (const part of parts) row.paid[part] += open[part]
  }
  state.isSettled = true
  return tooMuch
}
