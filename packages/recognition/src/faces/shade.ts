import { unreachable } from '@qingzhou/domain/assert'

import { bell, noise, step } from './chance.ts'
import type { Colour, Features } from './features.ts'
import { type Point, unit } from './mesh.ts'
import { over, scaled } from './paint.ts'
import type { Posture } from './posture.ts'
import { type Sight, materials } from './raster.ts'
import { skinColour } from './skin.ts'

const KEY_LIGHT = unit([-0.45, 0.55, 0.9])
const FILL_LIGHT = unit([0.8, 0.1, 0.5])
/** Half way between the key light and the eye of the camera, where skin shines. */
const SHINE = unit([KEY_LIGHT[0], KEY_LIGHT[1], KEY_LIGHT[2] + 1])

/** Turns what the camera sees into colours, three bytes a pixel. */
export function shaded(features: Features, posture: Posture, sight: Sight): Uint8Array {
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
      return lit(scaled(features.skin, 0.86), normal, 0.05)
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
  // Light that went through skin comes out red, most where it grows dark.
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
  return over(scaled(hair, streaks), [0.42, 0.38, 0.36], band * 0.35)
}

function backdrop(size: number, pixel: number): Colour {
  const x = (pixel % size) / size
  const y = Math.floor(pixel / size) / size
  return scaled([0.84, 0.87, 0.9], 1 - 0.18 * step(0, 1, y) - 0.05 * Math.abs(x - 0.4))
}

function dot(one: Point, other: Point): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}
