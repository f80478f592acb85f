import { askBack } from '@qingzhou/domain/mall/purchase'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { followSoon } from './follow-purchase.ts'
import { lockMallOrder, savePurchase, type OrderKey } from './mall-order-store.ts'
import { noteReturning } from './settle-state.ts'

/** Gives something back to the mall. The wish is kept here and told afterwards; asked twice, it is one. */
export async function giveBack(services: Services, key: OrderKey): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const order = await lockMallOrder(tx, key)
    // Another customer's order is as unknown as one that never was.
    if (!order) throw new Refused({ kind: 'mall-order-unknown' })
    const purchase = orRefuse(askBack(order.purchase, await readBusinessDate(tx)))
    if (purchase === order.purchase) return
    await savePurchase(tx, key, { purchase, reason: undefined, changedAt: services.now() })
    await requireReversible(noteReturning(tx, services, { order, event: 'asked' }))
    await followSoon(tx, services, order)
  })
}

/** What its loan has become another one for can't go back any more, whatever day it is. */
async function requireReversible(noted: Promise<void>): Promise<void> {
  try {
    await noted
  } catch (error) {
    throw error instanceof Refused ? new Refused({ kind: 'mall-order-not-returnable' }) : error
  }
}
