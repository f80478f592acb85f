import { add, type Money } from '#money/money.ts'
import { product } from '#product.ts'

/** Facts about a draw at the time of application. */
export interface DrawRiskFacts {
  readonly amount: Money
  /** The amount drawn earlier on the same day: several draws count as one. */
  readonly drawnToday: Money
  /** The customer has drawn before, but never on this device. */
  readonly isNewDevice: boolean
  /** The card was bound after the limit was granted, and no draw to it has had a face check yet. */
  readonly isNewCard: boolean
  /** Draws applied for earlier on the same day. */
  readonly drawsToday: number
}

/** Every reason that requires a face check before the disbursement. */
// A table: one reason, one line.
// oxfmt-ignore
const reasons: readonly { name: string; applies: (signs: DrawRiskFacts) => boolean }[] = [
  { name: 'large-amount-today', applies: ({ amount, drawnToday }) => add(amount, drawnToday) > product.drawRisk.amountMax },
  { name: 'new-device',         applies: ({ isNewDevice }) => isNewDevice },
  { name: 'new-card',           applies: ({ isNewCard }) => isNewCard },
  { name: 'many-draws-today',   applies: ({ drawsToday }) => drawsToday >= product.drawRisk.drawsPerDay },
]

/**
 * The reasons that require a face check for this draw; empty when an SMS code is enough. [L13, L20]
 */
export function faceReasons(signs: DrawRiskFacts): readonly string[] {
  return reasons.filter(({ applies }) => applies(signs)).map(({ name }) => name)
}
