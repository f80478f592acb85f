import { bell, mix, noise, step } from './chance.ts'
import { eyePainted, over, scaleColour } from './features.ts'
import type { Colour, Features } from './features.ts'
import type { Posture } from './posture.ts'

/** The colour of a place on the flat face, before lighting. */
export function skinColour(
  features: Features,
  posture: Posture,
  [x, y]: readonly [number, number],
) {
  const side = Math.abs(x)
  let colour = complexion(features, side, y)
  colour = paintAge(features, colour, { side, y })
  colour = paintBeard(features, colour, { side, x, y })
  colour = paintBrows(features, colour, { side, x, y })
  colour = eyePainted(features, posture, colour, { side, x, y })
  colour = mouthPainted(features, posture, colour, { side, y })
  return glassesPainted(features, colour, { side, y })
}

type Place = { readonly side: number; readonly y: number }
type SidedPlace = Place & { readonly x: number }

function complexion({ skin, noseLength, noseWidth }: Features, side: number, y: number): Colour {
  const mottle = 0.96 + 0.08 * noise(side * 9 + 40, y * 9) * noise(side * 31, y * 31)
  const blush =
    0.32 * bell(side - 0.55, 0.28) * bell(y + 0.42, 0.25) +
    0.25 * bell(side, 0.14) * bell(y + noseLength, 0.14)
  const rosy = over(scaleColour(skin, mottle), [skin[0], skin[1] * 0.72, skin[2] * 0.7], blush)
  const nostril = bell(side - noseWidth * 0.46, 0.05) * bell(y + noseLength + 0.095, 0.028)
  const underNose = 0.12 * bell(side, noseWidth) * bell(y + noseLength + 0.15, 0.05)
  const beside = 0.25 * bell(side - noseWidth * 1.15, 0.05) * bell(y + noseLength, 0.1)
  return over(rosy, scaleColour(skin, 0.2), Math.min(0.95, nostril + underNose + beside))
}

function paintAge(
  { age, skin, noseWidth, mouthWidth, noseLength, mouthHeight }: Features,
  colour: Colour,
  { side, y }: Place,
): Colour {
  const along = step(-noseLength + 0.05, -mouthHeight - 0.02, y)
  const foldSide = mix(noseWidth * 1.25, mouthWidth * 1.35, along)
  const fold =
    bell(side - foldSide, 0.035) *
    step(-noseLength + 0.12, -noseLength - 0.02, y) *
    step(-mouthHeight - 0.2, -mouthHeight, y)
  const bag = bell(side - 0.4, 0.2) * bell(y + 0.17 + 0.4 * (side - 0.4) ** 2, 0.03)
  const forehead = bell(Math.sin(y * 26 + side), 0.3) * bell(y - 0.62, 0.2) * bell(side, 0.5)
  const share = age * (0.38 * fold + 0.34 * bag + 0.22 * forehead)
  return over(colour, scaleColour(skin, 0.45), share)
}

function paintBeard(features: Features, colour: Colour, { side, x, y }: SidedPlace): Colour {
  const { beard, moustache, hair, mouthHeight, mouthWidth, noseLength } = features
  if (beard === 0 && moustache === 0) return colour
  const grain = 0.65 + 0.35 * noise(x * 60, y * 40)
  const cheekLine = mix(-0.95, -0.35, step(0.4, 0.95, side))
  const jawHair = beard * step(cheekLine + 0.1, cheekLine - 0.1, y)
  const lipTop = -noseLength - 0.14
  const lipHair =
    moustache *
    step(lipTop + 0.03, lipTop - 0.03, y) *
    step(-mouthHeight - 0.02, -mouthHeight + 0.04, y) *
    step(mouthWidth * 1.2, mouthWidth * 0.9, side)
  const share = Math.max(jawHair, lipHair) * grain
  return over(colour, hair, Math.min(0.92, share))
}

function paintBrows(features: Features, colour: Colour, { side, x, y }: SidedPlace): Colour {
  const { browHeight, browThickness, browSlant, browArch, eyeDistance, hair } = features
  const along = (side - eyeDistance + 0.02) / 0.27
  const arch = browHeight + browSlant * 0.3 * along - browArch * along ** 2
  const thickness = browThickness * (1 - 0.55 * step(0, 1, along))
  const hairs = 0.7 + 0.3 * noise(x * 70 + y * 40, y * 90)
  const share =
    step(1, 0.85, Math.abs(along)) * step(thickness, thickness * 0.45, Math.abs(y - arch))
  return over(colour, scaleColour(hair, 0.9), 0.9 * share * hairs)
}

function mouthPainted(
  features: Features,
  posture: Posture,
  colour: Colour,
  { side, y }: Place,
): Colour {
  const { mouthWidth, mouthHeight, upperLip, lowerLip, lips } = features
  const span = side / (mouthWidth * (1 - 0.2 * posture.mouth))
  const mouth = y + mouthHeight - features.smile * span ** 2
  if (span > 1.15) return colour
  const round = Math.sqrt(Math.max(0, 1 - span ** 2))
  const top = upperLip * round * (1 - 0.2 * bell(side, 0.05))
  const bottom = -lowerLip * round ** 0.8
  const onLips = step(top + 0.012, top - 0.012, mouth) * step(bottom - 0.012, bottom + 0.012, mouth)
  const lit = scaleColour(lips, mouth > 0 ? 0.85 : 1.06)
  const painted = over(colour, lit, span < 1 ? onLips : 0)
  const line = 0.75 * bell(mouth + 0.014 * Math.cos(span * 3), 0.014) * step(1.12, 0.95, span)
  const closed = over(painted, scaleColour(lips, 0.28), line)
  if (posture.mouth === 0) return closed

  // An open mouth is rounder than a shut one.
  const opening = Math.sqrt(Math.max(0, 1 - (span / (1 - 0.14 * posture.mouth)) ** 2))
  const gapTop = 0.02 * posture.mouth * opening
  const gapBottom = -0.085 * posture.mouth * opening
  if (mouth > gapTop || mouth < gapBottom) return closed
  return mouth > gapTop - 0.022 * opening ? [0.86, 0.84, 0.8] : [0.22, 0.06, 0.06]
}

function glassesPainted(
  { glasses, lens, eyeDistance }: Features,
  colour: Colour,
  { side, y }: Place,
): Colour {
  if (glasses === 0) return colour
  const corner = 2 + 3 * lens
  const across = Math.abs((side - eyeDistance - 0.01) / 0.31)
  const up = Math.abs((y + 0.03) / (0.3 - 0.1 * lens))
  const around = (across ** corner + up ** corner) ** (1 / corner)
  const frame = step(0.09, 0.06, Math.abs(around - 1))
  const bridge = side < eyeDistance - 0.3 ? bell(y - 0.04, 0.03) : 0
  const arm = side > eyeDistance + 0.33 && side < 1.6 ? bell(y - 0.05, 0.035) : 0
  return over(colour, [0.07, 0.06, 0.07], Math.min(1, glasses * Math.max(frame, bridge, arm)))
}
