import { readFileSync } from 'node:fs'
import { lenderShape, markShape } from '@qingzhou/contract/brand'
import { standardLender, type Lender } from '@qingzhou/domain/lender'
import * as z from 'zod/mini'

/** Colours that a brand sets, named as the tokens of packages/ui/src/styles/tokens.css. */
export const brandColours = [
  'primary',
  'primary-press',
  'on-primary',
  'primary-soft',
  'primary-line',
  'deep',
  'deep-2',
  'deep-3',
  'on-deep',
  'on-deep-2',
] as const

type Colours = Readonly<Record<(typeof brandColours)[number], string>>

const hex = z.string().check(z.regex(/^#[0-9a-f]{6}$/))
const colours = z.strictObject(
  // `fromEntries` does not keep the names of a tuple.
  Object.fromEntries(brandColours.map((name) => [name, hex])) as Record<keyof Colours, typeof hex>,
)
const shape = z.strictObject({
  lender: lenderShape,
  mark: markShape,
  colours: z.strictObject({ light: colours, dark: colours }),
})

/** The names, logo and colours of a partner that offers the product under its own name. */
export type Brand = z.output<typeof shape>

/** The backgrounds of the standard tokens, which a brand does not change. */
export const grounds = {
  light: { ground: '#eef2f4', surface: '#ffffff' },
  dark: { ground: '#0a1416', surface: '#132024' },
} as const

/** Returns the brand of a file, or what is wrong with it. */
export function readBrand(path: string): Brand | { readonly problem: string } {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
  const read = z.safeParse(shape, content)
  if (!read.success) {
    const places = read.error.issues.map(({ path: place }) => place.join('.') || 'the file')
    return { problem: `not valid: ${[...new Set(places)].join(', ')}` }
  }
  const unreadable = (['light', 'dark'] as const).flatMap((theme) =>
    lowContrasts(read.data.colours[theme], grounds[theme]).map((pair) => `${theme}: ${pair}`),
  )
  if (unreadable.length > 0) {
    return { problem: `the contrast is below ${CONTRAST_MIN}:1 (${unreadable.join('; ')})` }
  }
  return read.data
}

/** WCAG 2.2, level AA. */
const CONTRAST_MIN = 4.5

function lowContrasts(colours: Colours, { ground, surface }: (typeof grounds)['light' | 'dark']) {
  const pairs: readonly (readonly [keyof Colours, string, string])[] = [
    ['primary', 'ground', ground],
    ['primary', 'surface', surface],
    ['primary', 'primary-soft', colours['primary-soft']],
    ['on-primary', 'primary', colours.primary],
    ['on-primary', 'primary-press', colours['primary-press']],
    ...(['on-deep', 'on-deep-2'] as const).flatMap((text) =>
      (['deep', 'deep-2', 'deep-3'] as const).map((back) => [text, back, colours[back]] as const),
    ),
  ]
  return pairs
    .filter(([text, , back]) => contrast(colours[text], back) < CONTRAST_MIN)
    .map(([text, name]) => `${text} on ${name}`)
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * Read once for the whole process, as texts and pictures are made by modules without access to the
 * configuration. A wrong file is reported by `readConfig`, which refuses the start.
 */
const brand = brandOf(process.env['BRAND_FILE']?.trim())

/** The lender named in every text. */
export const lender: Lender = brand?.lender ?? standardLender

/** A light and a dark colour of a brand with sufficient contrast, checked when it is read. */
export type ColourPair = readonly [light: string, dark: string]

/** The pairs of the partner's brand; none without one. */
export const brandPairs: readonly ColourPair[] = brand ? pairsOf(brand.colours.light) : []

export function pairsOf(colours: Colours): ColourPair[] {
  return [
    [colours['on-primary'], colours.primary],
    [colours['on-primary'], colours['primary-press']],
    [colours['primary-soft'], colours.primary],
    [colours['on-deep'], colours.deep],
    [colours['on-deep-2'], colours['deep-3']],
  ]
}

function brandOf(path: string | undefined): Brand | undefined {
  const read = path ? readBrand(path) : undefined
  return read && 'lender' in read ? read : undefined
}
