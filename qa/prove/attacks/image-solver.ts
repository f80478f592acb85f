import sharp from 'sharp'

/** Characters copied from a few pictures: strokes on a grid of 10 by 14. */
const drawings: Readonly<Record<string, string>> = {
  A: '0,14 5,0 10,14|2,9 8,9',
  C: '10,3 7,0 3,0 0,4 0,10 3,14 7,14 10,11',
  D: '0,0 0,14 5,14 10,10 10,4 5,0 0,0',
  E: '10,0 0,0 0,14 10,14|0,7 8,7',
  F: '10,0 0,0 0,14|0,7 8,7',
  H: '0,0 0,14|10,0 10,14|0,7 10,7',
  J: '4,0 10,0|8,0 8,11 5,14 2,14 0,11',
  K: '0,0 0,14|10,0 0,8|3,6 10,14',
  L: '0,0 0,14 9,14',
  M: '0,14 0,0 5,8 10,0 10,14',
  N: '0,14 0,0 10,14 10,0',
  P: '0,14 0,0 7,0 10,2 10,5 7,8 0,8',
  R: '0,14 0,0 7,0 10,2 10,5 7,8 0,8|5,8 10,14',
  T: '0,0 10,0|5,0 5,14',
  V: '0,0 5,14 10,0',
  W: '0,0 2,14 5,5 8,14 10,0',
  X: '0,0 10,14|10,0 0,14',
  Y: '0,0 5,7 10,0|5,7 5,14',
  3: '0,0 10,0 5,6 9,8 10,11 7,14 3,14 0,12',
  4: '7,14 7,0 0,10 10,10',
  7: '0,0 10,0 4,14|2,7 9,7',
  9: '10,5 7,8 3,8 0,5 0,3 3,0 7,0 10,3 10,9 7,14 2,14',
}

const SCALE = 3.3
const PITCH = 51
const FIRST_X = 28
const FIRST_Y = 20
const CHARACTERS = 4
/** The distance from ink at which a template point still counts as a hit. */
const REACH = 2

type Point = readonly [x: number, y: number]
type Picture = { readonly width: number; readonly height: number; readonly ink: Uint8Array }

/**
 * Reads four characters: dark pixels by a threshold, then the best template at each position,
 * rotation and shift.
 */
export async function solveImage(png: Buffer): Promise<string> {
  const picture = await darkPixels(png)
  return Array.from({ length: CHARACTERS }, (_, index) => readAt(picture, index)).join('')
}

async function darkPixels(png: Buffer): Promise<Picture> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const isDark = Uint8Array.from({ length: width * height }, (_, at) =>
    Number((data[at * info.channels] ?? 255) < 150),
  )
  return { width, height, ink: thicken(isDark, width, height) }
}

/** Thickens strokes, so that one displaced by a pixel or two still matches its template. */
function thicken(isDark: Uint8Array, width: number, height: number): Uint8Array {
  const thick = new Uint8Array(isDark.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isDark[y * width + x] !== 1) continue
      for (let dy = -REACH; dy <= REACH; dy += 1) {
        for (let dx = -REACH; dx <= REACH; dx += 1) {
          const [nx, ny] = [x + dx, y + dy]
          if (nx >= 0 && ny >= 0 && nx < width && ny < height) thick[ny * width + nx] = 1
        }
      }
    }
  }
  return thick
}

function readAt(picture: Picture, index: number): string {
  let [best, bestScore] = ['A', -1]
  for (const [character, points] of templates) {
    for (const turn of [-16, -8, 0, 8, 16]) {
      const turned = points.map((point) => turnBy(point, turn))
      for (let dx = -6; dx <= 6; dx += 3) {
        for (let dy = -8; dy <= 8; dy += 4) {
          const place = { x: FIRST_X + index * PITCH + dx, y: FIRST_Y + dy }
          const score = scoreOf(picture, turned, place)
          if (score > bestScore) [best, bestScore] = [character, score]
        }
      }
    }
  }
  return best
}

/**
 * The share of the template that is on ink; longer templates win over shorter ones with the same
 * share.
 */
function scoreOf(
  { width, height, ink }: Picture,
  points: readonly Point[],
  place: { readonly x: number; readonly y: number },
): number {
  let hit = 0
  for (const [x, y] of points) {
    const [px, py] = [Math.round(place.x + x * SCALE), Math.round(place.y + y * SCALE)]
    if (px >= 0 && py >= 0 && px < width && py < height && ink[py * width + px] === 1) hit += 1
  }
  return hit / points.length + points.length / 600
}

function turnBy([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180
  const [dx, dy] = [x - 5, y - 7]
  return [
    5 + dx * Math.cos(angle) - dy * Math.sin(angle),
    7 + dx * Math.sin(angle) + dy * Math.cos(angle),
  ]
}

const templates: readonly (readonly [string, readonly Point[]])[] = Object.entries(drawings).map(
  ([character, text]) => [character, text.split('|').flatMap(pointsAlong)],
)

function pointsAlong(stroke: string): Point[] {
  const corners = stroke.split(' ').map((pair) => pair.split(',').map(Number))
  return corners.slice(1).flatMap(([x = 0, y = 0], index) => {
    const [fromX = 0, fromY = 0] = corners[index] ?? []
    const steps = Math.max(1, Math.round(2 * Math.hypot(x - fromX, y - fromY)))
    return Array.from({ length: steps }, (_, step): Point => {
      const share = step / steps
      return [fromX + (x - fromX) * share, fromY + (y - fromY) * share]
    })
  })
}
