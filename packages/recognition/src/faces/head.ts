import { bell, mix, step } from './chance.ts'
import type { Features } from './features.ts'
import { type Mesh, type Point, meshOf } from './mesh.ts'
import type { Posture } from './posture.ts'

const TOP = 1.45
const CHIN = -1.5

/** The skin of head and ears. Its surface coordinates are those of the flat face at rest. */
export function headMesh(features: Features, posture: Posture): Mesh {
  return meshOf({ material: 'skin', columns: 221, rows: 191 }, (across, up) => {
    const azimuth = azimuthOf(across)
    const y = heightOf(up)
    const flat = sectionPoint(features, azimuth, y)
    return {
      point: posePoint(features, posture, { flat, facing: step(0, 0.35, Math.cos(azimuth)) }),
      surface: [Math.cos(azimuth) > 0 ? flat[0] : Math.sign(flat[0]) * (2 - Math.abs(flat[0])), y],
    }
  })
}

/** Most columns are at the front, where the face is. */
function azimuthOf(across: number): number {
  const share = across * 2 - 1
  return Math.PI * (0.55 * share + 0.45 * share ** 3)
}

/** Rows are denser at the poles, so that chin and crown stay round. */
function heightOf(up: number): number {
  const even = CHIN + (TOP - CHIN) * up
  const polar = (TOP + CHIN) / 2 - ((TOP - CHIN) / 2) * Math.cos(Math.PI * up)
  return mix(even, polar, 0.6)
}

/** The head without features: a stack of rounded sections. */
export function sectionPoint(features: Features, azimuth: number, y: number): Point {
  const width = halfWidth(features, y)
  const depth = Math.cos(azimuth) > 0 ? frontDepth(y) : backDepth(y)
  const sine = Math.sin(azimuth)
  const cosine = Math.cos(azimuth)
  // A superellipse: the front of a face is flatter than an egg.
  const reach = (Math.abs(sine) ** 2.35 + Math.abs(cosine) ** 2.35) ** (-1 / 2.35)
  return [width * sine * reach, y, depth * cosine * reach]
}

function halfWidth({ cheeks, jaw, chin }: Features, y: number): number {
  if (y > 0.3) return cheeks * Math.sqrt(Math.max(0, 1 - ((y - 0.3) / (TOP - 0.3)) ** 2.4))
  const jawWidth = cheeks * jaw
  const chinWidth = jawWidth * chin
  return through(y, [
    [CHIN, 0],
    [-1.48, chinWidth * 0.55],
    [-1.42, chinWidth * 0.85],
    [-1.3, chinWidth * 1.15],
    [-1.1, mix(chinWidth * 1.15, jawWidth, 0.62)],
    [-0.8, jawWidth],
    [-0.4, mix(jawWidth, cheeks, 0.7)],
    [0.3, cheeks],
  ])
}

function frontDepth(y: number): number {
  if (y > 0.3) return 1.12 * Math.sqrt(Math.max(0, 1 - ((y - 0.3) / (TOP - 0.3)) ** 2.6))
  return through(y, [
    [CHIN, 0.45],
    [-1.44, 0.78],
    [-1.3, 0.95],
    [-0.9, 1.04],
    [-0.4, 1.04],
    [0.3, 1.12],
  ])
}

function backDepth(y: number): number {
  if (y > 0.1) return 1.3 * Math.sqrt(Math.max(0, 1 - ((y - 0.1) / (TOP - 0.1)) ** 2.4))
  return through(y, [
    [CHIN, 0],
    [-1.3, 0.2],
    [-0.9, 0.75],
    [-0.4, 1.15],
    [0.1, 1.3],
  ])
}

type Knot = readonly [at: number, value: number]

/** Linear between the knots, then smoothed by averaging to both sides. */
function through(at: number, knots: readonly Knot[]): number {
  const near = 0.05
  return (straight(at - near, knots) + 2 * straight(at, knots) + straight(at + near, knots)) / 4
}

function straight(at: number, knots: readonly Knot[]): number {
  let before = knots[0] ?? [0, 0]
  for (const knot of knots) {
    if (at <= knot[0]) {
      const gap = knot[0] - before[0]
      return gap === 0 ? knot[1] : mix(before[1], knot[1], Math.max(0, (at - before[0]) / gap))
    }
    before = knot
  }
  return before[1]
}

/** Adds nose, eye sockets and lips, lowers the jaw for an open mouth, and stretches the face. */
function posePoint(
  features: Features,
  posture: Posture,
  { flat, facing }: { flat: Point; facing: number },
): Point {
  const [x, y, z] = flat
  const lift = facing * relief(features, posture, Math.abs(x), y)
  const jawDrop =
    posture.mouth * 0.36 * step(-features.mouthHeight + 0.02, -features.mouthHeight - 0.08, y)
  const stretched = y < 0 ? y * features.faceLength : y
  return [x, stretched - jawDrop * facing, z + lift]
}

/** How far the face protrudes, at a distance `x` from its middle. */
function relief(features: Features, posture: Posture, x: number, y: number): number {
  const { eyeDistance, socket, brow, cheekbone, mouthHeight, mouthWidth, upperLip, lowerLip } =
    features
  const eye = x - eyeDistance
  const mouth = y + mouthHeight
  const inMouth = bell(x, mouthWidth * 0.85)
  return (
    nose(features, x, y) -
    socket * bell(eye, 0.24) * bell(y - 0.03, 0.17) +
    0.075 * bell(eye, 0.15) * bell(y, 0.12) +
    (0.03 + brow) * bell(x - 0.32, 0.3) * bell(y - 0.25, 0.1) +
    cheekbone * bell(x - 0.62, 0.26) * bell(y + 0.34, 0.24) +
    0.07 * bell(x, 0.42) * bell(mouth, 0.28) +
    inMouth * 0.055 * bell(mouth - upperLip * 0.7, upperLip) +
    inMouth * 0.07 * bell(mouth + lowerLip * 0.75, lowerLip) -
    0.05 * bell(x, 0.26) * bell(mouth + lowerLip + 0.13, 0.07) +
    0.1 * bell(x, 0.24) * bell(y + 1.36, 0.15) -
    0.02 * bell(x, 0.04) * bell(mouth - upperLip - 0.08, 0.07) -
    posture.mouth * 0.16 * bell(x, mouthWidth * 0.7) * bell(mouth, 0.07)
  )
}

function nose({ noseLength, noseWidth, noseHeight }: Features, x: number, y: number): number {
  const down = step(0.22, -noseLength, y)
  const end = step(-noseLength - 0.2, -noseLength + 0.03, y)
  const width = mix(0.085, noseWidth * 0.62, down ** 2)
  const ridge = mix(0.05, noseHeight, down ** 1.3) * bell(x, width) * end * step(0.42, 0.1, y)
  const tip = 0.07 * bell(x, noseWidth * 0.5) * bell(y + noseLength - 0.02, 0.1)
  const wing = 0.15 * bell(x - noseWidth * 0.8, 0.085) * bell(y + noseLength + 0.02, 0.1)
  return ridge + tip + wing
}
