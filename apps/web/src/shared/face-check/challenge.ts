import type { FaceAction } from '@qingzhou/contract/identity'
import { unreachable } from '@qingzhou/domain/assert'
import type { FaceSigns } from './signs.ts'

/** A picture that is wanted: the calm face first, then each action as it is performed. */
export type Shot = 'front' | FaceAction

/** How far a person has come. It only ever moves forward. */
export type Challenge = {
  readonly shots: readonly Shot[]
  readonly taken: number
  /** The calm face, against which everybody is measured: eyes differ more than they close. */
  readonly rest: FaceSigns | undefined
  /** How many moments in a row the face was calm. */
  readonly calmFor: number
}

const CALM_MOMENTS = 3
const TURNED_FROM = 0.26
const STRAIGHT_TO = 0.14
const MOUTH_SHUT_TO = 0.18
/** How far a mouth opens beyond its own rest, and how far it may move while at rest. */
const MOUTH_OPENS_BY = 0.15
const MOUTH_MOVES_BY = 0.08
const EYES_SHUT_TO = 0.5
/** Narrower than this, eyes are shut or about to be: nobody's rest. */
const EYES_OPEN_FROM = 0.2

export function newChallenge(actions: readonly FaceAction[]): Challenge {
  return { shots: ['front', ...actions], taken: 0, rest: undefined, calmFor: 0 }
}

export function nextShot({ shots, taken }: Challenge): Shot | undefined {
  return shots[taken]
}

/** An action counts only from a calm face on: what was still going on is not performed again. */
export function isReady({ calmFor, taken }: Challenge): boolean {
  return taken === 0 || calmFor >= CALM_MOMENTS
}

/** What follows from one more look at the face; `isTaken` says that this is the picture wanted. */
export function afterLook(
  challenge: Challenge,
  signs: FaceSigns,
): { readonly challenge: Challenge; readonly isTaken: boolean } {
  const shot = nextShot(challenge)
  const calmFor = isCalm(signs, challenge.rest) ? challenge.calmFor + 1 : 0
  if (shot === 'front' && calmFor >= CALM_MOMENTS) {
    const taken = { ...challenge, taken: 1, rest: signs, calmFor: CALM_MOMENTS }
    return { challenge: taken, isTaken: true }
  }
  const isPerformed =
    shot !== undefined && shot !== 'front' && challenge.rest && isReady(challenge)
      ? performs(shot, signs, challenge.rest)
      : false
  if (isPerformed) {
    return { challenge: { ...challenge, taken: challenge.taken + 1, calmFor: 0 }, isTaken: true }
  }
  // Once ready, a person stays ready: between calm and done lies the beginning of the action.
  const ready = shot !== 'front' && isReady(challenge)
  return { challenge: { ...challenge, calmFor: ready ? CALM_MOMENTS : calmFor }, isTaken: false }
}

function isCalm({ turn, mouth, eyes }: FaceSigns, rest: FaceSigns | undefined): boolean {
  const mouthTo = Math.max(MOUTH_SHUT_TO, (rest?.mouth ?? 0) + MOUTH_MOVES_BY)
  const eyesFrom = rest ? rest.eyes * 0.7 : EYES_OPEN_FROM
  return Math.abs(turn) < STRAIGHT_TO && mouth < mouthTo && eyes > eyesFrom
}

function performs(action: FaceAction, { turn, mouth, eyes }: FaceSigns, rest: FaceSigns): boolean {
  switch (action) {
    case 'blink':
      return Math.abs(turn) < STRAIGHT_TO && eyes < rest.eyes * EYES_SHUT_TO
    case 'openMouth':
      return Math.abs(turn) < STRAIGHT_TO && mouth > rest.mouth + MOUTH_OPENS_BY
    case 'turnLeft':
      return turn > TURNED_FROM
    case 'turnRight':
      return turn < -TURNED_FROM
    default:
      return unreachable(action)
  }
}
