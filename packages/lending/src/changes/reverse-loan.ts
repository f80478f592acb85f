import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Parts } from '@qingzhou/domain/loans/loan'
import {
  checkReversal,
  type DrawnLoan,
  reverseLoan as reversed,
} from '@qingzhou/domain/mall/reversal'
import { type Money, sum } from '@qingzhou/domain/money/money'
import { refundOf } from '@qingzhou/domain/repayment/refund'
import { type Act, type Decision, type Deps, perform } from '#act.ts'
import { dayFor, applyStep, writesFor } from '#change.ts'
import { readWaivedAmounts } from '#ledger/index.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
import { updateLoan } from '#loans/loan-store.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { insertRefund, type PaidBy, readPaidBy } from '#payments/payment-store.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { orRefuse } from '@qingzhou/platform/refused'

type LockedDrawn = {
  readonly record: LoanRecord
  readonly drawn: DrawnLoan
  readonly paidBy: readonly PaidBy[]
}

/**
 * Locks a loan and reads its payers. A payment without a card means that another loan replaced this
 * one.
 */
async function lockDrawn(
  tx: Transaction,
  key: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<LockedDrawn> {
  const record = await lockLoan(tx, key)
  const paidBy = await readPaidBy(tx, key)
  const isElsewhere =
    record.consolidatedInto !== undefined || paidBy.some(({ cardId }) => cardId === undefined)
  return { record, paidBy, drawn: { ...record, isElsewhere } }
}

export type ReversedLoan = {
  readonly loanNo: string
  /** The amount that the mall returns: the whole drawn amount. */
  readonly amount: Money
  /** What the borrower had paid, refunded to each card. */
  readonly refunds: readonly { readonly refundNo: string; readonly amount: Money }[]
}

type LoadedLoan = LockedDrawn & { readonly waivedAmounts: Parts }

/**
 * Reverses a loan whose goods were returned: the mall returns the amount, all charges are
 * cancelled, and the borrower's payments become refundable. The caller has made sure that no
 * payment for the loan is in progress.
 */
export async function reverseLoan(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string },
): Promise<ReversedLoan> {
  return perform(deps, act, {
    name: 'reverse-loan',
    body: request,
    load: (tx) => load(tx, act, request),
    decide: (loaded, books) => {
      const today = dayFor([loaded.record], books.today)
      return undone(loaded, { act, today, now: deps.now() })
    },
  })
}

async function load(
  tx: Transaction,
  { customer }: Act,
  { loanNo }: { readonly loanNo: string },
): Promise<LoadedLoan> {
  const locked = await lockDrawn(tx, { customer, loanNo })
  return { ...locked, waivedAmounts: await readWaivedAmounts(tx, { customer, loanNo }) }
}

function undone(
  { record: before, drawn, paidBy, waivedAmounts }: LoadedLoan,
  step: { readonly act: Act; readonly today: LocalDate; readonly now: Date },
): Decision<ReversedLoan> {
  const { act, today } = step
  const { loanNo } = before
  const { customer, requestNo } = act
  const { loan, paidBack } = orRefuse(reversed(drawn))
  assert(paidBack === sum(paidBy.map(({ amount }) => amount)), 'what is owed back was paid')

  const after = {
    ...applyStep(before, { loan, today }),
    reversedOn: today,
    returnAskedOn: before.returnAskedOn ?? today,
  }
  const change = { event: 'return', before, after, overpaid: paidBack, waivedAmounts } as const
  const { writes, use } = writesFor([change], step)
  const refunds = paidBy.flatMap(({ cardId = '', amount }, index) => {
    const refund = refundOf({ overpaid: amount, fromCard: cardId })
    return refund ? [{ refundNo: `${requestNo}-${index + 1}`, refund }] : []
  })
  const owed = refunds.map((one) => insertRefund({ customer, loanNo, since: today, ...one }))
  return {
    answer: {
      loanNo,
      amount: loan.amount,
      refunds: refunds.map(({ refundNo, refund }) => ({ refundNo, amount: refund.amount })),
    },
    writes: [...writes, ...owed],
    use,
  }
}

/**
 * Records that the goods of a loan are being returned, or that the return was called off. While a
 * return is open the loan cannot be consolidated or converted, so that it can still be reversed.
 */
export async function recordReturn(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly event: 'asked' | 'called-off' },
): Promise<{ loanNo: string }> {
  const { customer } = act
  const { loanNo, event } = request
  return perform(deps, act, {
    name: 'note-return',
    body: request,
    load: (tx) => lockDrawn(tx, { customer, loanNo }),
    decide: ({ record, drawn }, { today }) => {
      orRefuse(checkReversal(drawn))
      const returnAskedOn = event === 'asked' ? today : undefined
      const after = { ...record, returnAskedOn }
      return { answer: { loanNo }, writes: [updateLoan({ customer, record: after })] }
    },
  })
}
