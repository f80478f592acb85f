import type { BookAct } from '@qingzhou/domain/acts/book-acts'
import type { PaymentRequest, PaymentAnswer } from '#requests.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanEvent } from '@qingzhou/domain/ledger/entries'
import { isSettled, type Loan } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import type { Outcome } from '@qingzhou/domain/refusal'
import type { Settlement } from '@qingzhou/domain/repayment/allocation'
import {
  repayInFull as settleAll,
  type Keep,
  repayInPart as settlePart,
} from '@qingzhou/domain/repayment/early-repayment'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import {
  receivePayment as receive,
  repayThrough as settleThrough,
} from '@qingzhou/domain/repayment/repay'
import { type Act, type Decision, type Deps, perform } from '#act.ts'
import { dayFor, applyStep, writesFor } from '#change.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { checkNumber } from '#numbers.ts'
import type { Transaction } from '@qingzhou/platform/database/database'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { insertPayment, insertRefund, type PaymentKind } from './payment-store.ts'

/** One kind of payment: how it is recorded, and the rule of the domain that settles it. */
export type PaymentRule<Request extends PaymentRequest = PaymentRequest> = {
  readonly name: BookAct
  readonly kind: Exclude<PaymentKind, 'conversion'>
  readonly event: LoanEvent
  readonly settle: (
    loan: Loan,
    payment: { readonly amount: Money; readonly today: LocalDate },
    request: Request,
  ) => Outcome<Settlement>
}

/** Money that has already arrived settles what is due; any excess becomes a refund. */
export const receivedNow: PaymentRule = {
  name: 'receive-payment',
  kind: 'due',
  event: 'payment',
  settle: receive,
}

/** Books money that has already arrived, for example after a bank callback. */
export const receivePayment = paymentBy(receivedNow)

/** The same for the instalments up to one, due or not yet. */
export const repayThrough = paymentBy<PaymentRequest & { readonly through: number }>({
  name: 'repay-through',
  kind: 'due',
  event: 'payment',
  settle: (loan, payment, { through }) => settleThrough(loan, { ...payment, through }),
})

/** Settles the whole loan early. Any excess over the payoff of the day becomes a refund. */
export const repayInFull = paymentBy<PaymentRequest>({
  name: 'repay-in-full',
  kind: 'early-full',
  event: 'early-full',
  settle: settleAll,
})

/**
 * Repays part of the principal early. The rest is rescheduled, keeping either the end date or the
 * instalment amount.
 */
export const repayInPart = paymentBy<PaymentRequest & { readonly keep?: Keep }>({
  name: 'repay-in-part',
  kind: 'early-part',
  event: 'early-part',
  settle: (loan, payment, { keep }) => settlePart(loan, { ...payment, ...(keep && { keep }) }),
})

function paymentBy<Request extends PaymentRequest>(rule: PaymentRule<Request>) {
  return async (deps: Deps, act: Act, request: Request): Promise<PaymentAnswer> => {
    checkPayment(request)
    return perform(deps, act, {
      name: rule.name,
      body: request,
      load: (tx: Transaction) => lockLoan(tx, { customer: act.customer, loanNo: request.loanNo }),
      decide: (record, { today: businessDate }) =>
        settlePayment(record, { act, request, rule, businessDate, now: deps.now() }),
    })
  }
}

/** Far above any debt, and far below the range of the column. */
const AMOUNT_FEN_MAX = 10n ** 14n

export function checkPayment({ amount, cardId }: PaymentRequest): void {
  if (amount > AMOUNT_FEN_MAX) throw new Refused({ kind: 'amount-malformed' })
  checkNumber(cardId)
}

/** The payment, the change of the loan, and the refund of any excess. */
export function settlePayment<Request extends PaymentRequest>(
  record: LoanRecord,
  payment: {
    act: Act
    request: Request
    rule: PaymentRule<Request>
    businessDate: LocalDate
    now: Date
  },
): Decision<PaymentAnswer> {
  const { act, request, rule, businessDate, now } = payment
  const { amount, cardId, loanNo } = request
  const { customer, requestNo } = act
  const today = dayFor([record], businessDate)
  const { loan, allocations, overpaid } = orRefuse(
    rule.settle(record.loan, { amount, today }, request),
  )
  const change = {
    event: rule.event,
    before: record,
    after: applyStep(record, { loan, today }),
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
    writes: [...writes, ...(amount > 0n ? [paid] : []), ...owed],
    use,
  }
}
