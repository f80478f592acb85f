import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import { sum } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { customerOfOrder, insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import { Refused } from '@qingzhou/platform/refused'
import { lockOrder, type Order } from '#features/repayment/orders/order-store.ts'
import { insertOrder, markMoved } from '#features/repayment/orders/order-write-store.ts'
import { bookPaid, type CollectionServices } from '#features/repayment/orders/settle-collection.ts'
import type { NotedDebit } from './notes.ts'
import { assignBookingDay } from './taken-on.ts'

/**
 * Books an order whose money a provider has moved and which is unknown here, or counts as failed or
 * given up: as if the answer had come in time.
 */
export async function rebuildOrder(
  tx: Transaction,
  services: CollectionServices,
  lost: { readonly customer: CustomerNo; readonly noted: NotedDebit; readonly amount: Money },
  booking: { readonly paidOn: LocalDate; readonly actor: string },
): Promise<void> {
  const { customer, noted, amount } = lost
  const { paidOn, actor } = booking
  const { requestNo, orderNo, lines } = noted
  const orderedAt = new Date(noted.orderedAt)
  if (sum(lines.map((line) => line.amount)) !== amount) throw notMatchable()
  const key = { customer, requestNo }
  const known = await lockOrder(tx, key)
  if (known) requireLost(known, noted)
  else await insertOrder(tx, newOrderOf(lost, orderedAt))
  if ((await customerOfOrder(tx, { orderNo, kind: 'debit' })) === undefined) {
    await insertBankOrder(tx, { orderNo, kind: 'debit', customer, orderedAt })
  }
  await markMoved(tx, key, orderedAt)
  const order = await lockOrder(tx, key)
  if (order?.state !== 'processing') throw notMatchable()
  await bookPaid(tx, services, { order, movedOn: paidOn, actor, take: assignBookingDay(paidOn) })
}

function notMatchable(): Refused {
  return new Refused({ kind: 'difference-not-matchable' })
}

/** One in progress is asked for by its worker. Its number may be another order's after a restore. */
function requireLost({ orderNo, state }: Order, noted: NotedDebit): void {
  if (orderNo !== noted.orderNo) throw new Refused({ kind: 'number-taken' })
  if (state === 'processing') throw new Refused({ kind: 'payment-running' })
  if (state === 'paid' || state === 'partly') throw new Refused({ kind: 'payment-booked' })
}

function newOrderOf(
  { customer, noted, amount }: Parameters<typeof rebuildOrder>[2],
  placedAt: Date,
) {
  const { orderedAt: _, ...order } = noted
  // Repeated, the request is refused: what it was is not known any more.
  const fingerprint = Buffer.alloc(0)
  return { ...order, customer, amount, fingerprint, quoteId: undefined, placedAt }
}
