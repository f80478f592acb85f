import { cast } from './cast.ts'
import { type Chance, chanceOf, bell, mix, step } from './chance.ts'
import type { Posture } from './posture.ts'

export type Colour = readonly [red: number, green: number, blue: number]

/**
 * The features that distinguish drawn people. Lengths are in half widths of a head; the eyes are at
 * height 0, the chin near -1.5, the top of the head near 1.45.
 */
export type Features = {
  readonly cheeks: number
  readonly jaw: number
  /** Share of the jaw's width. */
  readonly chin: number
  readonly faceLength: number
  readonly brow: number
  readonly browHeight: number
  readonly browThickness: number
  readonly browSlant: number
  readonly browArch: number
  readonly eyeDistance: number
  readonly eyeWidth: number
  readonly eyeHeight: number
  readonly eyeSlant: number
  readonly socket: number
  readonly noseLength: number
  readonly noseWidth: number
  readonly noseHeight: number
  readonly mouthWidth: number
  readonly upperLip: number
  readonly lowerLip: number
  readonly mouthHeight: number
  readonly smile: number
  readonly cheekbone: number
  readonly age: number
  readonly skin: Colour
  readonly iris: Colour
  readonly hair: Colour
  readonly lips: Colour
  readonly cloth: Colour
  readonly hairline: number
  readonly hairVolume: number
  readonly isLongHaired: boolean
  readonly fringe: number
  readonly beard: number
  readonly moustache: number
  /** How dark the glasses' frames are; 0 means no glasses. */
  readonly glasses: number
  /** From round to square. */
  readonly lens: number
}

export function featuresOf(seed: string): Features {
  const { like = seed, ...changes } = cast[seed] ?? {}
  return { ...someFeatures(like), ...changes }
}

/** Random features; a seed that begins with a sex gives a person of that sex. */
function someFeatures(seed: string): Features {
  const chance = chanceOf(seed)
  const isWoman = seed.startsWith('woman') || (!seed.startsWith('man') && chance.happens(0.5))
  return {
    ...shapeOf(chance, isWoman),
    ...chooseColouring(chance, isWoman),
    ...hairOf(chance, isWoman),
  }
}

function shapeOf({ between }: Chance, isWoman: boolean) {
  const noseLength = between(0.42, 0.72)
  return {
    cheeks: between(0.86, 1.08),
    jaw: isWoman ? between(0.66, 0.88) : between(0.72, 0.98),
    chin: between(0.34, 0.62),
    faceLength: between(0.88, 1.16),
    brow: between(0, 0.12),
    browHeight: between(0.18, 0.38),
    browThickness: isWoman ? between(0.025, 0.06) : between(0.04, 0.095),
    browSlant: between(-0.2, 0.3),
    browArch: between(0.02, 0.11),
    eyeDistance: between(0.34, 0.48),
    eyeWidth: between(0.15, 0.23),
    eyeHeight: between(0.05, 0.115),
    eyeSlant: between(-0.15, 0.28),
    socket: between(0.06, 0.22),
    noseLength,
    noseWidth: between(0.14, 0.29),
    noseHeight: between(0.22, 0.48),
    mouthWidth: between(0.24, 0.45),
    upperLip: between(0.035, 0.11),
    lowerLip: between(0.05, 0.15),
    mouthHeight: Math.min(1.04, noseLength + between(0.27, 0.44)),
    smile: between(0, 0.05),
    cheekbone: between(0, 0.16),
    age: between(0, 0.9),
  }
}

function chooseColouring({ between }: Chance, isWoman: boolean) {
  const tone = between(0, 0.8)
  const warmth = between(-0.04, 0.04)
  const hair = between(0, 1)
  const lips = between(0, isWoman ? 1 : 0.3)
  return {
    skin: [0.97 - 0.4 * tone + warmth, 0.8 - 0.42 * tone, 0.69 - 0.44 * tone - warmth] as const,
    iris: [0.22 + 0.12 * hair, 0.13 + 0.1 * hair, 0.07 + 0.12 * lips] as const,
    hair: [0.06 + 0.34 * hair ** 3, 0.05 + 0.24 * hair ** 3, 0.05 + 0.16 * hair ** 3] as const,
    lips: [
      0.7 - 0.26 * tone + 0.16 * lips,
      0.42 - 0.16 * tone - 0.14 * lips,
      0.38 - 0.12 * tone - 0.1 * lips,
    ] as const,
    cloth: [between(0.1, 0.8), between(0.1, 0.8), between(0.1, 0.8)] as const,
  }
}

function hairOf({ between, happens }: Chance, isWoman: boolean) {
  const beard = happens(0.35) ? between(0.3, 1) : 0
  const moustache = happens(0.4) ? between(0.3, 1) : 0
  return {
    isLongHaired: isWoman,
    hairline: isWoman ? between(0.56, 0.86) : between(0.62, 1),
    hairVolume: between(0.06, 0.24),
    fringe: happens(isWoman ? 0.5 : 0.25) ? between(0.1, isWoman ? 0.55 : 0.3) : 0,
    beard: isWoman ? 0 : beard,
    moustache: isWoman ? 0 : moustache,
    glasses: happens(0.35) ? between(0.6, 1) : 0,
    lens: between(0, 1),
  }
}

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
  return scaleColour(ball, 1 - 0.45 * step(upper - 0.05, upper, up))
}

type Lids = { span: number; up: number; upper: number; lower: number; eyes: number }

function lids({ skin, eyeHeight }: Features, colour: Colour, lid: Lids): Colour {
  const { span, up, upper, lower, eyes } = lid
  const ends = step(1.2, 0.9, Math.abs(span))
  const shadow = over(colour, scaleColour(skin, 0.5), 0.35 * ends * bell(up - upper - 0.03, 0.06))
  const crease = 0.5 * eyes * ends * bell(up - upper - 0.45 * eyeHeight - 0.015, 0.014)
  const creased = over(shadow, scaleColour(skin, 0.35), crease)
  const lash = 0.92 * ends * bell(up - upper - 0.008, 0.02)
  const lashed = over(creased, [0.07, 0.05, 0.05], lash)
  return over(lashed, scaleColour(skin, 0.4), 0.45 * ends * bell(up - lower + 0.006, 0.014))
}

function eyeball(
  { iris, skin }: Features,
  { across, up, lit }: { across: number; up: number; lit: number },
): Colour {
  const radius = Math.hypot(across, up - 0.008)
  const white: Colour = over([0.9, 0.89, 0.87], skin, 0.12)
  const ringed = over(white, scaleColour(iris, 0.55), step(0.1, 0.088, radius))
  const coloured = over(ringed, iris, step(0.088, 0.07, radius))
  const pupilled = over(coloured, [0.02, 0.02, 0.02], step(0.047, 0.037, radius))
  return over(pupilled, [1, 1, 1], step(0.028, 0.014, Math.hypot(lit, up - 0.042)))
}

/** Blends one colour over another; 0 leaves the lower one. */
export function over(under: Colour, top: Colour, share: number): Colour {
  if (share <= 0) return under
  return [mix(under[0], top[0], share), mix(under[1], top[1], share), mix(under[2], top[2], share)]
}

export function scaleColour(colour: Colour, by: number): Colour {
  return [colour[0] * by, colour[1] * by, colour[2] * by]
}
