import type { Outcome, Refusal } from '@qingzhou/domain/refusal'

/** Thrown by a use case, so that its transaction rolls back. The HTTP layer has the message. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.kind)
    this.name = 'Refused'
    this.refusal = refusal
  }
}

/** Returns the value of an outcome, or throws its refusal, so that the transaction rolls back. */
export function orRefuse<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}
