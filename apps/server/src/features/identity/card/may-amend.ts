import { isSubmitted } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findApplication } from '#features/applications/index.ts'
import type { Services } from '#platform/services.ts'
import { findExpiry } from './id-card-store.ts'

/**
 * Whether a customer may submit a new card outside an application: there is a card on file, and no
 * application is open, as that has its own identity step followed by a face check.
 */
export async function mayAmend(
  db: Queryable,
  services: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<boolean> {
  const kept = await findApplication(db, services, customer)
  if (!kept || !isSubmitted(kept.application)) return false
  return (await findExpiry(db, customer)) !== undefined
}
