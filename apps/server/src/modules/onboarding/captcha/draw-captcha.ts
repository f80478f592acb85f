import sharp from 'sharp'
import { strokesOf, type Stroke } from './glyphs.ts'

const WIDTH = 240
const HEIGHT = 88
const INKS = ['#1d4ed8', '#0f766e', '#7c2d12', '#6b21a8', '#374151']

/** Draws the characters crooked and crossed out, as an image that a page can show at once. */
export async function drawCaptcha(code: string): Promise<string> {
  const png = await sharp(Buffer.from(svgOf(code)))
    .png({ compressionLevel: 6 })
    .toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}

/** One ink for characters and lines alike: colour must not tell them apart. */
function svgOf(code: string): string {
  const ink = INKS[Math.floor(Math.random() * INKS.length)] ?? '#374151'
  const glyphs = Array.from(code, (character, index) => glyph(character, index)).join('')
  const lines = Array.from({ length: 4 }, noiseLine).join('')
  const dots = Array.from({ length: 40 }, noiseDot).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<rect width="100%" height="100%" fill="#f3f6fb"/><g fill="${ink}">${dots}</g>
<g fill="none" stroke="${ink}" stroke-linecap="round" stroke-linejoin="round">${glyphs}${lines}</g>
</svg>`
}

function glyph(character: string, index: number): string {
  const x = 28 + index * 51 + between(-4, 4)
  const y = 20 + between(-7, 7)
  const turn = `rotate(${between(-18, 18)} 5 7) scale(${between(0.9, 1.1)} ${between(0.9, 1.1)})`
  const paths = strokesOf(character).map((stroke) => `<path d="${pathOf(stroke)}"/>`)
  return `<g transform="translate(${x} ${y}) scale(3.3) ${turn}" stroke-width="${between(1.3, 1.9)}">${paths.join('')}</g>`
}

/** Every point shakes a little, so that no two drawings of a character are alike. */
function pathOf(stroke: Stroke): string {
  const points = stroke.map(([x, y]) => `${x + between(-0.6, 0.6)} ${y + between(-0.6, 0.6)}`)
  return `M${points.join('L')}`
}

function noiseLine(): string {
  const y = () => between(8, HEIGHT - 8)
  const middle = `${between(60, 110)} ${y()} ${between(130, 180)} ${y()}`
  return `<path d="M${between(0, 20)} ${y()}C${middle} ${between(220, WIDTH)} ${y()}" stroke-width="${between(1.5, 2.5)}" opacity="0.6"/>`
}

function noiseDot(): string {
  return `<circle cx="${between(0, WIDTH)}" cy="${between(0, HEIGHT)}" r="${between(0.8, 2)}" opacity="0.5"/>`
}

function between(least: number, most: number): number {
  return Math.round((least + Math.random() * (most - least)) * 100) / 100
}
