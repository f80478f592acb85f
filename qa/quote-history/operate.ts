import { specimenRules } from '@qingzhou/domain/specimen'
import { applyAct, type LoanAct } from '@qingzhou/domain/acts/acts'
import { cutRateOf, withAct, type LoanPast } from '@qingzhou/domain/acts/past'
import { unreachable } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Entry, LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isOpen, isSettled, sumOfParts, type Loan, type Origin } from '@qingzhou/domain/loans/loan'
import { reverseLoan } from '@qingzhou/domain/mall/reversal'
import { lesser, ZERO, subtract, type Money } from '@qingzhou/domain/money/money'
import { defaultProductNo, mallProductNo } from '@qingzhou/domain/product'
import { granted, refused, type Outcome } from '@qingzhou/domain/refusal'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { forbearanceRequestOn } from '@qingzhou/domain/repayment/forbearance'
import { billThrough, dueOn } from '@qingzhou/domain/repayment/repay'
import { quoteBillConversion } from '@qingzhou/domain/restructure/bill-conversion'
import type { OldLoan } from '@qingzhou/domain/restructure/consolidation-plan'
import { offerWaiver, waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import type { Operation, WaivedPart } from './read-history.ts'

/** A loan of a history: where it comes from, and what became of it. */
export interface HeldLoan {
  readonly past: LoanPast
  readonly origin: Origin
  /** It was consolidated, or one of its bills was converted. */
  readonly isElsewhere: boolean
  readonly reversedOn: LocalDate | undefined
  readonly entries: readonly Entry[]
}

/** The effect of an operation on one loan. */
export interface Change {
  readonly past: LoanPast
  readonly event: LoanEvent
  readonly paid: Money
  readonly overpaid: Money
  /** A loan that the operation opened. */
  readonly opened?: { readonly loan: Loan; readonly origin: Origin }
}

/** Applies an operation to one loan with the domain functions. */
export function operate(held: HeldLoan, operation: Operation): Outcome<Change> {
  const { on: today } = operation
  const { past } = held
  const { loan } = past
  switch (operation.do) {
    case 'payDue':
      return pay(past, { amount: dueOn(today, loan), today })
    case 'pay':
      return pay(past, { amount: operation.amount, today })
    case 'payAhead':
      return payAhead(past, { instalments: operation.instalments, today })
    case 'settle':
      return applyActTo(past, 'early-full', {
        do: 'settle',
        on: today,
        amount: payoffOn(today, loan),
      })
    case 'repayPart': {
      const { amount, keep } = operation
      return applyActTo(past, 'early-part', { do: 'repay-part', on: today, amount, keep })
    }
    case 'defer':
      return applyActTo(past, 'delay', { do: 'defer', on: today, days: operation.days })
    case 'forbear':
      return forbear(past, operation)
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
      return convertBill(held, { months: operation.months, today })
    case 'default':
      return applyActTo(past, 'break', { do: 'default', on: today })
    case 'return':
      return returnGoods(held)
    case 'consolidate':
      return refused({ kind: 'nothing-owed' })
    default:
      return unreachable(operation)
  }
}

/** Does an act; its money is paid, less what is overpaid. */
function applyActTo(past: LoanPast, event: LoanEvent, act: LoanAct): Outcome<Change> {
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
  const { amount, today: on } = payment
  const due = dueOn(on, loan)
  if (due === 0n) return refused({ kind: 'nothing-due' })
  if (amount > due) return refused({ kind: 'more-than-owed', owed: due })
  return applyActTo(past, 'payment', { do: 'pay', on, amount })
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
  return applyActTo(past, 'payment', payment)
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
  return applyActTo(past, 'waiver', act)
}

function shareOf(waived: WaivedPart, due: Money): bigint {
  if ('sharePpm' in waived) return waived.sharePpm
  if (due === 0n) return 0n
  return (lesser(waived.amount, due) * 1_000_000n + due / 2n) / due
}

/** A forbearance with the penalties of the day it was asked for; nothing was done in between. */
function forbear(
  past: LoanPast,
  operation: Operation & { readonly do: 'forbear' },
): Outcome<Change> {
  const { on, days, askedOn } = operation
  const last = past.done.at(-1)
  const lastDay = last && ('act' in last ? last.act.on : last.setOffOn)
  if (askedOn > on || (lastDay !== undefined && askedOn < lastDay)) {
    return refused({ kind: 'date-malformed' })
  }
  const asked = askedOn < on && { asked: forbearanceRequestOn(askedOn, past.loan) }
  return applyActTo(past, 'relief', { do: 'forbear', on, days, ...asked })
}

/** The goods go back: all that was paid is returned. */
function returnGoods({ past, origin, isElsewhere, reversedOn }: HeldLoan): Outcome<Change> {
  const { loan } = past
  const outcome = reverseLoan({ loan, origin, product: mallProductNo, reversedOn, isElsewhere })
  if (!outcome.ok) return outcome
  const { loan: after, paidBack } = outcome.value
  const paid = subtract(ZERO, paidBack)
  return granted({ past: { ...past, loan: after }, event: 'return', paid, overpaid: paidBack })
}

export function oldLoanOf({ past, origin }: HeldLoan): OldLoan {
  const product = defaultProductNo
  return { loan: past.loan, origin, product, lender: 'consumer-finance', returnAskedOn: undefined }
}

function convertBill(held: HeldLoan, request: Day & { readonly months: number }): Outcome<Change> {
  const { past } = held
  const quote = quoteBillConversion(oldLoanOf(held), { ...request, rules: specimenRules })
  if (!quote.ok) return quote
  const { parts, bill, newLoan } = quote.value
  const opened = { loan: newLoan, origin: 'bill-conversion' } as const
  const act = {
    do: 'convert-bill',
    on: request.today,
    n: bill.n,
    amount: sumOfParts(parts),
  } as const
  const done = applyActTo(past, 'conversion', act)
  if (!done.ok) return done
  const { overpaid } = done.value
  return granted({ ...done.value, paid: subtract(ZERO, overpaid), opened })
}
