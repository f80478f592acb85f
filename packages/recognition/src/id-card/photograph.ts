import type { Sharp } from 'sharp'
import sharp from 'sharp'
import type { Picture } from '#id-card/picture.ts'
import { open, toPicture } from '#id-card/picture.ts'
import type { Corner, TextArea } from '#id-card/text-area.ts'
import { areaAround } from '#id-card/text-area.ts'

const DESK = '#7d6a58'
/** The corners of a card that is held slightly askew, near and far. */
const NEAR = places([232, 262], [1366, 196], [1422, 938], [198, 962])
const FAR = places([420, 420], [996, 404], [1012, 770], [404, 776])

/** The conditions under which people photograph a card. */
const ways = {
  plain: (card) => card,
  quarterTurn: (card) => card.rotate(90),
  upsideDown: (card) => card.rotate(180),
  threeQuarterTurn: (card) => card.rotate(270),
  tilted: (card) => card.rotate(6, { background: DESK }),
  mildBlur: (card) => card.blur(1.6),
  heavyBlur: (card) => card.blur(3.2),
  outOfFocus: (card) => card.blur(8),
  dim: (card) => grain(card.linear(0.25, 2)),
  dark: (card) => grain(card.linear(0.05, 1)),
  glare: (card) => card.composite([{ input: Buffer.from(lamp()) }]),
  phone: (card) => layOnDesk(card, NEAR),
  far: (card) => layOnDesk(card, FAR),
} satisfies Record<string, (card: Sharp) => Sharp | Promise<Sharp>>

export type Way = keyof typeof ways
// The keys of the table above, as they are written there.
export const waysToPhotograph = Object.keys(ways) as Way[]

/** Simulates a photograph of a drawn card, the same each time. */
export async function photograph(card: Buffer, way: Way): Promise<Buffer> {
  const taken = await ways[way](sharp(card).flatten({ background: DESK }))
  return taken.jpeg({ quality: 82 }).toBuffer()
}

function places(...corners: readonly [XY, XY, XY, XY]): TextArea['corners'] {
  const [a, b, c, d] = corners
  const corner = ([x, y]: XY) => ({ x, y })
  return [corner(a), corner(b), corner(c), corner(d)]
}

type XY = readonly [x: number, y: number]

/** The reflection of a lamp over the middle of a card. */
function lamp(): string {
  return `
    <svg xmlns="http://www.w3.org/2000/svg" width="1012" height="638">
      <radialGradient id="lamp">
        <stop offset="0.45" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
      </radialGradient>
      <ellipse cx="420" cy="400" rx="360" ry="260" fill="url(#lamp)"/>
    </svg>`
}

async function layOnDesk(card: Sharp, corners: TextArea['corners']): Promise<Sharp> {
  const desk = await toPicture(sharp(Buffer.from(drawDesk())))
  return (await grain(open(lay(await toPicture(card), desk, corners)))).blur(0.7)
}

function drawDesk(): string {
  return `
    <svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
      <radialGradient id="light" cx="0.4" cy="0.3" r="0.9">
        <stop offset="0" stop-color="#93806c"/><stop offset="1" stop-color="#4d4036"/>
      </radialGradient>
      <rect width="1600" height="1200" fill="url(#light)"/>
    </svg>`
}

/** The noise of a small sensor, from a fixed sequence. */
async function grain(picture: Sharp): Promise<Sharp> {
  const { data, ...size } = await toPicture(picture)
  let state = 20_261_115
  const noisy = data.map((value) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.max(0, Math.min(255, value + (state / 2 ** 32 - 0.5) * 22))
  })
  return open({ ...size, data: Buffer.from(noisy) })
}

type Corners = TextArea['corners']

/** Projects a picture onto another with its corners at the given points, as seen by a camera. */
function lay(picture: Picture, onto: Picture, corners: Corners): Picture {
  const data = Buffer.from(onto.data)
  const back = towardsSquare(corners)
  const { left, top, width, height } = areaAround([{ corners }], { room: 0, within: onto })
  for (let y = top; y < top + height; y += 1) {
    for (let x = left; x < left + width; x += 1) {
      const { u, v } = back({ x, y })
      if (u < 0 || u >= 1 || v < 0 || v >= 1) continue
      sample(
        picture,
        { x: u * (picture.width - 1), y: v * (picture.height - 1) },
        data,
        (y * onto.width + x) * 3,
      )
    }
  }
  return { ...onto, data }
}

/** The projective map from a quadrilateral to the unit square. */
function towardsSquare([a, b, c, d]: Corners): (point: Corner) => { u: number; v: number } {
  const [dx1, dx2, dx3] = [b.x - c.x, d.x - c.x, a.x - b.x + c.x - d.x]
  const [dy1, dy2, dy3] = [b.y - c.y, d.y - c.y, a.y - b.y + c.y - d.y]
  const area = dx1 * dy2 - dx2 * dy1
  const g = (dx3 * dy2 - dx2 * dy3) / area
  const h = (dx1 * dy3 - dx3 * dy1) / area
  const [m11, m12, m13] = [b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x]
  const [m21, m22, m23] = [b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y]
  return ({ x, y }) => {
    // Solves for (u, v) by Cramer's rule.
    const [p1, p2, p3] = [m11 - g * x, m12 - h * x, x - m13]
    const [q1, q2, q3] = [m21 - g * y, m22 - h * y, y - m23]
    const determinant = p1 * q2 - p2 * q1
    return { u: (p3 * q2 - p2 * q3) / determinant, v: (p1 * q3 - p3 * q1) / determinant }
  }
}

/** Blends the four pixels around a point. */
function sample({ width, data }: Picture, { x, y }: Corner, into: Buffer, at: number): void {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [right, bottom] = [x - left, y - top]
  const from = (top * width + left) * 3
  for (let channel = 0; channel < 3; channel += 1) {
    const pixel = (offset: number) => data[from + offset + channel] ?? 0
    const upper = pixel(0) * (1 - right) + pixel(3) * right
    const lower = pixel(width * 3) * (1 - right) + pixel(width * 3 + 3) * right
    into[at + channel] = upper * (1 - bottom) + lower * bottom
  }
}
