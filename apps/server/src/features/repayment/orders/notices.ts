import { customerOfOrder } from '#platform/bank-order-store.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Services } from '#platform/services.ts'
import { refundNoOf, sendRefund } from '#features/repayment/refunds/send-refund.ts'
import { askCollection } from './collect.ts'
import { findOrderOf } from './order-store.ts'
import { settleCollection } from './settle-collection.ts'

type Notice = { readonly orderNo: string }

/**
 * The bank says that something became of an order. What, it is asked: notices come late, twice and
 * out of order, and the answer to a question of our own does not.
 */
export async function debitNotice(services: Services, { orderNo }: Notice): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'debit' })
  if (customer !== undefined) await settleIfKnown(services, { customer, orderNo })
}

/** The same of a payment in an app; its orders have a customer in the same place. */
export async function appPaymentNotice(services: Services, notice: Notice): Promise<void> {
  await debitNotice(services, notice)
}

export async function refundNotice(services: Services, { orderNo }: Notice): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'refund' })
  if (customer === undefined) return
  await sendRefund(services, { customer, refundNo: refundNoOf(orderNo) })
}

async function settleIfKnown(
  services: Services,
  named: { readonly customer: CustomerNo; readonly orderNo: string },
): Promise<void> {
  const order = await findOrderOf(services.database, named)
  if (order?.state !== 'processing') return
  const answer = await askCollection(services, order)
  if (answer.state !== 'done' && answer.state !== 'declined') return
  await settleCollection(services, order, answer)
}
