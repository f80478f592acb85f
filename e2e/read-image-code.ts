import type { Locator } from '@playwright/test'
import { characters, strokesOf } from '../apps/server/src/modules/onboarding/captcha/glyphs.ts'
import { inkOf } from './picture.ts'
import type { Point } from './picture.ts'

/**
 * Reads an image code off its picture. There is no back door to ask: the picture is read as a
 * person reads it, only that this reader knows the very strokes the characters are made of.
 */
export async function readImageCode(picture: Locator): Promise<string> {
  const glyphs = await inkOf(picture)
  return glyphs.map(characterOf).join('')
}

function characterOf(ink: readonly Point[]): string {
  const seen = centred(thinned(ink))
  const fits = characters.map((character) => ({ character, misfit: misfitOf(character, seen) }))
  return fits.reduce((best, one) => (one.misfit < best.misfit ? one : best)).character
}

/** How far a character is from what is seen, turned and stretched as it fits best. */
function misfitOf(character: string, seen: readonly Point[]): number {
  const drawn = strokesOf(character).flatMap(pointsAlong)
  const tries = turns.flatMap((turn) =>
    stretches.map((stretch) => {
      const placed = centred(drawn.map((point) => turned(point, turn, stretch)))
      return distance(placed, seen) + distance(seen, placed)
    }),
  )
  return Math.min(...tries)
}

const turns = [-18, -12, -6, 0, 6, 12, 18].map((degrees) => (degrees * Math.PI) / 180)
const stretches = [0.9, 1, 1.1].flatMap((x) =>
  [0.9, 1, 1.1].map((y) => [x * 3.3, y * 3.3] as const),
)

function turned([x, y]: Point, turn: number, [stretchX, stretchY]: Point): Point {
  const [wide, high] = [x * stretchX, y * stretchY]
  return [
    wide * Math.cos(turn) - high * Math.sin(turn),
    wide * Math.sin(turn) + high * Math.cos(turn),
  ]
}

/** Points a stroke passes through, evenly spaced, so that a long line weighs more than a short. */
function pointsAlong(stroke: readonly Point[]): Point[] {
  return stroke.slice(1).flatMap(([toX, toY], index) => {
    const [fromX, fromY] = stroke[index] ?? [toX, toY]
    const steps = Math.max(1, Math.round(Math.hypot(toX - fromX, toY - fromY) / 0.8))
    return Array.from({ length: steps }, (_, step): Point => {
      const share = step / steps
      return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]
    })
  })
}

/** Every few pixels are enough. */
function thinned(points: readonly Point[]): Point[] {
  return points.filter(([x, y]) => (x + y) % 3 === 0 && y % 2 === 0)
}

function centred(points: readonly Point[]): Point[] {
  const count = Math.max(1, points.length)
  const x = points.reduce((sum, point) => sum + point[0], 0) / count
  const y = points.reduce((sum, point) => sum + point[1], 0) / count
  return points.map((point) => [point[0] - x, point[1] - y])
}

/** The mean way from each point to the nearest of the others. */
function distance(points: readonly Point[], others: readonly Point[]): number {
  let sum = 0
  for (const [x, y] of points) {
    let nearest = Infinity
    for (const [otherX, otherY] of others) {
      const square = (x - otherX) ** 2 + (y - otherY) ** 2
      if (square < nearest) nearest = square
    }
    sum += Math.min(64, nearest)
  }
  return sum / Math.max(1, points.length)
}
