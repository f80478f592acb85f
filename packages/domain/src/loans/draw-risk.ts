import { add, type Money } from '#money/money.ts'
import { product } from '#product.ts'

/** What is known of a draw when it is asked for. */
export interface DrawSigns {
  readonly amount: Money
  /** What was drawn on the same day before: several draws count as the one they could have been. */
  readonly drawnToday: Money
  /** Money has been drawn before, but never on this device. */
  readonly isNewDevice: boolean
  /** The card was bound after the limit was granted, and no draw to it has had a face check yet. */
  readonly isNewCard: boolean
  /** Draws asked for on the same day before this one. */
  readonly drawsToday: number
}

/** Every reason for which a borrower has to show their face before money goes out. */
// A table: one reason, one line.
// oxfmt-ignore
const reasons: readonly { name: string; applies: (signs: DrawSigns) => boolean }[] = [
  { name: 'large-amount-today', applies: ({ amount, drawnToday }) => add(amount, drawnToday) > product.drawRisk.amountMax },
  { name: 'new-device',         applies: ({ isNewDevice }) => isNewDevice },
  { name: 'new-card',           applies: ({ isNewCard }) => isNewCard },
  { name: 'many-draws-today',   applies: ({ drawsToday }) => drawsToday >= product.drawRisk.drawsPerDay },
]

/** Why the face has to be checked before this draw; nothing when a code is enough. [L13, L20] */
export function faceReasons(signs: DrawSigns): readonly string[] {
  return reasons.filter(({ applies }) => applies(signs)).map(({ name }) => name)
}
