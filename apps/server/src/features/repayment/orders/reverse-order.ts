import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { saveDebitOutcome } from '#features/cards/index.ts'
import { recordRefundStep } from '#features/repayment/refund-store.ts'
import { recordRefundDue } from '#features/repayment/refunds/send-refund.ts'
import {
  confirmTransfer,
  readLoans,
  reversePayment,
  type ReversalReason,
} from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { recordMovedTransfer } from '@qingzhou/providers/records/bank-order-store'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { listOrderLines, lockOrder, type OrderKey } from './order-store.ts'
import { markReversed } from './order-write-store.ts'
import { paymentNoOf } from './payment-number.ts'

/** The money of an order that was taken back: when, why, and who has reported or ordered it. */
export type TakenBack = {
  readonly movedOn: LocalDate
  readonly reason: ReversalReason
  readonly actor: string
}

/** The number of the transfer that took the money of an order back. */
export function reversalNoOf(orderNo: string): string {
  return `${orderNo}-reversed`
}

/**
 * Reverses the payments of an order whose money was taken back. One that cannot be reversed stays
 * as it is: the comparison with the day file shows the difference.
 */
export async function reverseReportedOrder(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log'>,
  key: OrderKey,
  movedOn: LocalDate,
): Promise<void> {
  try {
    await services.database.inTransaction((tx) =>
      reverseOrder(tx, services, { key, movedOn, reason: 'bounced', actor: 'system' }),
    )
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    services.log.error('payment.not-reversed', { reason: error.refusal.kind })
  }
}

type Deps = Pick<Services, 'now' | 'tasks' | 'vault'>

/**
 * Loans, ledger, limit, refunds, state and SMS change once, in one transaction. Returns false if the
 * order is not paid.
 */
export async function reverseOrder(
  tx: Transaction,
  services: Deps,
  { key, ...taken }: TakenBack & { readonly key: OrderKey },
): Promise<boolean> {
  const order = await lockOrder(tx, key)
  if (order?.state !== 'paid' && order?.state !== 'partly') return false
  const { customer, requestNo, orderNo, amount, cardId, payBy } = order
  const { reason, actor } = taken
  const lines = await listOrderLines(tx, order)
  for (const [index, line] of lines.entries()) {
    const paymentNo = paymentNoOf(order, index)
    const reversal = { loanNo: line.loanNo, paymentNo, requestNo: `${paymentNo}-reversed` }
    await takePaymentBack(tx, services, { customer, reason, actor, ...reversal })
  }
  await recordMovedTransfer(tx, customer, {
    orderNo: reversalNoOf(orderNo),
    provider: payBy === 'card' ? 'bank' : payBy,
    kind: 'reversal',
    amount,
    movedOn: taken.movedOn,
  })
  await markReversed(tx, order)
  const today = await readBusinessDate(tx)
  if (cardId !== undefined) {
    await saveDebitOutcome(tx, { customer, cardId }, { kind: 'other', on: today })
  }
  const loans = await readLoans(tx, customer)
  const owed = loans.filter(({ loanNo }) => lines.some((line) => line.loanNo === loanNo))
  const sms = smsOf('repayment-reversed', {
    date: order.quotedOn,
    amount: displayYuan(amount),
    due: displayYuan(sum(owed.map(({ loan }) => dueOn(today, loan)))),
  })
  await enqueueSms(tx, services, { customer, messageNo: `${requestNo}-reversed`, sms })
  return true
}

/**
 * Takes one payment off its loan: loan, ledger, limit and refunds, in the caller's transaction. The
 * caller says what becomes of the money.
 */
export async function takePaymentBack(
  tx: Transaction,
  services: Pick<Services, 'now' | 'tasks'>,
  payment: {
    readonly customer: CustomerNo
    readonly loanNo: string
    readonly paymentNo: string
    readonly reason: ReversalReason
    readonly actor: string
    readonly requestNo: string
  },
): Promise<void> {
  const { customer, loanNo, paymentNo, reason, actor, requestNo } = payment
  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo, actor }
  const answer = await reversePayment(deps, act, { loanNo, paymentNo, reason })
  await confirmTransfer(
    deps,
    { ...act, requestNo: `${requestNo}-bank` },
    { kind: 'reversal', transferNo: paymentNo },
  )
  const step = { state: 'cancelled', at: services.now() } as const
  for (const refundNo of answer.cancelledRefundNos) {
    await recordRefundStep(tx, { customer, refundNo }, step)
  }
  if (answer.overpaid > 0n) await recordRefundDue(tx, services, { customer, refundNo: requestNo })
}
