import { isSettled, sumOfParts, isOpen } from '@qingzhou/domain/loans/loan'
import { displayYuan, ZERO, sum, type Money } from '@qingzhou/domain/money/money'
import { inside, type Transaction } from '#platform/database/database.ts'
import {
  findOffer,
  confirmTransfer,
  payWithWaiver,
  readLoans,
  receivePayment,
  repayInFull,
  repayInPart,
  repayThrough,
  type LoanRecord,
  type OfferRecord,
  type Act,
  type Deps,
  type PaymentAnswer,
  type PaymentRequest,
} from '#lending/index.ts'
import type { PlanOutline } from '@qingzhou/contract/features/repayment/bills'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { outlineOf } from '#features/repayment/read-bills.ts'
import { askSoon, saveDebitOutcome } from '#features/cards/index.ts'
import { smsOf, type Sms } from '#platform/sms/sms-templates.ts'
import {
  linesOf,
  lockOrder,
  mayBePaid,
  type Order,
  type OrderKey,
  type OrderLine,
} from './order-store.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { roundOf, enqueueDebit } from '#features/repayment/automatic/enqueue-debit.ts'
import { recordRefundDue } from '#features/repayment/refunds/send-refund.ts'
import { recordMovedTransfer } from '#platform/provider-records/bank-order-store.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { TransferAnswer } from '#providers/bank/port.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { endOrder } from './order-write-store.ts'
import { paymentNoOf } from './payment-number.ts'
import { reverseReportedOrder } from './reverse-order.ts'

/** The SMS for a booked payment: amount, settled loans, refund. */
async function paidMessage(
  tx: Transaction,
  paid: {
    readonly order: Order
    readonly lines: readonly OrderLine[]
    /** The loans after the payment. */
    readonly loans: readonly LoanRecord[]
    readonly tooMuch: Money
  },
): Promise<Sms> {
  const { order, lines, loans, tooMuch } = paid
  const { customer, offerNo } = order
  const settled = loans.filter(
    ({ loanNo, loan }) => isSettled(loan) && lines.some((line) => line.loanNo === loanNo),
  )
  const offered = offerNo === undefined ? undefined : await findOffer(tx, { customer, offerNo })
  const booked = { way: wayOf(order), amount: displayYuan(order.amount) }
  const end = {
    loans: String(settled.length),
    refund: displayYuan(tooMuch),
    isSettled: settled.length > 0,
    isRefunded: tooMuch > 0n,
  }
  if (offered) return offerUsed({ ...booked, waiver: waiverWords(offered) }, end)
  const early = order.kind === 'earlyPart' && !end.isSettled && tooMuch < order.amount
  const record = early ? loans.find(({ loanNo }) => loanNo === lines[0]?.loanNo) : undefined
  const outline = record && outlineOf(record, await readBusinessDate(tx))
  return outline ? partPaid(booked, outline, end) : plainlyPaid(booked, end)
}

/** The plan that an early repayment in part has left, in the figures that its quote had. */
function partPaid({ amount }: Booked, outline: PlanOutline, { refund, isRefunded }: End): Sms {
  const { count, months, monthsAtFirst, next } = outline
  const left = {
    way: '部分提前还款',
    amount,
    count: String(count),
    dueDate: next.dueDate,
    nextAmount: displayYuan(next.amount),
  }
  if (monthsAtFirst === undefined) {
    return isRefunded
      ? smsOf('repaid/part-refund', { ...left, refund })
      : smsOf('repaid/part', left)
  }
  const length = { months: String(months), monthsAtFirst: String(monthsAtFirst) }
  return isRefunded
    ? smsOf('repaid/shortened-refund', { ...left, ...length, refund })
    : smsOf('repaid/shortened', { ...left, ...length })
}

type Booked = { readonly way: string; readonly amount: string }
type End = {
  readonly loans: string
  readonly refund: string
  readonly isSettled: boolean
  readonly isRefunded: boolean
}

function plainlyPaid(booked: Booked, { loans, refund, isSettled: settles, isRefunded }: End): Sms {
  if (settles && isRefunded) return smsOf('repaid/settled-refund', { ...booked, loans, refund })
  if (settles) return smsOf('repaid/settled', { ...booked, loans })
  return isRefunded ? smsOf('repaid/refund', { ...booked, refund }) : smsOf('repaid', booked)
}

function offerUsed(
  booked: Booked & { readonly waiver: string },
  { loans, refund, isSettled: settles, isRefunded }: End,
): Sms {
  if (settles && isRefunded) {
    return smsOf('repaid/offer-settled-refund', { ...booked, loans, refund })
  }
  if (settles) return smsOf('repaid/offer-settled', { ...booked, loans })
  if (isRefunded) return smsOf('repaid/offer-refund', { ...booked, refund })
  return smsOf('repaid/offer', booked)
}

function wayOf({ actor, agreementNo }: Pick<Order, 'actor' | 'agreementNo'>): string {
  if (agreementNo !== undefined) return '支付应用自动还款'
  return actor === 'system' ? '自动扣款' : '还款'
}

function waiverWords({ taken }: OfferRecord): string {
  if (!taken) return '账单在付款期间有变化，减免方案未能使用，款项已按应还顺序入账。'
  return `按减免方案减免 ${displayYuan(sumOfParts(taken.waived))} 元。`
}

function failedMessage(order: Order, reason: string): Sms {
  const amount = displayYuan(order.amount)
  if (order.payBy !== 'card') return smsOf('repayment-failed/app', { amount, reason })
  return smsOf('repayment-failed', { way: wayOf(order), amount, reason })
}

type Settled = Extract<TransferAnswer, { state: 'done' | 'declined' }>
type Declined = Extract<Settled, { state: 'declined' }>

/**
 * Settles an order by the result of the bank or the app. Payments, ledger, loans, refunds, state
 * and SMS change once, in one transaction; in a second one if the money was taken back.
 */
export async function settleCollection(
  services: Services,
  key: OrderKey,
  answer: Settled,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const order = await lockOrder(tx, key)
    if (!order || !mayBePaid(order)) return
    if (answer.state === 'done') {
      await paid(tx, services, { order, movedOn: answer.on ?? services.today() })
    } else if (order.state === 'processing') {
      await failed(tx, services, { order, answer })
    }
  })
  const reversedOn = answer.state === 'done' ? answer.reversedOn : undefined
  if (reversedOn !== undefined) await reverseReportedOrder(services, key, reversedOn)
}

async function paid(
  tx: Transaction,
  services: Services,
  { order, movedOn }: { readonly order: Order; readonly movedOn: LocalDate },
): Promise<void> {
  const { customer, requestNo, orderNo, amount, cardId } = order
  if (cardId !== undefined) await saveDebitOutcome(tx, { customer, cardId })
  const provider = order.payBy === 'card' ? 'bank' : order.payBy
  await recordMovedTransfer(tx, customer, { orderNo, provider, kind: 'debit', amount, movedOn })
  const deps: Deps = { database: inside(tx), now: services.now }
  const lines = await linesOf(tx, order)
  const overpaid: Money[] = []
  for (const [index, line] of lines.entries()) {
    const paymentNo = paymentNoOf(order, index)
    const act = { customer, requestNo: paymentNo, actor: order.actor }
    const answer = await taken(tx, deps, { act, order, line })
    await confirmTransfer(
      deps,
      { ...act, requestNo: `${paymentNo}-bank` },
      { kind: 'collection', transferNo: paymentNo },
    )
    overpaid.push(answer.overpaid)
    if (answer.overpaid > 0n) await recordRefundDue(tx, services, { customer, refundNo: paymentNo })
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
async function taken(
  tx: Transaction,
  deps: Deps,
  { act, order, line }: { readonly act: Act; readonly order: Order; readonly line: OrderLine },
): Promise<PaymentAnswer> {
  const { loanNo, amount, through } = line
  const request = { loanNo, amount, cardId: order.cardId ?? order.payBy }
  if (through !== undefined) return repayThrough(deps, act, { ...request, through })
  await tx.query('SAVEPOINT early')
  try {
    return await special(deps, act, { order, request })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The rollback frees the payment number for this booking.
    await tx.query('ROLLBACK TO SAVEPOINT early')
    return receivePayment(deps, act, request)
  }
}

async function special(
  deps: Deps,
  act: Act,
  { order, request }: { readonly order: Order; readonly request: PaymentRequest },
): Promise<PaymentAnswer> {
  const { offerNo, quotedOn: orderedOn, keep } = order
  if (offerNo !== undefined) return payWithWaiver(deps, act, { ...request, offerNo, orderedOn })
  if (order.kind === 'earlyFull') return repayInFull(deps, act, request)
  return repayInPart(deps, act, { ...request, ...(keep && { keep }) })
}

async function failed(
  tx: Transaction,
  services: Services,
  { order, answer }: { readonly order: Order; readonly answer: Declined },
): Promise<void> {
  const { customer, requestNo, cardId, quotedOn: on } = order
  const { reason, refusal: kind = 'other' } = answer
  if (cardId !== undefined) await saveDebitOutcome(tx, { customer, cardId }, { kind, on })
  await endOrder(tx, order, { state: 'failed', settledAt: services.now(), reason })
  // Try the next card; the SMS is sent after all cards were declined.
  if (order.actor === 'system') {
    // It may have been ended in the app.
    const { agreementNo } = order
    if (agreementNo !== undefined) await askSoon(tx, services, { customer, agreementNo })
    return debitAgain(tx, services, order)
  }
  const sms = failedMessage(order, reason)
  await enqueueSms(tx, services, { customer, messageNo: `${requestNo}-failed`, sms })
}

async function debitAgain(tx: Transaction, services: Services, order: Order): Promise<void> {
  const { customer, quotedOn: date, requestNo } = order
  const round = roundOf(requestNo)
  for (const { loanNo } of await linesOf(tx, order)) {
    await enqueueDebit(tx, services, { customer, loanNo, date, round }, services.now())
  }
}
