import { attemptsLeft } from '#features/identity/daily-attempt-store.ts'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { hasFailedAttempt } from './face-attempt-store.ts'
import type { FaceSession } from './face-session-store.ts'

/**
 * Whether a check is shown as failed: its newest attempt has failed, or there is no attempt left
 * today.
 */
export async function hasFailedFace(
  db: Queryable,
  deps: Pick<Services, 'today'>,
  check: Pick<FaceSession, 'customer' | 'purpose' | 'businessNo'>,
): Promise<boolean> {
  if (await hasFailedAttempt(db, check)) return true
  return (await attemptsLeft(db, deps, { customer: check.customer, kind: 'face' })) <= 0
}
