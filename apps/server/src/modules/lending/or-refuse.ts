import type { Outcome } from '@qingzhou/domain/refusal'
import { Refused } from '#refused.ts'

/** The domain returns a refusal; a use case throws it, so that its transaction rolls back. */
export function orRefuse<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}
