import type { Expression } from '#face/expression.ts'
import type { FaceAction } from '#face/face-reading.ts'

/** A head turned by some 15 degrees; the best of us sit at 0.1 without meaning to. */
const TURNED_FROM = 0.25
/** Shut eyes show less than this share of the dark that open ones do. */
const SHUT_TO = 0.65
/** Lips this far apart, or this much further than at rest. */
const GAP_FROM = 0.2
const GAP_RISE = 0.08
/** Of what was light around the mouth, this share is dark now: a beard leaves little that is light. */
const SHADE_RISE = 0.2

/**
 * Which actions the frames show. Everybody is measured against themselves: narrow eyes, beards and
 * glasses are in every frame alike, what was done is in one.
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

/** Only a face that looks at the camera shows its eyes and mouth as they are. */
export function isFrontal({ turn }: Expression): boolean {
  return Math.abs(turn) < TURNED_FROM
}
