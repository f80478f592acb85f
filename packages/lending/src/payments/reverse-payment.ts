import type { ReversalRequest, ReversedPayment } from '#requests.ts'
import { reversePayment as reversed } from '@qingzhou/domain/acts/past'
import { availableLimit } from '@qingzhou/domain/credit/limit'
import { isSettled, principalOutstanding } from '@qingzhou/domain/loans/loan'
import { add, greater, lesser, subtract, sum, ZERO, type Money } from '@qingzhou/domain/money/money'
import { type Act, type Books, type Decision, type Deps, perform } from '#act.ts'
import { dayFor, applyStep, writesFor } from '#change.ts'
import { refundsOf } from '#changes/change-terms.ts'
import type { Pasts } from '#changes/rate-cut-of.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { lockLoan } from '#loans/loan-store.ts'
import type { Transaction } from '@qingzhou/platform/database/database'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import { refundNoOfPast } from './book-past-payment.ts'
import { findReversible, insertReversal, lockRefund, updateRefund } from './payment-store.ts'
import { readAllPasts, rebuildable } from './rebuilt-loan.ts'

/**
 * Reverses a payment whose money was taken back. The loan is rebuilt from its other acts, and the
 * ledger changes by counter-entries. [R16]
 */
export async function reversePayment(
  deps: Deps,
  act: Act,
  request: ReversalRequest,
): Promise<ReversedPayment> {
  return perform(deps, act, {
    name: 'reverse-payment',
    body: request,
    load: (tx) => load(tx, act, request),
    decide: (loaded, books) => decideReversal(loaded, { act, request, books, now: deps.now() }),
  })
}

type LoadedPayment = {
  readonly before: LoanRecord
  /** Undefined if there is no such payment. */
  readonly amount: Money | undefined
  /** What was overpaid with it and is still to be sent back. */
  readonly unsent: readonly { readonly refundNo: string; readonly amount: Money }[]
  readonly pasts: Pasts
}

async function load(
  tx: Transaction,
  { customer }: Act,
  { loanNo, paymentNo }: ReversalRequest,
): Promise<LoadedPayment> {
  const before = await lockLoan(tx, { customer, loanNo })
  const amount = await findReversible(tx, { customer, loanNo, paymentNo })
  const pasts = await readAllPasts(tx, customer)
  const unsent = []
  for (const refundNo of [paymentNo, refundNoOfPast(paymentNo)]) {
    const refund = await lockRefund(tx, { customer, refundNo })
    const isUnsent = refund?.state === 'owed' && refund.loanNo === loanNo
    if (isUnsent) unsent.push({ refundNo, amount: refund.amount })
  }
  return { before, amount, unsent, pasts }
}

function decideReversal(
  { before, amount, unsent: refunds, pasts }: LoadedPayment,
  step: {
    readonly act: Act
    readonly request: ReversalRequest
    readonly books: Books
    readonly now: Date
  },
): Decision<ReversedPayment> {
  const { act, request, books, now } = step
  const { loanNo, paymentNo, reason } = request
  const { customer } = act
  if (amount === undefined) throw new Refused({ kind: 'payment-unknown' })
  const today = dayFor([before], books.today)
  const past = orRefuse(rebuildable(before, pasts))
  const unsent = sum(refunds.map((refund) => refund.amount))
  const { loan, overpaid } = orRefuse(reversed(past, { no: paymentNo, unsent, today }))
  const limitUsed = limitUsedAfter(before, { ...applyStep(before, { loan, today }), books })
  const after = { ...applyStep(before, { loan, today }), limitUsed }
  const change = { event: 'reversal', before, after, overpaid: subtract(overpaid, unsent) } as const
  const { writes, use } = writesFor([change], { act, today, now })
  return {
    answer: {
      loanNo,
      amount,
      overpaid,
      cancelledRefund: unsent,
      cancelledRefundNos: refunds.map(({ refundNo }) => refundNo),
      isSettled: isSettled(loan),
    },
    writes: [
      ...writes,
      insertReversal({ customer, loanNo, paymentNo, amount, reason, reversedOn: today }),
      ...refunds.map(({ refundNo }) => updateRefund({ customer, refundNo, state: 'cancelled' })),
      ...refundsOf(act, { overpaid, record: before, today }),
    ],
    use,
  }
}

/** Principal that is owed again uses the limit again, as far as it is free. */
function limitUsedAfter(
  before: LoanRecord,
  after: Pick<LoanRecord, 'loan' | 'limitUsed'> & { readonly books: Books },
): Money {
  const { loan, limitUsed, books } = after
  const owedAgain = greater(
    subtract(principalOutstanding(loan), principalOutstanding(before.loan)),
    ZERO,
  )
  const free = books.limit ? availableLimit(books.limit) : ZERO
  return add(limitUsed, lesser(owedAgain, free))
}
