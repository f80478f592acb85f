import { bell, mix, step } from './chance.ts'
import type { Colour, Features } from './features.ts'
import type { Posture } from './posture.ts'

type Place = { readonly side: number; readonly x: number; readonly y: number }

/** Paints lids, lashes, white, iris and the highlight of an eye. */
export function eyePainted(
  features: Features,
  posture: Posture,
  colour: Colour,
  { side, x, y }: Place,
): Colour {
  const { eyeDistance, eyeWidth, eyeHeight, eyeSlant } = features
  const across = side - eyeDistance
  const up = y - across * eyeSlant
  const span = across / eyeWidth
  if (Math.abs(span) > 1.6 || Math.abs(up) > 0.4) return colour

  const round = Math.max(0, 1 - span ** 2)
  const lower = -0.6 * eyeHeight * round ** 0.7
  const upper = mix(lower + 0.006, eyeHeight * round ** 0.75, posture.eyes)
  const lidded = lids(features, colour, { span, up, upper, lower, eyes: posture.eyes })
  if (Math.abs(span) >= 1 || up < lower || up > upper) return lidded

  const ball = eyeball(features, { across, up, lit: x + 0.035 - Math.sign(x) * eyeDistance })
  // The upper lid shades the eyeball below it.
  return scaled(ball, 1 - 0.45 * step(upper - 0.05, upper, up))
}

type Lids = { span: number; up: number; upper: number; lower: number; eyes: number }

function lids({ skin, eyeHeight }: Features, colour: Colour, lid: Lids): Colour {
  const { span, up, upper, lower, eyes } = lid
  const ends = step(1.2, 0.9, Math.abs(span))
  const shadow = over(colour, scaled(skin, 0.5), 0.35 * ends * bell(up - upper - 0.03, 0.06))
  const crease = 0.5 * eyes * ends * bell(up - upper - 0.45 * eyeHeight - 0.015, 0.014)
  const creased = over(shadow, scaled(skin, 0.35), crease)
  const lash = 0.92 * ends * bell(up - upper - 0.008, 0.02)
  const lashed = over(creased, [0.07, 0.05, 0.05], lash)
  return over(lashed, scaled(skin, 0.4), 0.45 * ends * bell(up - lower + 0.006, 0.014))
}

function eyeball(
  { iris, skin }: Features,
  { across, up, lit }: { across: number; up: number; lit: number },
): Colour {
  const radius = Math.hypot(across, up - 0.008)
  const white: Colour = over([0.9, 0.89, 0.87], skin, 0.12)
  const ringed = over(white, scaled(iris, 0.55), step(0.1, 0.088, radius))
  const coloured = over(ringed, iris, step(0.088, 0.07, radius))
  const pupilled = over(coloured, [0.02, 0.02, 0.02], step(0.047, 0.037, radius))
  return over(pupilled, [1, 1, 1], step(0.028, 0.014, Math.hypot(lit, up - 0.042)))
}

/** Blends one colour over another; 0 leaves the lower one. */
export function over(under: Colour, top: Colour, share: number): Colour {
  if (share <= 0) return under
  return [mix(under[0], top[0], share), mix(under[1], top[1], share), mix(under[2], top[2], share)]
}

export function scaled(colour: Colour, by: number): Colour {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}
