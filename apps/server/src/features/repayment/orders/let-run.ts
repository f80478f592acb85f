import { insertBankOrder } from '#platform/bank-orders.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { collectSoon } from './collect-later.ts'
import type { Order } from './order-store.ts'
import { endOrder, startCollecting } from './order-writes.ts'
import { isStillOwed } from './still-owed.ts'

const OUTDATED = '应还金额有变化，请重新试算后再还'

type Placed = Pick<
  Order,
  'customer' | 'repaySeqNo' | 'orderNo' | 'kind' | 'quotedOn' | 'quoteId' | 'offerNo' | 'keep'
>

/**
 * Lets an order run: the intent is committed before anybody hears of it, under the number that it has
 * for ever. Refused while money is on its way for one of its loans; closed, with the answer false, when
 * it would no longer take what is owed.
 */
export async function letRun(tx: Transaction, services: Services, order: Placed): Promise<boolean> {
  const now = services.now()
  if (!(await startCollecting(tx, order, now))) throw new Refused({ kind: 'payment-running' })
  if (!(await isStillOwed(tx, order))) {
    await endOrder(tx, order, { state: 'closed', settledAt: now, reason: OUTDATED })
    return false
  }
  const { orderNo, customer } = order
  await insertBankOrder(tx, { orderNo, kind: 'debit', customer })
  await collectSoon(tx, services, order)
  return true
}
