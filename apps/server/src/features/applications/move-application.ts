import type { ApplicationEvent } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { after } from './after.ts'
import { lockApplication, saveApplication, type ApplicationRecord } from './application-store.ts'
import { openApplication } from './open-application.ts'

/**
 * Moves a customer's application by what has happened, in the transaction of what has happened: both
 * are kept, or neither. Whoever has none yet gets one.
 *
 * An event whose step is not reached is refused, so nothing of its transaction is kept.
 */
export async function moveApplication(
  tx: Transaction,
  deps: Pick<Services, 'now' | 'today'>,
  customer: CustomerNo,
  event: ApplicationEvent,
): Promise<Pick<ApplicationRecord, 'applyNo' | 'application'>> {
  const kept =
    (await lockApplication(tx, deps, customer)) ??
    (await openApplication(tx, deps, { customer, channel: 'browser', preApproved: false }))
  const application = after(kept.application, event)
  await saveApplication(tx, { customer, applyNo: kept.applyNo, application })
  return { applyNo: kept.applyNo, application }
}
