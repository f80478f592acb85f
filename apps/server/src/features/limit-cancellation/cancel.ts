import type {
  CancellableLimit,
  limitCancellationShapes,
} from '@qingzhou/contract/features/limit-cancellation'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { retentionEnd } from '@qingzhou/domain/credit/retention'
import { defaultProductNo, employeeProductNo, productNames } from '@qingzhou/domain/product'
import { lockApplication } from '#features/applications/index.ts'
import { endAgreements, endWalletAgreements } from '#features/cards/index.ts'
import { revokeAccess, takePassedCheck } from '#features/onboarding/index.ts'
import { isOnRoster } from '#features/staff/index.ts'
import type { LimitRecord } from '@qingzhou/lending/index'
import { cancelLimit, findLimit, lockCustomerBooks } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { findByRequestNo, findCancellation, markCancelled } from './cancellation-store.ts'
import type { Obstacle } from './obstacles.ts'
import { obstaclesTo } from './obstacles.ts'
import { bookingNoOf } from '@qingzhou/platform/idempotency'

type CancelInput = Input<(typeof limitCancellationShapes)['cancel']>
type CancelAnswer = Output<(typeof limitCancellationShapes)['cancel']>

/**
 * Cancels a limit permanently, together with debit agreements, sessions and linked apps, in one
 * transaction. All conditions are checked again under the lock that a draw takes as well, so only
 * one of the two succeeds. The client chooses `requestNo`: the same number gets the same answer,
 * even in a new session.
 */
export async function cancel(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  { session }: SignedInCaller,
  { requestNo }: CancelInput,
): Promise<CancelAnswer> {
  const { customer } = session
  return services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const earlier = await findByRequestNo(tx, { customer, requestNo })
    if (earlier) return { cancelledOn: earlier, retainedUntil: retentionEnd(earlier) }

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
    const bookingNo = bookingNoOf('cancel', requestNo)
    await cancelLimit(deps, { customer, requestNo: bookingNo, actor: 'customer' })
    await endAgreements(tx, services, { customer })
    await endWalletAgreements(tx, services, { customer, isTold: false })
    await revokeAccess(tx, customer)
    const sms = smsOf('limit-cancelled', { date: cancelledOn })
    await enqueueSms(tx, services, { customer, messageNo: bookingNo, sms })
    return { cancelledOn, retainedUntil: retentionEnd(cancelledOn) }
  })
}

async function requireClear(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'today'>,
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

/** A customer's limits, with the obstacles to cancelling each. */
export async function cancellableLimits(
  services: Pick<Services, 'database' | 'vault' | 'today' | 'businessDate'>,
  { session: { customer } }: SignedInCaller,
): Promise<{ limits: CancellableLimit[] }> {
  const { database } = services
  const limit = await findLimit(database, customer)
  if (!limit) return { limits: [] }

  const isEmployee = await isOnRoster(database, customer)
  const productNo = isEmployee ? employeeProductNo : defaultProductNo
  const obstacles =
    limit.state === 'cancelled'
      ? [await alreadyCancelled(database, services, customer)]
      : await obstaclesTo(database, services, customer)
  return {
    limits: [
      {
        productNo,
        productName: productNames[productNo],
        total: limit.granted,
        used: limit.used,
        state: stateOn(await services.businessDate(), limit),
        validUntil: limit.validUntil,
        canCancel: obstacles.length === 0,
        obstacles,
      },
    ],
  }
}

async function alreadyCancelled(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Obstacle> {
  const cancellation = await findCancellation(db, services, customer)
  const since = cancellation?.cancelledOn === undefined ? '' : `于 ${cancellation.cancelledOn} `
  return { kind: 'cancelled', says: `该额度已${since}注销。如需借款，可重新申请额度。` }
}

function stateOn(today: string, { state, validUntil }: LimitRecord): CancellableLimit['state'] {
  return state === 'open' && today > validUntil ? 'expired' : state
}
