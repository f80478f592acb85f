import { amendmentOf } from '@qingzhou/contract/profile'
import type { AwaitsFace } from '#features/identity/face/open-face-session.ts'
import type { Services } from '#platform/services.ts'
import { mayAmend } from './may-amend.ts'

/** Whether a new card waits for the face of its holder: any change that may be made here does. */
export function amendmentAwaitsFace(services: Services): AwaitsFace {
  return async (db, { customer, businessNo }) =>
    amendmentOf(businessNo) !== undefined && mayAmend(db, services, customer)
}
