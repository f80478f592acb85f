import type { SignedInCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { TransferAnswer } from '@qingzhou/providers/bank/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { closeInApp, enqueueCollection, isOnPage } from './collect.ts'
import { findOrder, lockOrder, mayBePaid, type Order, type OrderState } from './order-store.ts'
import { endOrder } from './order-write-store.ts'
import { settleCollection } from './settle-collection.ts'

const REASON = '您已取消这笔还款'

/**
 * Gives up an order that took no money. A page in an app is closed there first; if it was paid
 * meanwhile, the payment is booked. A page that was never opened is not known to the app and cannot be
 * closed: the loans are released, and the app is asked until the page has expired. An order at the bank
 * cannot be given up. A repeated call returns the state.
 */
export async function cancelRepayment(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'isRecovering' | 'today'
  >,
  { session: { customer } }: SignedInCaller,
  { requestNo }: { readonly requestNo: string },
): Promise<{ state: OrderState }> {
  const key = { customer, requestNo }
  const order = await findOrder(services.database, key)
  // Return the same error for another customer's order as for a missing one.
  if (!order) throw new Refused({ kind: 'payment-unknown' })
  if (order.state === 'processing') {
    if (!isOnPage(order)) throw new Refused({ kind: 'payment-at-bank' })
    const answer = await closeOrRefuse(services, order)
    if (answer.state === 'processing') throw new Refused({ kind: 'payment-in-app' })
    if (answer.state === 'done') await settleCollection(services, key, answer)
  }
  return services.database.inTransaction(async (tx) => {
    const locked = await lockOrder(tx, key)
    if (!locked) throw new Refused({ kind: 'payment-unknown' })
    const isOpen = locked.state === 'confirming' || locked.state === 'processing'
    // It was confirmed on another phone meanwhile, and may be at the bank or in the app.
    if (!isOpen || locked.state !== order.state) return { state: locked.state }
    await endOrder(tx, key, { state: 'closed', settledAt: services.now(), reason: REASON })
    if (mayBePaid({ ...locked, state: 'closed' })) await enqueueCollection(tx, services, key)
    return { state: 'closed' as const }
  })
}

/** Without an answer nothing is given up. */
export async function closeOrRefuse(
  services: Pick<Services, 'database' | 'providers' | 'log'>,
  order: Order,
): Promise<TransferAnswer> {
  try {
    return await closeInApp(services, order)
  } catch (cause) {
    services.log.warn('app.payment-not-closed', { reason: faultIn(cause) })
    throw new Refused({ kind: 'outside-unavailable' })
  }
}
