import { createHash } from 'node:crypto'
import type { limitCancellationShapes } from '@qingzhou/contract/limit-cancellation'
import type { Input, Output } from '@qingzhou/contract/shape'
import { keptUntil } from '@qingzhou/domain/credit/retention'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { lockApplication } from '#features/applications/index.ts'
import { endDebitAgreements } from '#features/cards/index.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { cancelLimit, findLimit, lockCustomerBooks } from '#lending/index.ts'
import { closeWaysIn, takePassedCheck } from '#features/onboarding/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findByRequestNo, markCancelled } from './cancellation-store.ts'
import { alreadyCancelled } from './limits.ts'
import { obstaclesTo } from './obstacles.ts'

type Asked = Input<(typeof limitCancellationShapes)['cancel']>
type Cancelled = Output<(typeof limitCancellationShapes)['cancel']>

/**
 * Ends a limit for good, and with it what may be debited, every session and every linked app: all of it, or nothing.
 * Everything is looked at once more, under the lock that a draw takes, too: of the two, one wins.
 *
 * The phone chooses `requestNo`; who signs in anew and asks with the same number gets the same answer.
 */
export async function cancel(
  services: Services,
  { session }: SignedInCaller,
  { requestNo }: Asked,
): Promise<Cancelled> {
  const { customer } = session
  return services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const earlier = await findByRequestNo(tx, { customer, requestNo })
    if (earlier) return { cancelledOn: earlier, keptUntil: keptUntil(earlier) }

    await lockCustomerBooks(tx, customer)
    await requireClear(tx, services, customer)
    if (!(await takePassedCheck(tx, services, { session, purpose: 'cancellation' }))) {
      throw new Refused({ kind: 'verification-needed' })
    }
    const cancelledOn = await readBusinessDate(tx)
    if (!(await markCancelled(tx, { customer, requestNo, cancelledOn }))) {
      throw new Refused({ kind: 'cancellation-obstructed', says: '请先选择注销原因' })
    }
    const deps = { database: inside(tx), now: services.now }
    const bookingNo = bookingNoOf(requestNo)
    await cancelLimit(deps, { customer, requestNo: bookingNo, actor: 'customer' })
    await endDebitAgreements(tx, { customer, at: services.now() })
    await closeWaysIn(tx, customer)
    await enqueueSms(tx, services, {
      customer,
      kind: 'limit-cancelled',
      messageNo: bookingNo,
      text: `您的额度已于 ${cancelledOn} 注销，绑定银行卡的扣款授权同时终止。如非本人操作，请立即联系我们。`,
    })
    return { cancelledOn, keptUntil: keptUntil(cancelledOn) }
  })
}

async function requireClear(
  tx: Transaction,
  services: Services,
  customer: CustomerNo,
): Promise<void> {
  const limit = await findLimit(tx, customer)
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  const [first] =
    limit.state === 'cancelled'
      ? [await alreadyCancelled(tx, services, customer)]
      : await obstaclesTo(tx, services, customer)
  if (first) throw new Refused({ kind: 'cancellation-obstructed', says: first.says })
}

/** The number in the books: a phone must not choose one that something else is booked under. */
function bookingNoOf(requestNo: string): string {
  return `cancel-${createHash('sha256').update(requestNo).digest('hex').slice(0, 32)}`
}
