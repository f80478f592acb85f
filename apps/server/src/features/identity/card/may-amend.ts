import { isSubmitted } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#platform/ids.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findApplication } from '#features/applications/index.ts'
import type { Services } from '#platform/services.ts'
import { findExpiry } from './id-card-store.ts'
import { amendmentOf } from '@qingzhou/contract/features/profile'
import type { AwaitsFace } from '#features/identity/face/open-face-session.ts'

/**
 * Whether a customer may submit a new card outside an application: there is a card on file, and no
 * application is open, as that has its own identity step followed by a face check.
 */
export async function mayAmend(
  db: Queryable,
  services: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<boolean> {
  const record = await findApplication(db, services, customer)
  if (!record || !isSubmitted(record.application)) return false
  return (await findExpiry(db, customer)) !== undefined
}

/** Whether an amendment requires a face check: every permitted one does. */
export function amendmentAwaitsFace(services: Services): AwaitsFace {
  return async (db, { customer, businessNo }) =>
    amendmentOf(businessNo) !== undefined && mayAmend(db, services, customer)
}
