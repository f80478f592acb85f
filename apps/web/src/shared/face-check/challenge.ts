import type { FaceAction } from '@qingzhou/contract/features/identity'
import { unreachable } from '@qingzhou/domain/assert'
import type { FaceSigns } from './signs.ts'

/** A required frame: the neutral face first, then each action. */
export type Shot = 'front' | FaceAction

/** The progress of a challenge. It only moves forward. */
export type Challenge = {
  readonly shots: readonly Shot[]
  readonly taken: number
  /** The neutral face as reference: eye openings differ between people. */
  readonly rest: FaceSigns | undefined
  /** The number of consecutive neutral observations. */
  readonly calmFor: number
}

const CALM_MOMENTS = 3
const TURNED_FROM = 0.26
const STRAIGHT_TO = 0.14
const MOUTH_SHUT_TO = 0.18
/** How far the mouth opens beyond its neutral position, and its tolerance at rest. */
const MOUTH_OPENS_BY = 0.15
const MOUTH_MOVES_BY = 0.08
const EYES_SHUT_TO = 0.5
/** Below this, the eyes are closed or closing and the face is not neutral. */
const EYES_OPEN_FROM = 0.2

export function newChallenge(actions: readonly FaceAction[]): Challenge {
  return { shots: ['front', ...actions], taken: 0, rest: undefined, calmFor: 0 }
}

export function nextShot({ shots, taken }: Challenge): Shot | undefined {
  return shots[taken]
}

/** An action counts only after a neutral face, so that one movement is not counted twice. */
export function isReady({ calmFor, taken }: Challenge): boolean {
  return taken === 0 || calmFor >= CALM_MOMENTS
}

/** Processes one observation; `isTaken` means that this frame is taken. */
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
  // The ready state persists: the action begins between neutral and complete.
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
