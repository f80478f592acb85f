import type { CancellableLimit } from '@qingzhou/contract/limit-cancellation'
import { defaultProductNo, employeeProductNo, productNames } from '@qingzhou/domain/product'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findLimit, type LimitRecord } from '#lending/index.ts'
import { isListed } from '#features/staff/index.ts'
import type { Services } from '#platform/services.ts'
import { findCancellation } from './cancellation-store.ts'
import { obstaclesTo, type Obstacle } from './obstacles.ts'

/** A customer's limits, and what stands in the way of ending each. */
export async function cancellableLimits(
  services: Services,
  { session: { customer } }: SignedInCaller,
): Promise<{ limits: CancellableLimit[] }> {
  const { database } = services
  const limit = await findLimit(database, customer)
  if (!limit) return { limits: [] }

  const isEmployee = await isListed(database, services, customer)
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

export async function alreadyCancelled(
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
