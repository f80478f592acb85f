import type { Picture } from '#id-card/picture.ts'

/** The 68 points of a face, in the order of the iBUG set: jaw, brows, nose, eyes, mouth. */
export type Landmarks = readonly Spot[]
export type Spot = { readonly x: number; readonly y: number }

/** Measures of a face in one frame, independent of its size. */
export type Expression = {
  /** From -1 to 1: how far the nose points to the person's own left. */
  readonly turn: number
  /** The dark share of the eyes: iris and pupil while open, a line of lashes while shut. */
  readonly eyes: number
  /** Height of the gap between the lips over its width. */
  readonly mouth: number
  /** The dark share of the area between nose and chin, such as the inside of an open mouth. */
  readonly shade: number
}

const LEFT_EYE = 36
const RIGHT_EYE = 42
const NOSE_TIP = 30

export function expressionOf(landmarks: Landmarks, picture: Picture): Expression {
  return {
    turn: turnOf(landmarks),
    eyes:
      (eyeDarkness(landmarks, LEFT_EYE, picture) + eyeDarkness(landmarks, RIGHT_EYE, picture)) / 2,
    mouth: mouthGap(landmarks),
    shade: mouthShade(landmarks, picture),
  }
}

function turnOf(landmarks: Landmarks): number {
  const tip = spot(landmarks, NOSE_TIP)
  const right = distance(tip, spot(landmarks, 2))
  const left = distance(tip, spot(landmarks, 14))
  return (right - left) / (right + left)
}

function mouthGap(landmarks: Landmarks): number {
  const height = distance(spot(landmarks, 62), spot(landmarks, 66))
  return height / distance(spot(landmarks, 60), spot(landmarks, 64))
}

function mouthShade(landmarks: Landmarks, picture: Picture): number {
  const nose = spot(landmarks, 33)
  const chin = spot(landmarks, 8)
  const half = distance(spot(landmarks, 48), spot(landmarks, 54)) / 2
  const middle = { x: mean(nose.x, chin.x), y: mean(nose.y, chin.y) }
  const cheek = { x: middle.x + half * 1.4, y: nose.y }
  const skin = lightness(picture, cheek, half * 0.3)
  return darkness(patch(picture, middle, { across: half * 0.5, up: half * 0.8 }), skin)
}

/** The landmarks hardly move when lids close, so the pixels of the eye are measured instead. */
function eyeDarkness(landmarks: Landmarks, first: number, picture: Picture): number {
  const inner = spot(landmarks, first)
  const outer = spot(landmarks, first + 3)
  const half = distance(inner, outer) / 2
  const middle = { x: mean(inner.x, outer.x), y: mean(inner.y, outer.y) }
  const skin = lightness(picture, { x: middle.x, y: middle.y + half * 1.7 }, half * 0.5)
  return darkness(patch(picture, middle, { across: half * 0.8, up: half * 0.55 }), skin)
}

function darkness(light: readonly number[], skin: number): number {
  return light.filter((value) => value < skin * DARK_SHARE).length / Math.max(1, light.length)
}

/** Darker than this share of the cheek below counts as iris or lashes. */
const DARK_SHARE = 0.5

function lightness(picture: Picture, centre: Spot, reach: number): number {
  const light = patch(picture, centre, { across: reach, up: reach * 0.5 })
  return light.reduce((sum, value) => sum + value, 0) / Math.max(1, light.length)
}

function patch(picture: Picture, centre: Spot, reach: { across: number; up: number }): number[] {
  const light: number[] = []
  const right = Math.min(picture.width - 1, Math.round(centre.x + reach.across))
  const bottom = Math.min(picture.height - 1, Math.round(centre.y + reach.up))
  for (let y = Math.max(0, Math.round(centre.y - reach.up)); y <= bottom; y += 1) {
    for (let x = Math.max(0, Math.round(centre.x - reach.across)); x <= right; x += 1) {
      const at = (y * picture.width + x) * 3
      const [red, green, blue] = picture.data.subarray(at, at + 3)
      light.push(0.3 * (red ?? 0) + 0.59 * (green ?? 0) + 0.11 * (blue ?? 0))
    }
  }
  return light
}

function spot(landmarks: Landmarks, index: number): Spot {
  const found = landmarks[index]
  if (!found) throw new Error(`landmark ${index} of 68 is missing`)
  return found
}

function mean(one: number, other: number): number {
  return (one + other) / 2
}

function distance(one: Spot, other: Spot): number {
  return Math.hypot(one.x - other.x, one.y - other.y)
}
