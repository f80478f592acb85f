import type { Outcome, Refusal } from '@qingzhou/domain/refusal'

/** Renders a refusal message. Injected, because the HTTP layer owns the messages. */
export type RenderRefusal = (refusal: Refusal) => string

/** The refusal message of an outcome; undefined if it is allowed. */
export function whyNot(
  outcome: Outcome<unknown>,
  renderRefusal: RenderRefusal,
): string | undefined {
  return outcome.ok ? undefined : renderRefusal(outcome.refusal)
}
