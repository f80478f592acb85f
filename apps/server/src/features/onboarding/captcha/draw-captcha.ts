import { brandPairs, type ColourPair } from '@qingzhou/platform/config/brand'

/** Points of a stroke on a grid 10 wide and 14 high. */
type Stroke = readonly (readonly [x: number, y: number])[]

/**
 * Our own characters as strokes: no font is required, and none can be matched against. Easily
 * confused characters are omitted: 0 O Q, 1 I, 2 Z, 5 S, 8 B, 6 G, U.
 */
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

export const characters = Object.keys(drawings)

export function strokesOf(character: string): readonly Stroke[] {
  return (drawings[character] ?? '').split('|').map((stroke) => stroke.split(' ').map(pointOf))
}

function pointOf(text: string): readonly [number, number] {
  const [x, y] = text.split(',').map(Number)
  return [x ?? 0, y ?? 0]
}

const WIDTH = 240
const HEIGHT = 88
/** Colour pairs with sufficient contrast; either colour may be the ink. A partner's brand has its own. */
const PAIRS: readonly ColourPair[] =
  brandPairs.length > 0
    ? brandPairs
    : [
        ['#eef3fb', '#1d4ed8'],
        ['#ecf7f5', '#0f766e'],
        ['#fbf1ea', '#9a3412'],
        ['#f6f0fc', '#6b21a8'],
        ['#f1f3f6', '#374151'],
      ]

type Point = readonly [x: number, y: number]

/** Draws the characters rotated, bent and partly inverted, as a data URL. */
export async function drawCaptcha(code: string): Promise<string> {
  // Loaded with the first picture, because it is a native library.
  const { default: sharp } = await import('sharp')
  const png = await sharp(Buffer.from(svgOf(code)))
    // Two inks and their blends: sixteen colours are enough, in half the bytes.
    .png({ palette: true, colours: 16, compressionLevel: 9, effort: 3 })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/**
 * Characters and noise have the same ink, width and opacity, so that neither colour nor thickness
 * distinguishes them. A part of the picture is inverted, so no single threshold separates ink from
 * background.
 */
function svgOf(code: string): string {
  const [light, dark] = PAIRS[Math.floor(Math.random() * PAIRS.length)] ?? ['#ffffff', '#000000']
  const width = between(4.4, 5.2)
  const lines = strokes(code)
    .map((points) => `<path d="${smoothPath(points)}"/>`)
    .join('')
  const drawing = (ink: string) =>
    `<g fill="none" stroke="${ink}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${lines}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><clipPath id="inverted"><path d="${invertedPart()}"/></clipPath></defs>
<rect width="100%" height="100%" fill="${light}"/>${drawing(dark)}
<g clip-path="url(#inverted)"><rect width="100%" height="100%" fill="${dark}"/>${drawing(light)}</g>
</svg>`
}

/** Shuffled, so that the order in the file does not distinguish them either. */
function strokes(code: string): Point[][] {
  const bend = randomBend()
  const characters = placeGlyphs(code).flatMap(({ character, place }) =>
    strokesOf(character).map((stroke) => dense(stroke).map(place)),
  )
  const scraps = Array.from({ length: 2 }, noiseScrap)
  return [...characters, ...scraps]
    .map((points) => points.map(bend))
    .sort(() => Math.random() - 0.5)
}

type PlacedGlyph = { readonly character: string; readonly place: (point: Point) => Point }

/** No fixed slots: positions depend on random sizes and gaps. */
function placeGlyphs(code: string): PlacedGlyph[] {
  const glyphs = Array.from(code, (character) => ({ character, size: between(3.2, 3.9) }))
  const gaps = glyphs.map(() => between(9, 16))
  const total = glyphs.reduce((sum, { size }, index) => sum + size * 10 + (gaps[index] ?? 0), 0)
  let left = Math.max(10, (WIDTH - total) / 2 + between(-10, 10))
  return glyphs.map(({ character, size }, index) => {
    const centre: Point = [left + size * 5, HEIGHT / 2 + between(-7, 7)]
    left += size * 10 + (gaps[index] ?? 0)
    const turn = (between(-14, 14) * Math.PI) / 180
    const [shear, stretch] = [between(-0.15, 0.15), between(0.95, 1.15)]
    return {
      character,
      place: ([x, y]) => {
        const [wide, high] = [(x - 5 + shear * (y - 7)) * size, (y - 7) * size * stretch]
        return [
          centre[0] + wide * Math.cos(turn) - high * Math.sin(turn),
          centre[1] + wide * Math.sin(turn) + high * Math.cos(turn),
        ]
      },
    }
  })
}

/** Distorts the whole picture with waves, so that no stroke is straight. */
function randomBend(): (point: Point) => Point {
  const [phaseX, phaseY] = [between(0, 7), between(0, 7)]
  const [waveX, waveY] = [between(45, 70), between(50, 90)]
  const [highX, highY] = [between(1.5, 3), between(2.5, 4)]
  return ([x, y]) => [
    x + highX * Math.sin(y / (waveX / 6.28) + phaseX),
    y + highY * Math.sin(x / (waveY / 6.28) + phaseY),
  ]
}

/** Adds points with random offsets, so that no two drawings of a character are equal. */
function dense(stroke: Stroke): Point[] {
  const shaken = stroke.map(([x, y]): Point => [x + between(-0.3, 0.3), y + between(-0.3, 0.3)])
  return shaken.flatMap((point, index) => {
    const next = shaken[index + 1]
    if (!next) return [point]
    return [0, 0.33, 0.67].map((share): Point => between2(point, next, share))
  })
}

/** A short stroke like those of a character, at a random position. */
function noiseScrap(): Point[] {
  const [x, y] = [between(6, WIDTH - 6), between(8, HEIGHT - 8)]
  const [turn, length] = [between(0, 6.28), between(5, 11)]
  const end: Point = [x + Math.cos(turn) * length, y + Math.sin(turn) * length]
  return [[x, y], between2([x, y], end, 0.5), end]
}

/** A wide area with a wavy edge that cuts through the characters. */
function invertedPart(): string {
  const [x, y] = [between(60, WIDTH - 60), between(10, 78)]
  const [wide, high] = [between(60, 95), between(26, 44)]
  const rim = Array.from({ length: 12 }, (_, corner): Point => {
    const turn = (corner / 12) * 2 * Math.PI
    const reach = between(0.85, 1.1)
    return [x + wide * reach * Math.cos(turn), y + high * reach * Math.sin(turn)]
  })
  return `${smoothPath(rim)}Z`
}

/** Curves through the midpoints between the points, without corners. */
function smoothPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const curves = rest.map((point, index) => {
    const next = rest[index + 1] ?? point
    const [x, y] = between2(point, next, 0.5)
    return `Q${round(point[0])} ${round(point[1])} ${round(x)} ${round(y)}`
  })
  return `M${round(first[0])} ${round(first[1])}${curves.join('')}`
}

function between2([fromX, fromY]: Point, [toX, toY]: Point, share: number): Point {
  return [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share]
}

function between(least: number, most: number): number {
  return round(least + Math.random() * (most - least))
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
