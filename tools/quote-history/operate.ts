import { applyAct, type LoanAct } from '@qingzhou/domain/acts/acts'
import { cutRateOf, withAct, type LoanPast } from '@qingzhou/domain/acts/past'
import { unreachable } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isOpen, isSettled, sumOfParts, type Loan } from '@qingzhou/domain/loans/loan'
import { greater, lesser, ZERO, subtract, fen, type Money } from '@qingzhou/domain/money/money'
import { defaultProductNo } from '@qingzhou/domain/product'
import { granted, refused, type Outcome } from '@qingzhou/domain/refusal'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { billThrough, checkRepayment, dueOn } from '@qingzhou/domain/repayment/repay'
import { quoteSecond } from '@qingzhou/domain/restructure/bill-conversion'
import { offerWaiver, waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import type { Operation, Waived } from './read-history.ts'

/** The effect of an operation on one loan. */
export interface Change {
  readonly past: LoanPast
  readonly event: LoanEvent
  readonly paid: Money
  readonly overpaid: Money
  /** A loan that the operation opened. */
  readonly opened?: Loan
}

/** Applies an operation to one loan with the domain functions. */
export function operate(past: LoanPast, operation: Operation): Outcome<Change> {
  const { on: today } = operation
  const { loan } = past
  switch (operation.do) {
    case 'payDue':
      return pay(past, { amount: dueOn(today, loan), today })
    case 'pay':
      return pay(past, { amount: operation.amount, today })
    case 'payAhead':
      return payAhead(past, { instalments: operation.instalments, today })
    case 'settle':
      return doneBy(past, 'early-full', { do: 'settle', on: today, amount: payoffOn(today, loan) })
    case 'repayPart': {
      const { amount, keep } = operation
      return doneBy(past, 'early-part', { do: 'repay-part', on: today, amount, keep })
    }
    case 'defer':
      return doneBy(past, 'delay', { do: 'defer', on: today, days: operation.days })
    case 'relieve':
      return doneBy(past, 'relief', { do: 'relieve', on: today, days: operation.days })
    case 'cutRate': {
      const cut = cutRateOf(past, { ...operation, today })
      if (!cut.ok) return cut
      const { overpaid, past: after } = cut.value
      const paid = subtract(ZERO, overpaid)
      return granted({ past: after, event: 'rate-cut', paid, overpaid })
    }
    case 'waive':
      return waive(past, operation)
    case 'convertBill':
      return convertBill(past, { months: operation.months, today })
    default:
      return unreachable(operation)
  }
}

/** Does an act; its money is paid, less what is overpaid. */
function doneBy(past: LoanPast, event: LoanEvent, act: LoanAct): Outcome<Change> {
  const outcome = applyAct(past.loan, act)
  if (!outcome.ok) return outcome
  const { overpaid } = outcome.value
  const amount = 'amount' in act ? act.amount : ZERO
  const after = withAct(past, act, outcome.value)
  return granted({ past: after, event, paid: subtract(amount, overpaid), overpaid })
}

type Day = { readonly today: LocalDate }

function pay(past: LoanPast, payment: Day & { readonly amount: Money }): Outcome<Change> {
  const { loan } = past
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })
  if (dueOn(payment.today, loan) === 0n) return refused({ kind: 'nothing-due' })
  const checked = checkRepayment(loan, payment)
  if (!checked.ok) return checked
  const { amount, today: on } = payment
  return doneBy(past, 'payment', { do: 'pay', on, amount })
}

function payAhead(past: LoanPast, ahead: Day & { readonly instalments: number }): Outcome<Change> {
  const { loan } = past
  const { instalments, today } = ahead
  const first = loan.instalments.find(isOpen)
  if (!first) return refused({ kind: 'nothing-owed' })
  if (instalments < 1) return refused({ kind: 'amount-not-positive' })
  const through = first.n + instalments - 1
  const amount = billThrough(loan, { through, today })
  if (!amount.ok) return amount
  const payment = { do: 'pay-through', on: today, amount: amount.value, through } as const
  return doneBy(past, 'payment', payment)
}

function waive(past: LoanPast, operation: Operation & { readonly do: 'waive' }): Outcome<Change> {
  const { loan } = past
  const { on: today, penalty, interest } = operation
  const none = { penaltySharePpm: 0n, interestSharePpm: 0n, lastDay: today }
  const { due } = waiverTermsOn(today, { loan, offer: none })
  const offer = offerWaiver(loan, {
    penaltySharePpm: shareOf(penalty, due.penalty),
    interestSharePpm: shareOf(interest, due.interest),
    lastDay: today,
    today,
  })
  if (!offer.ok) return offer
  const { toPay: amount } = waiverTermsOn(today, { loan, offer: offer.value })
  const act = { do: 'pay-with-waiver', on: today, amount, offer: offer.value } as const
  return doneBy(past, 'waiver', act)
}

function shareOf(waived: Waived, due: Money): bigint {
  if ('sharePpm' in waived) return waived.sharePpm
  if (due === 0n) return 0n
  return (lesser(waived.amount, due) * 1_000_000n + due / 2n) / due
}

function convertBill(past: LoanPast, request: Day & { readonly months: number }): Outcome<Change> {
  const { loan } = past
  const old = {
    loan,
    origin: 'draw',
    product: defaultProductNo,
    lender: 'consumer-finance',
    returnAskedOn: undefined,
  } as const
  const quote = quoteSecond(old, request)
  if (!quote.ok) return quote
  const { parts, bill, newLoan: opened } = quote.value
  const act = {
    do: 'convert-bill',
    on: request.today,
    n: bill.n,
    amount: sumOfParts(parts),
  } as const
  const done = doneBy(past, 'conversion', act)
  if (!done.ok) return done
  const { overpaid } = done.value
  return granted({ ...done.value, paid: subtract(ZERO, overpaid), opened })
}

/**
 * Distributes an operation over several loans, oldest first. After a bill conversion a payment goes
 * to the old loan first, and operations on the whole debt apply to both.
 */
export function shareOut(loans: readonly Loan[], operation: Operation): Operation[] {
  if (operation.do !== 'pay') return loans.map(() => operation)
  let left = operation.amount
  return loans.map((loan, index) => {
    const due = dueOn(operation.on, loan)
    const isLast = index === loans.length - 1
    const amount = isLast ? left : lesser(left, due)
    left = greater(subtract(left, amount), fen(0n))
    return { ...operation, amount }
  })
}
