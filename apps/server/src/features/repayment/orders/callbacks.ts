import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import { customerOfOrder } from '@qingzhou/providers/records/bank-order-store'
import type { Services } from '#services.ts'
import { findRefund } from '#features/repayment/refund-store.ts'
import { refundNoOf, sendRefund } from '#features/repayment/refunds/send-refund.ts'
import { collectionCallback } from './collect.ts'
import { findOrderByOrderNo } from './order-store.ts'
import { reverseReportedOrder } from './reverse-order.ts'

type Deps = Pick<
  Services,
  'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'isRecovering' | 'today'
>

type Notice = { readonly orderNo: string }

export async function handleDebitCallback(services: Deps, { orderNo }: Notice): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'debit' })
  if (customer !== undefined) await collectionCallback(services, { customer, orderNo })
}

/** Handles an app's callback in the same way; its orders have the same customer lookup. */
export async function handleAppPaymentCallback(services: Deps, notice: Notice): Promise<void> {
  await handleDebitCallback(services, notice)
}

/** Whether a notice names a payment of ours with the amount that was ordered. */
export async function isOwnPayment(
  { database }: Pick<Services, 'database'>,
  { orderNo, amount }: Notice & { readonly amount: Money },
): Promise<boolean> {
  const customer = await customerOfOrder(database, { orderNo, kind: 'debit' })
  const order = customer && (await findOrderByOrderNo(database, { customer, orderNo }))
  return order?.amount === amount && order.payBy !== 'card'
}

/** The amount of a debit or a refund of ours, for notices that name one. */
export async function transferAmount(
  { database }: Pick<Services, 'database'>,
  { orderNo }: Notice,
): Promise<Money | undefined> {
  const payer = await customerOfOrder(database, { orderNo, kind: 'debit' })
  if (payer !== undefined) {
    const order = await findOrderByOrderNo(database, { customer: payer, orderNo })
    return order?.payBy === 'card' ? order.amount : undefined
  }
  const customer = await customerOfOrder(database, { orderNo, kind: 'refund' })
  if (customer === undefined) return undefined
  return (await findRefund(database, { customer, refundNo: refundNoOf(orderNo) }))?.amount
}

export async function handleRefundCallback(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
  { orderNo }: Notice,
): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'refund' })
  if (customer === undefined) return
  await sendRefund(services, { customer, refundNo: refundNoOf(orderNo) })
}

/** Reverses the payments of an order of ours that a day file reports as taken back. */
export async function handleReversal(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log'>,
  { orderNo, amount, on }: Notice & { readonly amount: Money; readonly on: LocalDate },
): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'debit' })
  const order = customer && (await findOrderByOrderNo(services.database, { customer, orderNo }))
  if (order?.amount === amount) await reverseReportedOrder(services, order, on)
}
