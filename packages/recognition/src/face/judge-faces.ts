import type { Expression } from '#face/expression.ts'
import { expressionOf } from '#face/expression.ts'
import type { FaceEngine, SeenFace } from '#face/face-engine.ts'
import type { Picture, QuarterTurns } from '#id-card/picture.ts'
import { decode, turn } from '#id-card/picture.ts'

/** A head turned by about 15 degrees; faces at rest reach 0.1. */
const TURNED_FROM = 0.25
/** Shut eyes show less than this share of the dark area of open ones. */
const SHUT_TO = 0.65
/** Lips this far apart, or this much further than at rest. */
const GAP_FROM = 0.2
const GAP_RISE = 0.08
/**
 * This share of the light area around the mouth has become dark: a beard leaves little light area.
 */
const SHADE_RISE = 0.2

/**
 * The actions that the frames show. Each person is compared with their own other frames: narrow
 * eyes, beards and glasses are the same in every frame, an action is not.
 */
export function performedActions(frames: readonly Expression[]): FaceAction[] {
  const frontal = frames.filter(isFrontal)
  const openEyes = Math.max(...frontal.map(({ eyes }) => eyes))
  const calmShade = Math.min(...frontal.map(({ shade }) => shade))
  const calmGap = Math.min(...frontal.map(({ mouth }) => mouth))
  const done: Record<FaceAction, boolean> = {
    blink: frontal.some(({ eyes }) => eyes < openEyes * SHUT_TO),
    turnLeft: frames.some(({ turn }) => turn > TURNED_FROM),
    turnRight: frames.some(({ turn }) => turn < -TURNED_FROM),
    openMouth: frontal.some(
      ({ mouth, shade }) =>
        mouth > Math.min(GAP_FROM, calmGap + GAP_RISE) ||
        shade - calmShade > (1 - calmShade) * SHADE_RISE,
    ),
  }
  return actions.filter((action) => done[action])
}

const actions: readonly FaceAction[] = ['blink', 'turnLeft', 'turnRight', 'openMouth']

/**
 * The requested actions that the frames show in their order, as far as they do: a face at rest
 * first, then one frame for each action and no other frame. Pictures of every action in every order
 * would fit any request.
 */
export function actionsInOrder(
  frames: readonly (Expression | undefined)[],
  request: readonly FaceAction[],
): FaceAction[] {
  const [rest, ...others] = frames
  if (!rest || frames.length !== request.length + 1) return []
  if (performedActions([rest]).length > 0) return []
  const isShown = (action: FaceAction, at: number) => {
    const frame = others[at]
    return frame !== undefined && performedActions([rest, frame]).includes(action)
  }
  const missed = request.findIndex((action, at) => !isShown(action, at))
  return request.slice(0, missed < 0 ? undefined : missed)
}

/** Eyes and mouth can be measured only in a face that looks at the camera. */
function isFrontal({ turn }: Expression): boolean {
  return Math.abs(turn) < TURNED_FROM
}

/** Distances for a match, and up to which a human should review. */
const MATCH_TO = 0.45
const UNSURE_TO = 0.6
/**
 * Frames of one session share camera, light and clothes: they differ less than a card from a face.
 */
const ONE_SITTING_TO = 0.5
/** A face much smaller than the largest one is in the background. */
const BYSTANDER_SHARE = 0.4
/** Mean lightness of a frame, out of 255, below which faces cannot be distinguished. */
const DARK_BELOW = 35

export type FaceQuestion = {
  readonly portrait: Uint8Array
  readonly frames: readonly Uint8Array[]
  /** The actions that were asked for, in their order. Without them, any order counts. */
  readonly actions?: readonly FaceAction[]
}

/**
 * Compares the frames of a face check with the portrait on an ID card, and lists the performed
 * actions.
 */
export async function judgeFaces(engine: FaceEngine, question: FaceQuestion): Promise<FaceReading> {
  const portrait = await seePortrait(engine, question.portrait)
  if (portrait.length === 0) return { outcome: 'noFace', where: 'portrait' }
  const [owner] = portrait
  if (!owner || portrait.length > 1) return { outcome: 'manyFaces', where: 'portrait' }

  const pictures = await decodeAll(question.frames)
  const moments: (Moment | undefined)[] = []
  for (const picture of pictures) {
    const faces = foreground(await engine.seeFaces(picture))
    if (faces.length > 1) return { outcome: 'manyFaces', where: 'frames' }
    const [face] = faces
    moments.push(face && { face, expression: expressionOf(face.landmarks, picture) })
  }
  const seen = moments.filter((moment) => moment !== undefined)
  const performed = question.actions
    ? actionsInOrder(
        moments.map((moment) => moment?.expression),
        question.actions,
      )
    : performedActions(seen.map(({ expression }) => expression))
  const compared = compare(owner, seen)
  if (compared) return { ...compared, performed }
  const isDark =
    pictures.length > 0 && pictures.every((picture) => lightnessOf(picture) < DARK_BELOW)
  return isDark ? { outcome: 'tooDark', where: 'frames' } : { outcome: 'noFace', where: 'frames' }
}

type Comparison = {
  readonly outcome: 'match' | 'unsure' | 'noMatch'
  /** Distance between the portrait and the most similar frame: 0 is the same picture. */
  readonly distance: number
}

type Moment = { readonly face: SeenFace; readonly expression: Expression }

/** An upside-down face can be detected as well, but with a lower score than an upright one. */
const SURE_FROM = 0.9

/** Tries all orientations: a card photographed sideways has its portrait sideways too. */
async function seePortrait(engine: FaceEngine, image: Uint8Array): Promise<SeenFace[]> {
  const picture = await decode(image)
  if (!picture) return []
  let best: SeenFace[] = []
  for (const turns of [0, 1, 3, 2] satisfies QuarterTurns[]) {
    const upright = turns === 0 ? picture : await turn(picture, turns)
    const faces = foreground(await engine.seeFaces(upright))
    if (scoreOf(faces) > scoreOf(best)) best = faces
    if (scoreOf(best) >= SURE_FROM) break
  }
  return best
}

function scoreOf(faces: readonly SeenFace[]): number {
  return Math.max(0, ...faces.map(({ score }) => score))
}

async function decodeAll(frames: readonly Uint8Array[]): Promise<Picture[]> {
  const pictures = await Promise.all(frames.map(decode))
  return pictures.filter((picture) => picture !== undefined)
}

function foreground(faces: readonly SeenFace[]): SeenFace[] {
  const largest = Math.max(...faces.map(({ width }) => width))
  return faces.filter(({ width }) => width >= largest * BYSTANDER_SHARE)
}

function compare(owner: SeenFace, seen: readonly Moment[]): Comparison | undefined {
  const frontal = seen.filter(({ expression }) => isFrontal(expression))
  const [best] = (frontal.length > 0 ? frontal : seen)
    .map(({ face }) => ({ face, distance: distanceBetween(owner, face) }))
    .toSorted((one, other) => one.distance - other.distance)
  if (!best) return undefined
  // All frames must show one person: otherwise another person could perform the actions beside a
  // still picture of the card's owner.
  const isOnePerson = seen.every(({ face }) => distanceBetween(best.face, face) <= ONE_SITTING_TO)
  const outcome = isOnePerson ? verdict(best.distance) : 'noMatch'
  return { outcome, distance: best.distance }
}

function verdict(distance: number): 'match' | 'unsure' | 'noMatch' {
  if (distance <= MATCH_TO) return 'match'
  return distance <= UNSURE_TO ? 'unsure' : 'noMatch'
}

function distanceBetween(one: SeenFace, other: SeenFace): number {
  return Math.hypot(...one.descriptor.map((value, at) => value - (other.descriptor[at] ?? 0)))
}

function lightnessOf({ data }: Picture): number {
  return data.reduce((sum, value) => sum + value, 0) / data.length
}

export type FaceAction = 'blink' | 'turnLeft' | 'turnRight' | 'openMouth'

/**
 * The result of a face check. `performed` lists the actions seen in the frames, requested or not;
 * left and right are the person's own. `where` names the picture to take again.
 */
export type FaceReading =
  | (Comparison & { readonly performed: readonly FaceAction[] })
  | { readonly outcome: 'noFace' | 'manyFaces'; readonly where: 'portrait' | 'frames' }
  | { readonly outcome: 'tooDark'; readonly where: 'frames' }
