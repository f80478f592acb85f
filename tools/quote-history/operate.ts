import { unreachable } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isOpen, isSettled, type Loan } from '@qingzhou/domain/loans/loan'
import { greater, lesser, ZERO, subtract, fen, type Money } from '@qingzhou/domain/money/money'
import { defaultProductNo } from '@qingzhou/domain/product'
import { cutRate } from '@qingzhou/domain/rate-cuts/rate-cut'
import { granted, refused, type Outcome } from '@qingzhou/domain/refusal'
import type { Settlement } from '@qingzhou/domain/repayment/allocation'
import { deferInstalment } from '@qingzhou/domain/repayment/deferral'
import { payoffOn, repayInFull, repayInPart } from '@qingzhou/domain/repayment/early-repayment'
import { relieve } from '@qingzhou/domain/repayment/forbearance'
import {
  checkRepayment,
  dueOn,
  receivePayment,
  billThrough,
  repayThrough,
} from '@qingzhou/domain/repayment/repay'
import { quoteSecond } from '@qingzhou/domain/restructure/bill-conversion'
import { offerWaiver, payWithWaiver, waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import type { Operation, Waived } from './read-history.ts'

/** The effect of an operation on one loan. */
export interface Change {
  readonly loan: Loan
  readonly event: LoanEvent
  readonly paid: Money
  readonly overpaid: Money
  /** A loan that the operation opened. */
  readonly opened?: Loan
}

/** Applies an operation to one loan with the domain functions. */
export function operate(loan: Loan, operation: Operation): Outcome<Change> {
  const { on: today } = operation
  switch (operation.do) {
    case 'payDue':
      return pay(loan, { amount: dueOn(today, loan), today })
    case 'pay':
      return pay(loan, { amount: operation.amount, today })
    case 'payAhead':
      return payAhead(loan, { instalments: operation.instalments, today })
    case 'settle': {
      const amount = payoffOn(today, loan)
      return settledBy('early-full', amount, repayInFull(loan, { amount, today }))
    }
    case 'repayPart': {
      const { amount, keep } = operation
      return settledBy('early-part', amount, repayInPart(loan, { amount, keep, today }))
    }
    case 'defer':
      return changedBy('delay', deferInstalment(loan, { days: operation.days, today }))
    case 'relieve':
      return changedBy('relief', relieve(loan, { days: operation.days, today }))
    case 'cutRate': {
      const cut = cutRate(loan, { ...operation, today })
      if (!cut.ok) return cut
      const { loan: after, overpaid } = cut.value
      return granted({
        loan: after,
        event: 'rate-cut',
        paid: subtract(ZERO, overpaid),
        overpaid,
      })
    }
    case 'waive':
      return waive(loan, operation)
    case 'convertBill':
      return convertBill(loan, { months: operation.months, today })
    default:
      return unreachable(operation)
  }
}

type Day = { readonly today: LocalDate }

function pay(loan: Loan, payment: Day & { readonly amount: Money }): Outcome<Change> {
  if (isSettled(loan)) return refused({ kind: 'nothing-owed' })
  if (dueOn(payment.today, loan) === 0n) return refused({ kind: 'nothing-due' })
  const checked = checkRepayment(loan, payment)
  if (!checked.ok) return checked
  return settledBy('payment', payment.amount, receivePayment(loan, payment))
}

function payAhead(loan: Loan, ahead: Day & { readonly instalments: number }): Outcome<Change> {
  const { instalments, today } = ahead
  const first = loan.instalments.find(isOpen)
  if (!first) return refused({ kind: 'nothing-owed' })
  if (instalments < 1) return refused({ kind: 'amount-not-positive' })
  const through = first.n + instalments - 1
  const amount = billThrough(loan, { through, today })
  if (!amount.ok) return amount
  const payment = { amount: amount.value, today, through }
  return settledBy('payment', payment.amount, repayThrough(loan, payment))
}

function waive(loan: Loan, operation: Operation & { readonly do: 'waive' }): Outcome<Change> {
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
  return settledBy('waiver', amount, payWithWaiver(loan, { amount, today, offer: offer.value }))
}

function shareOf(waived: Waived, due: Money): bigint {
  if ('sharePpm' in waived) return waived.sharePpm
  if (due === 0n) return 0n
  return (lesser(waived.amount, due) * 1_000_000n + due / 2n) / due
}

function convertBill(loan: Loan, request: Day & { readonly months: number }): Outcome<Change> {
  const old = {
    loan,
    origin: 'draw',
    product: defaultProductNo,
    lender: 'consumer-finance',
    returnAskedOn: undefined,
  } as const
  const quote = quoteSecond(old, request)
  if (!quote.ok) return quote
  const { settled, newLoan: opened } = quote.value
  const after = settled[0]?.loan ?? loan
  return granted({ loan: after, event: 'conversion', paid: ZERO, overpaid: ZERO, opened })
}

function settledBy(event: LoanEvent, amount: Money, outcome: Outcome<Settlement>): Outcome<Change> {
  if (!outcome.ok) return outcome
  const { loan, overpaid } = outcome.value
  return granted({ loan, event, paid: subtract(amount, overpaid), overpaid })
}

function changedBy(event: LoanEvent, outcome: Outcome<Loan>): Outcome<Change> {
  if (!outcome.ok) return outcome
  return granted({ loan: outcome.value, event, paid: ZERO, overpaid: ZERO })
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
