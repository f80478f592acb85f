import { unreachable } from '@qingzhou/domain/assert'
import { isOpen } from '@qingzhou/domain/loans/loan'
import { ZERO, sum, type Money } from '@qingzhou/domain/money/money'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import {
  confirmTransfer,
  payWithWaiver,
  readLoans,
  receivePayment,
  repayInFull,
  repayInPart,
  repayThrough,
  type Act,
  type Deps,
  type OrderLine,
  type PaymentAnswer,
  type PaymentRequest,
} from '@qingzhou/lending/index'
import { assignBookingDay } from '#features/repayment/lost-orders/taken-on.ts'
import { failedMessage, paidMessage } from '#features/repayment/messages/order-messages.ts'
import type { FinalAnswer } from '#features/order-watch/index.ts'
import { enqueueAgreementPoll, saveDebitOutcome } from '#features/cards/index.ts'
import { listOrderLines, lockOrder, mayBePaid, type Order, type OrderKey } from './order-store.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { roundOf, enqueueDebit } from '#features/repayment/automatic/enqueue-debit.ts'
import { recordRefundDue } from '#features/repayment/refunds/send-refund.ts'
import { recordMovedTransfer } from '@qingzhou/providers/records/bank-order-store'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { endOrder } from './order-write-store.ts'
import { paymentNoOf } from './payment-number.ts'
import { reverseReportedOrder } from './reverse-order.ts'

type DeclinedAnswer = Extract<FinalAnswer, { state: 'declined' }>

/**
 * Settles an order by the result of the bank or the app. Payments, ledger, loans, refunds, state
 * and SMS change once, in one transaction; in a second one if the money was taken back.
 */
export async function settleCollection(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'log' | 'isRecovering' | 'today'
  >,
  key: OrderKey,
  answer: FinalAnswer,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order || !mayBePaid(order)) return
    if (answer.state === 'done') {
      const movedOn = answer.on ?? services.today()
      const take = services.isRecovering ? assignBookingDay(movedOn) : takenNow
      await bookPaid(tx, services, { order, movedOn, actor: order.actor, take })
    } else if (order.state === 'processing') {
      await bookFailed(tx, services, { order, answer })
    }
  })
  const reversedOn = answer.state === 'done' ? answer.reversedOn : undefined
  if (reversedOn !== undefined) await reverseReportedOrder(services, key, reversedOn)
}

/** What a line of an order has paid, and the refunds that it left. */
export type TakenLine = Pick<PaymentAnswer, 'overpaid'> & { readonly refundNos: readonly string[] }

/** Books a line of a paid order under the number of the act. */
export type TakeLine = (
  tx: Transaction,
  deps: Deps,
  paying: { readonly act: Act; readonly order: Order; readonly line: OrderLine },
) => Promise<TakenLine>

export type CollectionServices = Pick<Services, 'now' | 'today' | 'tasks' | 'vault'>

/** Books a paid order: its lines as `take` says, all else in one way. */
export async function bookPaid(
  tx: Transaction,
  services: CollectionServices,
  paid: {
    readonly order: Order
    readonly movedOn: LocalDate
    readonly actor: string
    readonly take: TakeLine
  },
): Promise<void> {
  const { order, movedOn, actor, take } = paid
  const { customer, requestNo, orderNo, amount, cardId } = order
  if (cardId !== undefined) await saveDebitOutcome(tx, { customer, cardId })
  const provider = order.payBy === 'card' ? 'bank' : order.payBy
  await recordMovedTransfer(tx, customer, { orderNo, provider, kind: 'debit', amount, movedOn })
  const deps: Deps = { database: inside(tx), now: services.now }
  const lines = await listOrderLines(tx, order)
  const overpaid: Money[] = []
  for (const [index, line] of lines.entries()) {
    const paymentNo = paymentNoOf(order, index)
    const act = { customer, requestNo: paymentNo, actor }
    const answer = await take(tx, deps, { act, order, line })
    await confirmTransfer(
      deps,
      { ...act, requestNo: `${paymentNo}-bank` },
      { kind: 'collection', transferNo: paymentNo },
    )
    overpaid.push(answer.overpaid)
    for (const refundNo of answer.refundNos) {
      await recordRefundDue(tx, services, { customer, refundNo })
    }
  }
  const tooMuch = sum(overpaid)
  const state = tooMuch > ZERO ? 'partly' : 'paid'
  await endOrder(tx, order, { state, settledAt: services.now() })
  const loans = await readLoans(tx, customer)
  const sms = await paidMessage(tx, { order, lines, loans, tooMuch })
  await enqueueSms(tx, services, { customer, messageNo: `${requestNo}-paid`, sms })
  // A card's limit may allow a part only: the rest is debited next.
  const [line] = lines
  const paidLoan = loans.find(({ loanNo }) => loanNo === line?.loanNo)?.loan
  const isPart = paidLoan?.instalments.some((row) => row.dueDate <= order.quotedOn && isOpen(row))
  if (order.actor === 'system' && isPart) await debitAgain(tx, services, order)
}

/**
 * Money received is always booked. An early repayment that arrives after its business date pays
 * what is due, and the rest is refunded. A waiver counts for the day it was ordered, so it falls
 * back only when the debt has changed meanwhile.
 */
const takenNow: TakeLine = async (tx, deps, paying) => {
  const { overpaid } = await bookLine(tx, deps, paying)
  return { overpaid, refundNos: overpaid > 0n ? [paying.act.requestNo] : [] }
}

async function bookLine(
  tx: Transaction,
  deps: Deps,
  { act, order, line }: { readonly act: Act; readonly order: Order; readonly line: OrderLine },
): Promise<PaymentAnswer> {
  const { loanNo, amount, through } = line
  const request = { loanNo, amount, cardId: order.cardId ?? order.payBy }
  if (through !== undefined) return repayThrough(deps, act, { ...request, through })
  await tx.query('SAVEPOINT early')
  try {
    return await bookEarlyOrWaiver(deps, act, { order, request })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The rollback frees the payment number for this booking.
    await tx.query('ROLLBACK TO SAVEPOINT early')
    return receivePayment(deps, act, request)
  }
}

async function bookEarlyOrWaiver(
  deps: Deps,
  act: Act,
  { order, request }: { readonly order: Order; readonly request: PaymentRequest },
): Promise<PaymentAnswer> {
  const { aim, quotedOn: orderedOn } = order
  switch (aim.kind) {
    case 'waiver':
      return payWithWaiver(deps, act, { ...request, offerNo: aim.offerNo, orderedOn })
    case 'earlyFull':
      return repayInFull(deps, act, request)
    case 'earlyPart':
      return repayInPart(deps, act, { ...request, ...(aim.keep && { keep: aim.keep }) })
    case 'due':
      throw new Error(`order ${order.requestNo}: a line of a due bill has no last instalment`)
    default:
      return unreachable(aim)
  }
}

async function bookFailed(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now' | 'today'>,
  { order, answer }: { readonly order: Order; readonly answer: DeclinedAnswer },
): Promise<void> {
  const { customer, requestNo, cardId, quotedOn: on } = order
  const { reason, refusal: kind = 'other' } = answer
  if (cardId !== undefined) await saveDebitOutcome(tx, { customer, cardId }, { kind, on })
  await endOrder(tx, order, { state: 'failed', settledAt: services.now(), reason })
  // Try the next card; the SMS is sent after all cards were declined.
  if (order.actor === 'system') {
    // It may have been ended in the app.
    const { agreementNo } = order
    if (agreementNo !== undefined)
      await enqueueAgreementPoll(tx, services, { customer, agreementNo })
    return debitAgain(tx, services, order)
  }
  const sms = failedMessage(order, reason)
  await enqueueSms(tx, services, { customer, messageNo: `${requestNo}-failed`, sms })
}

async function debitAgain(
  tx: Transaction,
  services: CollectionServices,
  order: Order,
): Promise<void> {
  const { customer, quotedOn: date, requestNo } = order
  const round = roundOf(requestNo)
  for (const { loanNo } of await listOrderLines(tx, order)) {
    await enqueueDebit(tx, services, { customer, loanNo, date, round }, services.now())
  }
}
