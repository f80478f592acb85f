import type { Picture } from '#id-card/picture.ts'
import { areaAround } from '#id-card/text-area.ts'
import type { Corner, TextArea } from '#id-card/text-area.ts'

type Corners = TextArea['corners']

/** Lays a picture onto another so that its corners come to lie where they are told, as seen by a camera. */
export function lay(picture: Picture, onto: Picture, corners: Corners): Picture {
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

/** The projective map that takes a four-cornered figure back to the unit square. */
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
