import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { ZERO, sum } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { findCard, readCards } from '#features/cards/index.ts'
import { readLoans, type LoanRecord, type OrderLine } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { PlanOutline } from '@qingzhou/contract/features/repayment/bills'
import { outlineOf } from '#features/repayment/read-bills.ts'
import { findRefundByPayment } from '#features/repayment/payment-store.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import {
  findOpenOrder,
  findOrder,
  findOrderUnderWay,
  listOrderLines,
  type Order,
} from './order-store.ts'
import { paymentNoOf } from './payment-number.ts'
import type { OrderUnderWay } from '@qingzhou/contract/features/repayment/payment-orders'
import type { Card } from '#features/cards/index.ts'
import { canReopen } from './app-order.ts'
import { isOnPage } from './collect.ts'
import { needsCode } from './place-repayment.ts'

/** The state of an order. */
export async function repaymentResult(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
  { requestNo }: { readonly requestNo: string },
): Promise<Output<(typeof repaymentShapes)['result']>> {
  const { database } = services
  const order = await findOrder(database, { customer, requestNo })
  if (!order) throw new Refused({ kind: 'payment-unknown' })
  const { state, amount, payBy, reason, cardId } = order
  const isPaid = state === 'paid' || state === 'partly'
  const lines = await listOrderLines(database, order)
  const loans = isPaid ? await readLoans(database, customer) : []
  const settled = loans.filter(
    ({ loanNo, loan }) => isSettled(loan) && lines.some((line) => line.loanNo === loanNo),
  )
  const refunds = await Promise.all(
    lines.map((_, index) =>
      findRefundByPayment(database, { customer, paymentNo: paymentNoOf(order, index) }),
    ),
  )
  const card =
    cardId === undefined ? undefined : await findCard(database, services, { customer, cardId })
  const open = await openOf(services, order, lines)
  const cards = open ? await readCards(database, services, customer) : []
  return {
    requestNo,
    kind: order.aim.kind === 'waiver' ? 'waiver' : undefined,
    state,
    amount,
    payBy,
    reason,
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    settledLoanNos: settled.map(({ loanNo }) => loanNo),
    outline: await outlineAfter(database, { order, loans, lines }),
    paymentNo: isPaid && lines.length === 1 ? paymentNoOf(order, 0) : undefined,
    overpaid: sum(refunds.map((refund) => refund?.amount ?? ZERO)),
    refundNo: refunds.find((refund) => refund !== undefined)?.refundNo,
    underWay: open && (await orderUnderWay(services, open, cards)),
  }
}

/** The plan of the loan that was repaid early in part, from its booked instalments. */
async function outlineAfter(
  db: Queryable,
  paid: {
    readonly order: Order
    readonly loans: readonly LoanRecord[]
    readonly lines: readonly OrderLine[]
  },
): Promise<PlanOutline | undefined> {
  const [line] = paid.lines
  const record = paid.loans.find(({ loanNo }) => loanNo === line?.loanNo)
  if (paid.order.aim.kind !== 'earlyPart' || !record) return undefined
  return outlineOf(record, await readBusinessDate(db))
}

/** An unsettled order itself, or the one in progress for the same loans that it would meet. */
async function openOf(
  { database }: Pick<Services, 'database'>,
  order: Order,
  lines: readonly OrderLine[],
): Promise<Order | undefined> {
  if (order.state === 'processing') return order
  if (order.state !== 'confirming') return undefined
  const { customer, quoteId = '' } = order
  const loanNos = lines.map(({ loanNo }) => loanNo)
  const met = await findOrderUnderWay(database, { customer, loanNos, quoteId })
  return met?.state === 'processing' ? met : order
}

/** The order in progress that the repay home shows. */
export async function openOrder(db: Queryable, customer: CustomerNo) {
  const order = await findOpenOrder(db, customer)
  return order && { requestNo: order.requestNo, state: order.state, amount: order.amount }
}

/** An unsettled order, and what the borrower can do about it. */
export async function orderUnderWay(
  services: Pick<Services, 'database' | 'now'>,
  order: Order,
  cards: readonly Card[],
): Promise<OrderUnderWay> {
  const { requestNo, amount, payBy, actor, cardId } = order
  const card = cards.find((one) => one.cardId === cardId)
  const isConfirming = order.state === 'confirming'
  const isInApp = isOnPage(order)
  return {
    requestNo,
    state: isConfirming ? 'confirming' : 'processing',
    amount,
    payBy,
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    needsCode: await needsCode(services, order),
    isAutomatic: actor === 'system',
    canGoOn: isConfirming || (isInApp && canReopen(services, order)),
    canGiveUp: isConfirming || isInApp,
  }
}
