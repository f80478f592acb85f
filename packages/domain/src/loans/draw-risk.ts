import type { Money } from '#money/money.ts'
import { product } from '#product.ts'

/** What is known of a draw when it is asked for. */
export interface DrawSigns {
  readonly amount: Money
  /** Money has been drawn before, but never on this device. */
  readonly isNewDevice: boolean
  /** Draws asked for on the same day before this one. */
  readonly drawsToday: number
}

/** Every reason for which a borrower has to show their face before money goes out. */
// A table: one reason, one line.
// oxfmt-ignore
const reasons: readonly { name: string; applies: (signs: DrawSigns) => boolean }[] = [
  { name: 'large-amount',    applies: ({ amount }) => amount > product.drawRisk.amountMax },
  { name: 'new-device',      applies: ({ isNewDevice }) => isNewDevice },
  { name: 'many-draws-today', applies: ({ drawsToday }) => drawsToday >= product.drawRisk.drawsPerDay },
]

/** Why the face has to be checked before this draw; nothing when a code is enough. [L13] */
export function faceReasons(signs: DrawSigns): readonly string[] {
  return reasons.filter(({ applies }) => applies(signs)).map(({ name }) => name)
}
