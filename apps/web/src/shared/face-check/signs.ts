import type { FaceAction } from '@qingzhou/contract/features/identity'
import { unreachable } from '@qingzhou/domain/assert'

/** The measurements of a face at one moment, independent of its size. */
export type FaceSigns = {
  /** Height of the eye opening divided by its width. */
  readonly eyes: number
  /** Height of the mouth opening divided by its width. */
  readonly mouth: number
  /** Rotation of the head to the person's left, in radians. */
  readonly turn: number
}

/** One observation of the camera image. */
export type Sighting = {
  readonly faces: number
  /** Mean brightness of the image, from 0 to 255. */
  readonly light: number
  /** Width and offset of the face, relative to the shorter side of the image. */
  readonly width: number
  readonly offCentre: number
  readonly signs: FaceSigns | undefined
}

/** Why a face cannot be analysed yet; each has an instruction. */
export type Guidance = 'noFace' | 'manyFaces' | 'tooDark' | 'tooFar' | 'tooNear' | 'offCentre'

const DARK_BELOW = 40
const FAR_BELOW = 0.2
const NEAR_ABOVE = 0.72
const OFF_ABOVE = 0.24

export function guidanceFor({ faces, light, width, offCentre }: Sighting): Guidance | undefined {
  if (light < DARK_BELOW) return 'tooDark'
  if (faces === 0) return 'noFace'
  if (faces > 1) return 'manyFaces'
  if (width < FAR_BELOW) return 'tooFar'
  if (width > NEAR_ABOVE) return 'tooNear'
  return offCentre > OFF_ABOVE ? 'offCentre' : undefined
}

/** x, y, and z for most points. */
export type MeshPoint = readonly [x: number, y: number, z?: number]

/** The mesh points of eyelids and lips. */
const EYES = [
  { lids: [386, 374], corners: [362, 263] },
  { lids: [159, 145], corners: [33, 133] },
] as const
const LIPS = [13, 14] as const
const MOUTH_CORNERS = [78, 308] as const
const CHEEKS = [234, 454] as const

export function signsOf(mesh: readonly MeshPoint[], yaw: number): FaceSigns {
  const openings = EYES.map(({ lids, corners }) => span(mesh, lids) / span(mesh, corners))
  return {
    eyes: openings.reduce((sum, opening) => sum + opening, 0) / openings.length,
    mouth: span(mesh, LIPS) / span(mesh, MOUTH_CORNERS),
    // The mesh counts turns to the person's right as positive.
    turn: -yaw,
  }
}

export function placeOf(
  mesh: readonly MeshPoint[],
  picture: { readonly width: number; readonly height: number },
): Pick<Sighting, 'width' | 'offCentre'> {
  const side = Math.min(picture.width, picture.height)
  const left = point(mesh, CHEEKS[0])
  const right = point(mesh, CHEEKS[1])
  const x = (left[0] + right[0]) / 2
  const y = (left[1] + right[1]) / 2
  const off = Math.hypot(x - picture.width / 2, y - picture.height / 2)
  return { width: span(mesh, CHEEKS) / side, offCentre: off / side }
}

function span(mesh: readonly MeshPoint[], [from, to]: readonly [number, number]): number {
  const one = point(mesh, from)
  const other = point(mesh, to)
  return Math.hypot(one[0] - other[0], one[1] - other[1])
}

function point(mesh: readonly MeshPoint[], index: number): MeshPoint {
  return mesh[index] ?? [0, 0]
}

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
