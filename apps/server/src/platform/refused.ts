import type { Outcome, Refusal } from '@qingzhou/domain/refusal'

/** Thrown by a use case, so that its transaction rolls back; the edge has the words. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.kind)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** The domain returns a refusal; a use case throws it, so that its transaction rolls back. */
export function orRefuse<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}
