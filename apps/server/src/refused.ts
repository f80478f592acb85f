import type { Refusal } from '@qingzhou/domain/refusal'

/** Thrown by a use case, so that its transaction rolls back; the edge has the words. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.kind)
    this.name = 'Refused'
    this.refusal = refusal
  }
}
