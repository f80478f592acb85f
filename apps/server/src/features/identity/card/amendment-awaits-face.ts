import { amendmentOf } from '@qingzhou/contract/features/profile'
import type { AwaitsFace } from '#features/identity/face/open-face-session.ts'
import type { Services } from '#platform/services.ts'
import { mayAmend } from './may-amend.ts'

/** Whether an amendment requires a face check: every permitted one does. */
export function amendmentAwaitsFace(services: Services): AwaitsFace {
  return async (db, { customer, businessNo }) =>
    amendmentOf(businessNo) !== undefined && mayAmend(db, services, customer)
}
