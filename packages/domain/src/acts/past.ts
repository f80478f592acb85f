import { applyAct, type LoanAct } from '#acts/acts.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { isSettled, type Loan } from '#loans/loan.ts'
import { add, lesser, subtract, ZERO, type Money } from '#money/money.ts'
import { checkCut, type RateCut } from '#rate-cuts/rate-cut.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { allocate, isDueBy, type Settlement } from '#repayment/allocation.ts'
import { repayInFull, repayInPart } from '#repayment/early-repayment.ts'
import type { ChangedLoan } from '#repayment/excess.ts'
import { forbearanceRequestOn } from '#repayment/forbearance.ts'
import { allocateReceived } from '#repayment/repay.ts'
import { waiveAmount } from '#waiver/waive-amount.ts'
import { payWithWaiver } from '#waiver/waiver.ts'

/** An act that was done, and what was sent back with it. */
type AppliedAct = {
  readonly act: LoanAct
  readonly sentBack: Money
  /** The number of a payment, by which it can be reversed. */
  readonly no?: string | undefined
  /** The money of the payment was taken back: it is not done again. */
  readonly isReversed?: boolean
}

/** On this day the credit that a retroactive cut had brought was set off. */
type SetOff = { readonly setOffOn: LocalDate; readonly sentBack: Money }

/** A loan with all that was done to it since it was opened. */
export interface LoanPast {
  readonly opening: Loan
  readonly loan: Loan
  readonly done: readonly (AppliedAct | SetOff)[]
}

export function pastOf(opening: Loan): LoanPast {
  return { opening, loan: opening, done: [] }
}

/** The past after a further act, which was done to its loan with this result. */
export function withAct(
  past: LoanPast,
  act: LoanAct,
  { loan, overpaid, no }: ChangedLoan & { readonly no?: string },
): LoanPast {
  return { ...past, loan, done: [...past.done, { act, sentBack: overpaid, no }] }
}

/** The loan at the end of a day that has passed, by all that is known now of what was done until then. [Q3] */
export function loanOn(past: LoanPast, day: LocalDate): Loan {
  const done = past.done.filter((one) => dayOf(one) <= day)
  return rebuild(past.opening, done).loan
}

/**
 * Lowers the rate of a loan from a day on, which may have passed. [T1, T2]
 *
 * The loan becomes what it would be had the rate been lowered in time: it is rebuilt from its terms
 * and acts, with the cut after the acts of the last day at the old rate. What was paid more than was
 * then owed is set off against what is due today; the rest is overpaid.
 */
export function cutRateOf(past: LoanPast, cut: RateCut): Outcome<ChangedLoan & { past: LoanPast }> {
  const checked = checkCut(past.loan, cut)
  if (!checked.ok) return checked
  const { annualRatePpm, from, today } = cut
  const lastOldDay = addDays(from, -1)
  const act: LoanAct = { do: 'cut-rate', on: lastOldDay, annualRatePpm }
  if (lastOldDay === today) {
    const outcome = applyAct(past.loan, act)
    if (!outcome.ok) return outcome
    const { loan, overpaid } = outcome.value
    return granted({ loan, overpaid, past: withAct(past, act, outcome.value) })
  }
  const later = past.done.findIndex((one) => dayOf(one) > lastOldDay)
  const place = later === -1 ? past.done.length : later
  const done = past.done.toSpliced(place, 0, { act, sentBack: ZERO })
  const rebuilt = later === -1 ? changedNow(past.loan, act) : granted(rebuild(past.opening, done))
  if (!rebuilt.ok) return rebuilt
  if (rebuilt.value.credit < 0n) return refused({ kind: 'rate-cut-date-out-of-range' })
  return granted(settleUp(today, { opening: past.opening, done, rebuilt: rebuilt.value }))
}

/**
 * Takes back a payment whose money the payer got back from the bank. [R16]
 *
 * The loan becomes what it would be without it: it is rebuilt from its terms and its other acts.
 * Refused where a new loan took over what was left of this one, and where more was sent back to
 * the borrower than the other payments bear.
 */
export function reversePayment(
  past: LoanPast,
  payment: {
    readonly no: string
    readonly today: LocalDate
    /** What was overpaid with it and is still to be sent back: it is not sent any more. */
    readonly unsent: Money
  },
): Outcome<ChangedLoan & { past: LoanPast }> {
  const { no, today, unsent } = payment
  const place = past.done.findIndex((one) => 'act' in one && one.no === no)
  const found = past.done[place]
  if (!found || !('act' in found)) return refused({ kind: 'payment-unknown' })
  if (found.isReversed) return refused({ kind: 'payment-not-reversible', reason: 'reversed' })
  const isConverted = past.done.some(
    (one, index) => index > place && 'act' in one && one.act.do === 'convert-bill',
  )
  if (isConverted) return refused({ kind: 'payment-not-reversible', reason: 'converted' })
  const done = withoutUnsent(past.done, { place, unsent }).map((one, index) =>
    index === place ? { ...one, isReversed: true } : one,
  )
  const rebuilt = rebuild(past.opening, done)
  if (rebuilt.credit < 0n) return refused({ kind: 'payment-not-reversible', reason: 'refunded' })
  return granted(settleUp(today, { opening: past.opening, done, rebuilt }))
}

/**
 * Takes what is not sent back any more off the payment that left it over, or, if that was booked for a
 * day that had passed, off the set-off after it.
 */
function withoutUnsent(
  done: LoanPast['done'],
  { place, unsent }: { readonly place: number; readonly unsent: Money },
): LoanPast['done'] {
  let left = unsent
  return done.map((one, index) => {
    if (index < place || (index > place && 'act' in one)) return one
    const less = lesser(left, one.sentBack)
    left = subtract(left, less)
    return { ...one, sentBack: subtract(one.sentBack, less) }
  })
}

/** A payment, by what it was ordered for. */
export type PaymentAct = Extract<
  LoanAct,
  { readonly do: 'pay' | 'settle' | 'pay-through' | 'repay-part' }
>

export type PastPayment = {
  readonly act: PaymentAct
  readonly no: string
  readonly today: LocalDate
  /** The borrower ordered it: what it left over on its day was to be sent back, as for every order. */
  readonly isOrdered?: boolean | undefined
}

/** The loan after it, what was done on its day, and what it left over then. */
export type BookedPast = Settlement & {
  readonly past: LoanPast
  readonly act: PaymentAct
  readonly sentBack: Money
}

/**
 * Books money that came in on a day that has passed, as if it had been booked then. [R17]
 *
 * The loan is rebuilt with the payment after the acts of its day. Money that could not do what it
 * was ordered for pays what was due; the rest of an order is sent back, and that of any other
 * payment pays principal. Refused where a new loan took over what was left of this one.
 */
export function bookPastPayment(
  past: LoanPast,
  { act: ordered, no, today, isOrdered = false }: PastPayment,
): Outcome<BookedPast> {
  const later = past.done.findIndex((one) => dayOf(one) > ordered.on)
  const place = later === -1 ? past.done.length : later
  const isConverted = past.done
    .slice(place)
    .some((one) => 'act' in one && one.act.do === 'convert-bill')
  if (isConverted) return refused({ kind: 'payment-not-reversible', reason: 'converted' })
  const { loan } = rebuild(past.opening, past.done.slice(0, place))
  const act = isOrdered ? possible(loan, ordered) : ordered
  const { allocations, overpaid } = repeatAct(loan, act)
  const sentBack = isOrdered ? overpaid : ZERO
  const done = past.done.toSpliced(place, 0, { act, sentBack, no })
  const rebuilt = rebuild(past.opening, done)
  if (rebuilt.credit < 0n) return refused({ kind: 'payment-not-reversible', reason: 'refunded' })
  const settled = settleUp(today, { opening: past.opening, done, rebuilt })
  return granted({ ...settled, allocations, sentBack, act })
}

/** An order that could not do what it was for has paid what was due. */
function possible(loan: Loan, act: PaymentAct): PaymentAct {
  const { on, amount } = act
  return isSettled(loan) || applyAct(loan, act).ok ? act : { do: 'pay', on, amount }
}

/** The credit of a rebuilt loan pays what is due today, and the rest is sent back. */
function settleUp(
  today: LocalDate,
  after: Pick<LoanPast, 'opening' | 'done'> & { readonly rebuilt: Rebuilt },
): ChangedLoan & { past: LoanPast } {
  const { opening, done, rebuilt } = after
  const { loan, overpaid } = setOff(today, rebuilt)
  const past = { opening, loan, done: [...done, { setOffOn: today, sentBack: overpaid }] }
  return { loan, overpaid, past }
}

/** Nothing was done since the last day at the old rate. */
function changedNow(loan: Loan, act: LoanAct): Outcome<Rebuilt> {
  const outcome = applyAct(loan, act)
  if (!outcome.ok) return outcome
  return granted({ loan: outcome.value.loan, credit: outcome.value.overpaid })
}

function dayOf(one: AppliedAct | SetOff): LocalDate {
  return 'act' in one ? one.act.on : one.setOffOn
}

type Rebuilt = { readonly loan: Loan; readonly credit: Money }

/** Does all acts again; what they leave over is credit, less what was sent back. */
function rebuild(opening: Loan, done: readonly (AppliedAct | SetOff)[]): Rebuilt {
  let state: Rebuilt = { loan: opening, credit: ZERO }
  const requests = new Map<LocalDate, Loan>()
  for (const one of done) {
    for (const day of requestDaysBefore(dayOf(one), done)) {
      if (!requests.has(day)) requests.set(day, state.loan)
    }
    const { loan, credit } = repeatStep(state, one, requests)
    state = { loan, credit: subtract(credit, one.sentBack) }
  }
  return state
}

function repeatStep(state: Rebuilt, one: AppliedAct | SetOff, requests: Requests): Rebuilt {
  if (!('act' in one)) {
    const { loan, overpaid } = setOff(one.setOffOn, state)
    return { loan, credit: overpaid }
  }
  if (one.isReversed) return state
  const { loan, overpaid } = repeatAct(state.loan, one.act, requests)
  return { loan, credit: add(state.credit, overpaid) }
}

/** The loans as they were on days of requests. */
type Requests = ReadonlyMap<LocalDate, Loan>

/** The days before one on which a forbearance was asked for, or a payment with a waiver ordered. */
function requestDaysBefore(day: LocalDate, done: readonly (AppliedAct | SetOff)[]): LocalDate[] {
  return done.flatMap((one) => {
    const asked = 'act' in one ? requestDayOf(one.act) : undefined
    return asked !== undefined && asked < day ? [asked] : []
  })
}

function requestDayOf(act: LoanAct): LocalDate | undefined {
  if (act.do === 'pay-with-waiver') return act.orderedOn
  return act.do === 'forbear' ? act.asked?.on : undefined
}

/**
 * An act done again. Money that it no longer needs is left over; an act without money that is no
 * longer possible is left out.
 */
function repeatAct(loan: Loan, act: LoanAct, requests: Requests = new Map()): Settlement {
  const amount = 'amount' in act ? act.amount : ZERO
  if (isSettled(loan)) return { loan, overpaid: amount, allocations: [] }
  const outcome = applyAgain(loan, act, requests)
  return outcome.ok ? outcome.value : receivedInstead(loan, act)
}

/**
 * Money that can no longer do what it was ordered for pays what is due, and principal if it was
 * ordered for that, with what was chosen to stay: the end or the instalment. [R16]
 */
function receivedInstead(loan: Loan, act: LoanAct): Settlement {
  if (!('amount' in act) || act.amount === 0n) return { loan, overpaid: ZERO, allocations: [] }
  const { amount, on: today } = act
  const paid = allocate(loan, { amount, today, takes: isDueBy(today) })
  if (act.do !== 'repay-part' && act.do !== 'settle') return paid
  const rest = paid.overpaid
  const part = repayInPart(paid.loan, { ...act, amount: rest, today, isRepeated: true })
  const principal = part.ok ? part : repayInFull(paid.loan, { amount: rest, today })
  if (!principal.ok) return paid
  return { ...principal.value, allocations: [...paid.allocations, ...principal.value.allocations] }
}

/** What was asked for earlier is taken from the loan as it was on that day. [D3, W4] */
function applyAgain(loan: Loan, act: LoanAct, requests: Requests): Outcome<Settlement> {
  const then = requests.get(requestDayOf(act) ?? act.on) ?? loan
  if (act.do === 'pay-with-waiver') {
    const { on: today, amount, offer, orderedOn = today } = act
    return payWithWaiver(loan, { amount, offer, orderedOn, today, asOrdered: then })
  }
  if (act.do === 'waive-amount') {
    const outcome = waiveAmount(loan, { ...act, today: act.on, isRepeated: true })
    return outcome.ok ? granted({ ...outcome.value, allocations: [] }) : outcome
  }
  if (act.do === 'repay-part') {
    return repayInPart(loan, { ...act, today: act.on, isRepeated: true })
  }
  if (act.do !== 'forbear' || !act.asked) return applyAct(loan, act)
  return applyAct(loan, { ...act, asked: forbearanceRequestOn(act.asked.on, then) })
}

/** Credit pays what is due. */
function setOff(today: LocalDate, { loan, credit }: Rebuilt): ChangedLoan {
  if (credit <= 0n) return { loan, overpaid: credit }
  return allocateReceived(loan, { amount: credit, today, takes: isDueBy(today) })
}
