import type { Outcome, Refusal } from '@qingzhou/domain/refusal'

/** The words of a refusal. Given from outside, as the edge has them. */
export type SayWhyNot = (refusal: Refusal) => string

/** Why something may not be; nothing where it may. */
export function whyNot(outcome: Outcome<unknown>, sayWhyNot: SayWhyNot): string | undefined {
  return outcome.ok ? undefined : sayWhyNot(outcome.refusal)
}
