import { matchesDebt } from '@qingzhou/lending/index'
import { insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { debitNote } from '#features/repayment/lost-orders/notes.ts'
import { requireCardLimits } from './card-limits.ts'
import { enqueueCollection } from './collect.ts'
import { listOrderLines, type Order } from './order-store.ts'
import { endOrder, startCollecting } from './order-write-store.ts'

const OUTDATED = '应还金额有变化，请重新试算后再还'

/**
 * Starts an order: commits the intent under its final number before any provider is called. Refuses
 * while a payment for one of its loans is in progress, and above the limits of the card. Closes the
 * order and returns false if its amount is no longer owed.
 */
export async function startOrder(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  order: Omit<Order, 'fingerprint' | 'state' | 'placedAt' | 'confirmedAt' | 'orderedAt' | 'reason'>,
): Promise<boolean> {
  const now = services.now()
  if (!(await startCollecting(tx, order, now))) throw new Refused({ kind: 'payment-running' })
  if (!(await matchesDebt(tx, order))) {
    await endOrder(tx, order, { state: 'closed', settledAt: now, reason: OUTDATED })
    return false
  }
  await requireCardLimits(tx, order)
  const { orderNo, customer } = order
  const note = debitNote(services, {
    order,
    lines: await listOrderLines(tx, order),
    orderedAt: now,
  })
  await insertBankOrder(tx, { orderNo, kind: 'debit', customer, orderedAt: now, note })
  await enqueueCollection(tx, services, order)
  return true
}
