import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isSettled, type Loan } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { Allocation, Settlement } from '@qingzhou/domain/repayment/allocation'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import type { Transaction } from '#platform/database/database.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import { perform, type Act, type Decision, type Deps } from '#lending/act.ts'
import { dayFor, writesFor, stepped } from '#lending/change.ts'
import type { LoanRecord } from '#lending/loans/loan-rows.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'
import { checkNumber } from '#lending/numbers.ts'
import { insertPayment, insertRefund, type PaymentKind } from './payment-store.ts'

export type PaymentRequest = {
  readonly loanNo: string
  readonly amount: Money
  /** Names the card that pays; what is too much goes back to it. */
  readonly cardId: string
}

export type PaymentAnswer = {
  readonly loanNo: string
  readonly allocations: readonly Allocation[]
  readonly overpaid: Money
  readonly isSettled: boolean
}

export type PaymentRule = {
  readonly name: string
  readonly kind: Exclude<PaymentKind, 'conversion'>
  readonly event: LoanEvent
  readonly settle: (loan: Loan, payment: { amount: Money; today: LocalDate }) => Outcome<Settlement>
}

/** Far above any debt, and far below what a column holds. */
const AMOUNT_FEN_MAX = 10n ** 14n

/** A payment by a rule of the domain. */
export async function takePayment(
  deps: Deps,
  act: Act,
  { request, rule }: { readonly request: PaymentRequest; readonly rule: PaymentRule },
): Promise<PaymentAnswer> {
  checkPayment(request)
  return perform(deps, act, {
    name: rule.name,
    body: request,
    load: (tx: Transaction) => lockLoan(tx, { customer: act.customer, loanNo: request.loanNo }),
    decide: (kept, { today: businessDate }) =>
      settled(kept, { act, request, rule, businessDate, now: deps.now() }),
  })
}

export function checkPayment({ amount, cardId }: PaymentRequest): void {
  if (amount > AMOUNT_FEN_MAX) throw new Refused({ kind: 'amount-malformed' })
  checkNumber(cardId)
}

/** The payment, what it did to the loan, and the refund of what was too much. */
export function settled(
  kept: LoanRecord,
  payment: {
    act: Act
    request: PaymentRequest
    rule: PaymentRule
    businessDate: LocalDate
    now: Date
  },
): Decision<PaymentAnswer> {
  const { act, request, rule, businessDate, now } = payment
  const { amount, cardId, loanNo } = request
  const { customer, requestNo } = act
  const today = dayFor([kept], businessDate)
  const { loan, allocations, overpaid } = orRefuse(rule.settle(kept.loan, { amount, today }))
  const change = {
    event: rule.event,
    before: kept,
    after: stepped(kept, { loan, today }),
    overpaid,
  }
  const refund = refundOf({ overpaid, fromCard: cardId })
  const paid = insertPayment({
    customer,
    paymentNo: requestNo,
    loanNo,
    kind: rule.kind,
    amount,
    overpaid,
    paidOn: today,
    cardId,
    receivedAt: now,
    allocations,
  })
  const owed = refund
    ? [insertRefund({ customer, refundNo: requestNo, loanNo, refund, since: today })]
    : []
  const { writes, use } = writesFor([change], { act, today, now })
  return {
    answer: { loanNo, allocations, overpaid, isSettled: isSettled(loan) },
    writes: [...writes, paid, ...owed],
    use,
  }
}
