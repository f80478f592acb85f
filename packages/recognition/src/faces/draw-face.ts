import sharp from 'sharp'
import { unreachable } from '@qingzhou/domain/assert'
import { bell, noise, step } from './chance.ts'
import { over, scaleColour, featuresOf } from './features.ts'
import type { Colour, Features } from './features.ts'
import { headMesh, sectionPoint } from './head.ts'
import type { Material, Mesh, Point } from './mesh.ts'
import { meshOf, rotateMesh, unit } from './mesh.ts'
import type { Pose, Posture } from './posture.ts'
import { postureOf } from './posture.ts'
import type { Sight } from './raster.ts'
import { look, materials } from './raster.ts'
import { skinColour } from './skin.ts'

const KEY_LIGHT = unit([-0.45, 0.55, 0.9])
const FILL_LIGHT = unit([0.8, 0.1, 0.5])
/** Half way between the key light and the camera, where skin shines. */
const SHINE = unit([KEY_LIGHT[0], KEY_LIGHT[1], KEY_LIGHT[2] + 1])

/** Converts the rendered surfaces into colours, three bytes a pixel. */
function shadePicture(features: Features, posture: Posture, sight: Sight): Uint8Array {
  const picture = new Uint8Array(sight.size * sight.size * 3)
  for (let pixel = 0; pixel < sight.size * sight.size; pixel += 1) {
    const [red, green, blue] = pixelColour(features, posture, sight, pixel)
    picture[pixel * 3] = byteOf(red)
    picture[pixel * 3 + 1] = byteOf(green)
    picture[pixel * 3 + 2] = byteOf(blue)
  }
  return picture
}

function byteOf(light: number): number {
  return Math.round(255 * Math.min(1, Math.max(0, light)))
}

function pixelColour(features: Features, posture: Posture, sight: Sight, pixel: number): Colour {
  const x = sight.surface[pixel * 2] ?? 0
  const y = sight.surface[pixel * 2 + 1] ?? 0
  const normal = normalAt(sight, pixel)
  const material = materials[sight.material[pixel] ?? materials.length]
  if (!material) return backdrop(sight.size, pixel)
  switch (material) {
    case 'skin':
      return lit(skinColour(features, posture, [x, y]), normal, 0.1)
    case 'neck':
      return lit(scaleColour(features.skin, 0.86), normal, 0.05)
    case 'cloth':
      return lit(features.cloth, normal, 0)
    case 'hair':
      return lit(strand(features, x, y), normal, 0.22)
    default:
      return unreachable(material)
  }
}

function normalAt({ normals }: Sight, pixel: number): Point {
  const normal = unit([
    normals[pixel * 3] ?? 0,
    normals[pixel * 3 + 1] ?? 0,
    normals[pixel * 3 + 2] ?? 0,
  ])
  return normal
}

function lit(colour: Colour, normal: Point, gloss: number): Colour {
  const key = Math.max(0, dot(normal, KEY_LIGHT) * 0.8 + 0.2)
  const fill = Math.max(0, dot(normal, FILL_LIGHT))
  const light = 0.3 + 0.12 * normal[1] + 0.62 * key + 0.2 * fill
  const shine = gloss * Math.max(0, dot(normal, SHINE)) ** 18
  // Light scattered in skin is red, mostly where it becomes dark.
  const warm = 0.04 * bell(key - 0.35, 0.25)
  return [
    colour[0] * (light + warm) + shine,
    colour[1] * light + shine,
    colour[2] * (light - warm * 0.3) + shine,
  ]
}

function strand({ hair }: Features, azimuth: number, up: number): Colour {
  const streaks = 0.7 + 0.6 * noise(azimuth * 90, up * 2.2) * noise(azimuth * 37 + 9, up * 3)
  const band = 0.4 * bell(up - 0.45 - 0.1 * noise(azimuth * 20, 1), 0.2)
  return over(scaleColour(hair, streaks), [0.42, 0.38, 0.36], band * 0.35)
}

function backdrop(size: number, pixel: number): Colour {
  const x = (pixel % size) / size
  const y = Math.floor(pixel / size) / size
  return scaleColour([0.84, 0.87, 0.9], 1 - 0.18 * step(0, 1, y) - 0.05 * Math.abs(x - 0.4))
}

function dot(one: Point, other: Point): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

const DEFAULT_SIZE = 480
/** Drawn larger and scaled down, so that edges are soft like those of a lens. */
const OVERSAMPLING = 1.5

/**
 * Draws a fictional person as a square PNG: the same seed is the same person in any pose. No real
 * photograph is needed for tests and demonstrations.
 */
export async function drawFace(order: {
  readonly seed: string
  readonly pose?: Pose
  readonly size?: number
}): Promise<Buffer> {
  const size = order.size ?? DEFAULT_SIZE
  const drawn = Math.round(size * OVERSAMPLING)
  const pixels = render(featuresOf(order.seed), postureOf(order.pose ?? {}), drawn)
  return sharp(pixels, { raw: { width: drawn, height: drawn, channels: 3 } })
    .resize(size, size)
    .png()
    .toBuffer()
}

function render(features: Features, posture: Posture, size: number): Uint8Array {
  const radians = (posture.yaw * Math.PI) / 180
  const head = [headMesh(features, posture), hairMesh(features), ...earMeshes(features)]
  const meshes = [...head.map((mesh) => rotateMesh(mesh, radians)), ...bodyMeshes(features)]
  return shadePicture(features, posture, look(meshes, size))
}

/** A shell around the head. Its surface coordinate is the height above the hairline. */
function hairMesh(features: Features): Mesh {
  const lowest = features.isLongHaired ? -2.3 : -0.9
  return meshOf({ material: 'hair', columns: 181, rows: 111 }, (across, up) => {
    const azimuth = Math.PI * (across * 2 - 1)
    const polar = 0.5 - 0.5 * Math.cos(Math.PI * up)
    const y = lowest + (1.449 - lowest) * (0.4 * up + 0.6 * polar)
    // Long hair hangs straight from where the head is widest.
    const [x, , z] = sectionPoint(features, azimuth, features.isLongHaired ? Math.max(y, -0.2) : y)
    const strands = 0.02 * noise(azimuth * 14, y * 3)
    const volume = 1 + features.hairVolume * step(-0.2, 1, y) + 0.04 + strands
    const hang = features.isLongHaired ? 1 + 0.12 * step(0.2, -1.2, y) : 1
    const lifted = y > 0 ? y * (1 + features.hairVolume * 0.6) + 0.03 : y
    return {
      point: [x * volume * hang, lifted, z * volume - 0.04],
      surface: [azimuth, edgeDistance(features, azimuth, y)],
    }
  })
}

/** Positive inside the hair. */
function edgeDistance(features: Features, azimuth: number, y: number): number {
  const side = Math.abs(azimuth) / Math.PI
  const jagged = 0.04 * noise(azimuth * 30, 7) + 0.03 * noise(azimuth * 75, 3)
  const forehead = features.hairline - features.fringe * step(0.36, 0.1, side) - 0.5 * side
  const cheekEdge = features.isLongHaired ? -2.2 : -0.28
  const edge = forehead + (cheekEdge - forehead) * step(0.3, 0.42, side)
  const neckEdge = features.isLongHaired ? -2.3 : -0.85
  return y - (edge + (neckEdge - edge) * step(0.6, 0.7, side)) - jagged
}

type Egg = {
  readonly material: Material
  readonly centre: Point
  readonly radii: Point
}

/** All round shapes: ears turn with the head, neck and shoulders do not. */
function earMeshes({ cheeks, isLongHaired }: Features): Mesh[] {
  if (isLongHaired) return []
  return [-1, 1].map((side) =>
    egg({
      material: 'neck',
      centre: [side * cheeks * 0.99, -0.12, -0.12],
      radii: [0.1, 0.33, 0.2],
    }),
  )
}

function bodyMeshes({ jaw, cheeks }: Features): Mesh[] {
  const neck = 0.42 + 0.22 * jaw * cheeks
  return [
    egg({ material: 'neck', centre: [0, -1.7, -0.3], radii: [neck, 1.5, neck * 0.95] }),
    egg({ material: 'cloth', centre: [0, -3.15, -0.35], radii: [2.5, 1.3, 0.95] }),
  ]
}

function egg({ material, centre, radii }: Egg): Mesh {
  return meshOf({ material, columns: 61, rows: 41 }, (across, up) => {
    const azimuth = Math.PI * (across * 2 - 1)
    const polar = Math.PI * (up - 0.5)
    const point: Point = [
      centre[0] + radii[0] * Math.cos(polar) * Math.sin(azimuth),
      centre[1] + radii[1] * Math.sin(polar),
      centre[2] + radii[2] * Math.cos(polar) * Math.cos(azimuth),
    ]
    return { point, surface: [point[0], point[1]] }
  })
}
