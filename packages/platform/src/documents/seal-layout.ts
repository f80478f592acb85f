import type { CanvasElement, Content, Node } from 'pdfmake/interfaces.js'
import { encode } from 'uqr'
import type { Seal } from './document.ts'
import { addTag, taggedText, type Tag } from './tagged-pdf.ts'

const SEAL_RED = '#b3261e'
const CODE_POINTS = 96
const SEAL_WIDTH = 250
const PADDING = 8
const MARGIN = 18
const FIRST_LINE_POINTS = 27
const LINE_POINTS = 18
/** Styles without formatting, which mark the nodes of the seal. */
const WHOLE = 'seal'
const FIRST_LINE = 'seal-line'

/** The page and position of the seal, in points from the upper left. */
export type SealPlace = {
  readonly page: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The QR code on the left if there is one, the signer on the right. */
export function sealOf({ signer, lines, link }: Seal, root: Tag): Content {
  const code = link === undefined ? '' : codeOf(link, root)
  return {
    style: WHOLE,
    margin: [0, MARGIN, 0, 0],
    layout: bare,
    table: { widths: ['*', SEAL_WIDTH], body: [[code, signatureOf([signer, ...lines], root)]] },
  }
}

/** Whether a node is a seal that would be split by a page break. */
export function isSplitSeal(
  { style, startPosition, pageNumbers }: Node,
  { lines, link }: Seal,
): boolean {
  if (style !== WHOLE) return false
  if (pageNumbers.length > 1) return true
  const { verticalRatio, pageInnerHeight } = startPosition
  const codeHeight = link === undefined ? 0 : CODE_POINTS
  const needed = MARGIN + Math.max(codeHeight, heightOf(lines)) + PADDING
  return pageInnerHeight * (1 - verticalRatio) < needed
}

/** The position of the seal, if this node marks it. */
export function placeOfSeal(
  { style, startPosition }: Node,
  { lines }: Seal,
): SealPlace | undefined {
  if (style !== FIRST_LINE) return undefined
  const { pageNumber, left, top } = startPosition
  return {
    page: pageNumber,
    left: left - PADDING,
    top: top - PADDING,
    width: SEAL_WIDTH,
    height: heightOf(lines),
  }
}

function heightOf(lines: readonly string[]): number {
  return 2 * PADDING + FIRST_LINE_POINTS + lines.length * LINE_POINTS
}

const none = () => 0
const bare = {
  hLineWidth: none,
  vLineWidth: none,
  paddingLeft: none,
  paddingRight: none,
  paddingTop: none,
  paddingBottom: none,
}

function signatureOf([signer = '', ...lines]: readonly string[], root: Tag): Content {
  const words = (text: string) => taggedText(text, addTag(root, 'P'))
  return {
    layout: framed,
    table: {
      widths: ['*'],
      body: [
        [
          [
            { style: FIRST_LINE, text: words(signer), fontSize: 13, bold: true, color: SEAL_RED },
            ...lines.map((line) => ({ text: words(line), fontSize: 8.5, color: SEAL_RED })),
          ],
        ],
      ],
    },
  }
}

const framed = {
  hLineWidth: () => 1.2,
  vLineWidth: () => 1.2,
  hLineColor: () => SEAL_RED,
  vLineColor: () => SEAL_RED,
  paddingLeft: () => PADDING,
  paddingRight: () => PADDING,
  paddingTop: () => PADDING,
  paddingBottom: () => PADDING,
}

/** The QR code, drawn as vector bars to be sharp at any size. */
function codeOf(link: string, root: Tag): Content {
  const { data, size } = encode(link, { ecc: 'M', border: 0 })
  const unit = CODE_POINTS / size
  const tag = addTag(root, 'Figure', { alt: `二维码，内容为 ${link}` })
  const bars = data.flatMap((row, y) => barsOf(row, { y, unit }))
  return { canvas: bars.map((bar) => ({ ...bar, tag })) }
}

function barsOf(
  row: readonly boolean[],
  { y, unit }: { readonly y: number; readonly unit: number },
): CanvasElement[] {
  const bars: CanvasElement[] = []
  for (let from = row.indexOf(true); from !== -1;) {
    const end = row.indexOf(false, from)
    const to = end === -1 ? row.length : end
    bars.push({
      type: 'rect',
      x: from * unit,
      y: y * unit,
      w: (to - from) * unit,
      h: unit,
      color: 'black',
      lineWidth: 0,
    })
    from = row.indexOf(true, to)
  }
  return bars
}
