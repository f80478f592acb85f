import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import { openSync } from 'fontkit'

const require = createRequire(import.meta.url)

const FONTS = {
  regular: require.resolve('@expo-google-fonts/noto-sans-sc/NotoSansSC_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/noto-sans-sc/NotoSansSC_500Medium.ttf'),
}
const opened = new Map<keyof typeof FONTS, Font>()

/** A line of text in an SVG drawing: `x` is its start, `y` its baseline. */
type TextLine = {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly size: number
  readonly colour: string
  readonly weight?: keyof typeof FONTS
  /** Added after each character, in pixels. */
  readonly spacing?: number
}

/** Draws text as outlines, so that a picture looks the same on a machine without Chinese fonts. */
export function outlineText(line: TextLine): string {
  const font = fontOf(line.weight ?? 'regular')
  const scale = line.size / font.unitsPerEm
  let x = 0
  const glyphs = font.glyphsForString(line.text).map((glyph) => {
    const shape = `<path transform="translate(${x.toFixed(1)} 0)" d="${glyph.path.toSVG()}"/>`
    x += glyph.advanceWidth + (line.spacing ?? 0) / scale
    return shape
  })
  // The y axis of a font points up.
  const place = `translate(${line.x} ${line.y}) scale(${scale} ${-scale})`
  return `<g fill="${line.colour}" transform="${place}">${glyphs.join('')}</g>`
}

function fontOf(weight: keyof typeof FONTS): Font {
  const font = opened.get(weight) ?? openSync(FONTS[weight])
  if (!('unitsPerEm' in font)) throw new Error('expected a font file with a single font')
  opened.set(weight, font)
  return font
}
