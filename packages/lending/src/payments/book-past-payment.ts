import type { PastPayment, PastPaymentAnswer } from '#requests.ts'
import {
  bookPastPayment as booked,
  type BookedPast,
  type PaymentAct,
} from '@qingzhou/domain/acts/past'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { add, type Money, ZERO } from '@qingzhou/domain/money/money'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import { type Act, type Books, type Decision, type Deps, perform } from '#act.ts'
import { dayFor, applyStep, writesFor } from '#change.ts'
import type { Pasts } from '#changes/rate-cut-of.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { Refused } from '@qingzhou/platform/refused'
import { insertPayment, insertRefund, type PaymentKind } from './payment-store.ts'
import { checkPayment, receivedNow, settlePayment } from './payments.ts'
import { readAllPasts, rebuildable } from './rebuilt-loan.ts'

const kinds = {
  pay: 'due',
  'pay-through': 'due',
  settle: 'early-full',
  'repay-part': 'early-part',
} as const satisfies Record<PaymentAct['do'], PaymentKind>

/** Money that came to the lender's own account has no card. What is too much goes to a bound one. */
export const BY_TRANSFER = 'transfer'

/** The number of what a payment booked late leaves over. */
export function refundNoOfPast(requestNo: string): string {
  return `${requestNo}-back`
}

/** The refunds that a payment booked late has left. */
export function refundNosOfPast(
  requestNo: string,
  { overpaid, sentBack, isInPast }: PastPaymentAnswer,
): readonly string[] {
  if (!isInPast) return overpaid > 0n ? [requestNo] : []
  return [
    ...(sentBack > 0n ? [requestNo] : []),
    ...(overpaid > sentBack ? [refundNoOfPast(requestNo)] : []),
  ]
}

/**
 * Books money that came in on a day that has passed, as if it had been booked then. A loan that
 * cannot be rebuilt takes it today. [R17]
 */
export async function bookPastPayment(
  deps: Deps,
  act: Act,
  request: PastPayment,
): Promise<PastPaymentAnswer> {
  const { loanNo, cardId } = request
  checkPayment({ loanNo, cardId, amount: request.act.amount })
  return perform(deps, act, {
    name: 'book-past-payment',
    body: request,
    load: async (tx) => ({
      before: await lockLoan(tx, { customer: act.customer, loanNo }),
      pasts: await readAllPasts(tx, act.customer),
    }),
    decide: (loaded, books) => decideBooking(loaded, { act, request, books, now: deps.now() }),
  })
}

type Step = {
  readonly act: Act
  readonly request: PastPayment
  readonly books: Pick<Books, 'today'>
  readonly now: Date
}

function decideBooking(
  { before, pasts }: { readonly before: LoanRecord; readonly pasts: Pasts },
  step: Step,
): Decision<PastPaymentAnswer> {
  const { act, request, books, now } = step
  const { loanNo, cardId } = request
  const { on, amount } = request.act
  const today = dayFor([before], books.today)
  if (amount <= ZERO) throw new Refused({ kind: 'amount-not-positive' })
  if (on > today || on < before.loan.start) throw new Refused({ kind: 'date-malformed' })
  const past = rebuildable(before, pasts)
  const outcome = past.ok ? booked(past.value, { ...request, no: act.requestNo, today }) : past
  if (outcome.ok) return bookedThen(outcome.value, { ...step, before, today })
  const payment = { request: { loanNo, cardId, amount }, rule: receivedNow, act, now }
  const decision = settlePayment(before, { ...payment, businessDate: books.today })
  const { overpaid: sentBack } = decision.answer
  return { ...decision, answer: { ...decision.answer, sentBack, isInPast: false } }
}

function bookedThen(
  { loan, allocations, overpaid: rest, sentBack, act: done }: BookedPast,
  step: Step & { readonly before: LoanRecord; readonly today: LocalDate },
): Decision<PastPaymentAnswer> {
  const { act, request, before, today, now } = step
  const { customer, requestNo } = act
  const { loanNo, cardId } = request
  const after = applyStep(before, { loan, today })
  const overpaid = add(rest, sentBack)
  const change = { event: 'payment', before, after, overpaid } as const
  const { writes, use } = writesFor([change], { act, today, now })
  const refundFor = (amount: Money, refundNo: string) => {
    const refund = refundOf({ overpaid: amount, fromCard: cardId })
    return refund ? [insertRefund({ customer, refundNo, loanNo, refund, since: today })] : []
  }
  const payment = insertPayment({
    customer,
    paymentNo: requestNo,
    loanNo,
    kind: kinds[done.do],
    amount: request.act.amount,
    overpaid: sentBack,
    paidOn: request.act.on,
    cardId,
    receivedAt: now,
    allocations,
  })
  return {
    answer: { loanNo, allocations, overpaid, sentBack, isSettled: isSettled(loan), isInPast: true },
    writes: [
      ...writes,
      payment,
      ...refundFor(sentBack, requestNo),
      // The rest is not only of this payment, so it has a number of its own.
      ...refundFor(rest, refundNoOfPast(requestNo)),
    ],
    use,
  }
}
