import sharp from 'sharp'
import { characters, strokesOf } from '#features/onboarding/captcha/draw-captcha.ts'

type Point = readonly [x: number, y: number]
type Mask = { readonly width: number; readonly height: number; readonly ink: Uint8Array }
type Candidate = { readonly character: string; readonly x: number; readonly cost: number }

/**
 * Reads an image code as an attacker's script would that knows how the pictures are made: the
 * strokes of the characters, their sizes and rotations. It finds ink by local contrast (so that
 * inverted parts do not matter), fits every character at every position by the distance to the
 * nearest ink, penalises unexplained ink, and takes the best four side by side.
 */
export async function solve(image: string): Promise<string> {
  const mask = await inkOf(image)
  const toInk = distancesTo(mask)
  const found = shapes.flatMap((shape) => placesOf(shape, mask, toInk))
  return bestRow(found)
}

const LENGTH = 4
const STEP = 3
/** Minimum distance between neighbours. */
const APART_MIN = 30
const REACH = 6
/** Maximum average distance of a shape's points from ink. */
const COST_MAX = 1.8

/** Pixels that contrast with their surroundings and are the minority there. */
async function inkOf(image: string): Promise<Mask> {
  const bytes = Buffer.from(image.split(',')[1] ?? '', 'base64')
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const grey = (x: number, y: number) =>
    data[clamp(y, height) * width * info.channels + clamp(x, width) * info.channels] ?? 0
  const ink = new Uint8Array(width * height)
  const window = 9
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [sum, least, most, count] = [0, 255, 0, 0]
      for (let dy = -window; dy <= window; dy += 3) {
        for (let dx = -window; dx <= window; dx += 3) {
          const value = grey(x + dx, y + dy)
          sum += value
          count += 1
          least = Math.min(least, value)
          most = Math.max(most, value)
        }
      }
      const middle = (least + most) / 2
      const isDarkRare = sum / count > middle
      const value = grey(x, y)
      if (most - least > 60 && (isDarkRare ? value < middle : value > middle)) {
        ink[y * width + x] = 1
      }
    }
  }
  return { width, height, ink }
}

function clamp(value: number, end: number): number {
  return Math.max(0, Math.min(end - 1, value))
}

/** The distance from each pixel to the nearest ink, as a chamfer distance in two passes. */
function distancesTo({ width, height, ink }: Mask): Float32Array {
  const far = 99
  const way = Float32Array.from(ink, (isInk) => (isInk ? 0 : far))
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? far : (way[y * width + x] ?? far)
  const pass = (x: number, y: number, s: 1 | -1) => {
    const here = y * width + x
    way[here] = Math.min(
      at(x, y),
      at(x - s, y) + 1,
      at(x, y - s) + 1,
      at(x - s, y - s) + 1.4,
      at(x + s, y - s) + 1.4,
    )
  }
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pass(x, y, 1)
  for (let y = height - 1; y >= 0; y -= 1) for (let x = width - 1; x >= 0; x -= 1) pass(x, y, -1)
  return way
}

type Shape = {
  readonly character: string
  readonly points: readonly Point[]
  /** Whether a pixel around the centre is near the shape, by row and column. */
  readonly near: Uint8Array
}

const NEAR_WIDE = 17
const NEAR_HIGH = 26

/** Every character in a coarse grid of the possible rotations, sizes and shears. */
const shapes: readonly Shape[] = characters.flatMap((character) => {
  const drawn = strokesOf(character).flatMap(pointsAlong)
  return [-20, -10, 0, 10, 20].flatMap((degrees) =>
    [3.2, 3.6, 4].flatMap((size) =>
      [-0.15, 0.15].map((shear) => {
        const points = drawn.map((point) => turnPoint(point, { degrees, size, shear }))
        return { character, points, near: nearTo(points) }
      }),
    ),
  )
})

function nearTo(points: readonly Point[]): Uint8Array {
  const near = new Uint8Array((2 * NEAR_WIDE + 1) * (2 * NEAR_HIGH + 1))
  for (let y = -NEAR_HIGH; y <= NEAR_HIGH; y += 1) {
    for (let x = -NEAR_WIDE; x <= NEAR_WIDE; x += 1) {
      const isNear = points.some(([px, py]) => (px - x) ** 2 + (py - y) ** 2 <= 16)
      near[(y + NEAR_HIGH) * (2 * NEAR_WIDE + 1) + x + NEAR_WIDE] = isNear ? 1 : 0
    }
  }
  return near
}

function turnPoint(
  [x, y]: Point,
  { degrees, size, shear }: { degrees: number; size: number; shear: number },
): Point {
  const turn = (degrees * Math.PI) / 180
  const [wide, high] = [(x - 5 + shear * (y - 7)) * size, (y - 7) * size]
  return [
    wide * Math.cos(turn) - high * Math.sin(turn),
    wide * Math.sin(turn) + high * Math.cos(turn),
  ]
}

function pointsAlong(stroke: readonly Point[]): Point[] {
  return stroke.slice(1).flatMap(([toX, toY], index) => {
    const [fromX, fromY] = stroke[index] ?? [toX, toY]
    const steps = Math.max(1, Math.round(Math.hypot(toX - fromX, toY - fromY) / 1.2))
    return Array.from({ length: steps + 1 }, (_, step): Point => {
      const share = step / steps
      return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]
    })
  })
}

/** The best position of a shape in each column. */
function placesOf(
  { character, points, near }: Shape,
  mask: Mask,
  toInk: Float32Array,
): Candidate[] {
  const { width, height } = mask
  const found: Candidate[] = []
  for (let x = 20; x < width - 16; x += STEP) {
    let best = COST_MAX * points.length
    let bestY = -1
    for (let y = 32; y <= height - 32; y += STEP) {
      let sum = 0
      for (const [dx, dy] of points) {
        const px = Math.round(x + dx)
        const py = Math.round(y + dy)
        const isOff = px < 0 || py < 0 || px >= width || py >= height
        sum += isOff ? REACH : Math.min(REACH, toInk[py * width + px] ?? REACH)
        if (sum >= best) break
      }
      if (sum < best) [best, bestY] = [sum, y]
    }
    if (bestY < 0) continue
    found.push({
      character,
      x,
      cost: best / points.length + countUnexplained(near, x, bestY, mask),
    })
  }
  return found
}

/** The share of surrounding ink that is far from the shape, so that an L does not match every E. */
function countUnexplained(near: Uint8Array, x: number, y: number, mask: Mask): number {
  const { width, height, ink } = mask
  let [far, all] = [0, 0]
  for (let dy = -NEAR_HIGH; dy <= NEAR_HIGH; dy += 2) {
    for (let dx = -NEAR_WIDE; dx <= NEAR_WIDE; dx += 2) {
      const [px, py] = [x + dx, y + dy]
      if (px < 0 || py < 0 || px >= width || py >= height || !ink[py * width + px]) continue
      all += 1
      if (!near[(dy + NEAR_HIGH) * (2 * NEAR_WIDE + 1) + dx + NEAR_WIDE]) far += 1
    }
  }
  return all === 0 ? 3 : (3 * far) / all
}

/** The four separate candidates with the lowest total cost. */
function bestRow(found: readonly Candidate[]): string {
  const byColumn = new Map<number, Candidate>()
  for (const one of found) {
    const known = byColumn.get(one.x)
    if (!known || one.cost < known.cost) byColumn.set(one.x, one)
  }
  const columns = [...byColumn.values()].sort((a, b) => a.x - b.x)
  type Row = { readonly text: string; readonly cost: number; readonly x: number }
  let rows: Row[] = [{ text: '', cost: 0, x: -Infinity }]
  for (let place = 0; place < LENGTH; place += 1) {
    rows = columns.flatMap(({ character, x, cost }): Row[] => {
      const before = rows.filter((row) => row.x + APART_MIN <= x)
      if (before.length === 0) return []
      const best = before.reduce((least, row) => (row.cost < least.cost ? row : least))
      return [{ text: best.text + character, cost: best.cost + cost, x }]
    })
  }
  if (rows.length === 0) return ''
  return rows.reduce((least, row) => (row.cost < least.cost ? row : least)).text
}
