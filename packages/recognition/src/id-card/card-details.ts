export type CardSide = 'front' | 'back'

/** The printed fields of a card. Dates are YYYYMMDD; a card valid for life has 长期. */
export type CardDetails = {
  readonly name: string
  readonly sex: '男' | '女'
  /** Without 族, as it is printed. */
  readonly nation: string
  readonly birth: string
  readonly address: string
  readonly number: string
  readonly issueAgency: string
  readonly validFrom: string
  readonly validUntil: string
}

/** A card of 85.6 × 54 mm at about 300 pixels per inch. */
export const CARD = { width: 1012, height: 638 }
/** The area of the photograph. */
export const PORTRAIT = { left: 656, top: 82, width: 292, height: 366 }

const RADIUS = 36
const WATER = { front: ['#eef6f5', '#d9eae9'], back: ['#f3f4ea', '#dfead9'] } as const

/** Paper with rounded corners and pale waves that keep the text legible. */
export function background(side: CardSide): string {
  const { width, height } = CARD
  const [light, deep] = WATER[side]
  const waves = Array.from({ length: 9 }, (_, row) => wave(row * 74 + 30, row % 2 ? 0 : 46)).join(
    '',
  )
  return `
    <defs>
      <linearGradient id="water" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/>
      </linearGradient>
      <clipPath id="edge"><rect width="${width}" height="${height}" rx="${RADIUS}"/></clipPath>
    </defs>
    <g clip-path="url(#edge)">
      <rect width="${width}" height="${height}" fill="url(#water)"/>
      <g fill="none" stroke="#5b9aa0" stroke-opacity="0.16" stroke-width="2">${waves}</g>
    </g>
    <rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${RADIUS}" fill="none" stroke="#b8cfcd" stroke-width="2"/>`
}

function wave(y: number, shift: number): string {
  const crests = Array.from({ length: 13 }, () => 'q 23 -20 46 0 t 46 0').join(' ')
  return `<path d="M ${-shift} ${y} ${crests}"/>`
}

/** A small sailing boat in place of the emblem of a real card. */
export function boat(): string {
  return `
    <g transform="translate(96 78)" fill="#3b7a8c">
      <path d="M 92 0 L 92 118 L 18 118 Q 74 74 92 0 Z"/>
      <path d="M 106 26 Q 116 86 160 118 L 106 118 Z" opacity="0.62"/>
      <path d="M 0 132 L 182 132 Q 168 174 128 174 L 48 174 Q 12 174 0 132 Z"/>
    </g>`
}

/** A grey figure for a card without a photograph. */
export function figure(): string {
  const { left, top, width, height } = PORTRAIT
  return `
    <g transform="translate(${left} ${top})">
      <clipPath id="photograph"><rect width="${width}" height="${height}" rx="10"/></clipPath>
      <g clip-path="url(#photograph)">
        <rect width="${width}" height="${height}" fill="#e8eeee"/>
        <g fill="#b3c3c4">
          <ellipse cx="146" cy="146" rx="66" ry="82"/>
          <path d="M 10 366 Q 18 262 112 246 L 180 246 Q 274 262 282 366 Z"/>
        </g>
      </g>
    </g>`
}
