import sharp from 'sharp'
import { CARD, PORTRAIT, background, boat, figure } from '#id-card/card-details.ts'
import type { CardDetails, CardSide } from '#id-card/card-details.ts'
import { outlineText } from '#id-card/outline-text.ts'

const LABEL = { size: 25, colour: '#3b7a8c' }
const VALUE = { size: 32, colour: '#1d2226' }
const LABEL_X = 62
const VALUE_X = 158
const ADDRESS_LINE_LENGTH = 13
const ADDRESS_LINE_HEIGHT = 46

/** Draws one side of a fictional card, in a design that cannot be mistaken for a real one. */
export async function drawCard(
  card: CardDetails & { readonly portrait?: Buffer },
  side: CardSide,
): Promise<Buffer> {
  const drawing = side === 'front' ? drawFront(card) : drawBack(card)
  const picture = sharp(Buffer.from(drawing))
  if (side === 'back' || !card.portrait) return picture.png().toBuffer()

  const { left, top, width, height } = PORTRAIT
  const portrait = await sharp(card.portrait).resize(width, height, { fit: 'cover' }).toBuffer()
  return picture
    .composite([{ input: portrait, left, top }])
    .png()
    .toBuffer()
}

function drawFront(card: CardDetails & { readonly portrait?: Buffer }): string {
  const [year, month, day] = [card.birth.slice(0, 4), card.birth.slice(4, 6), card.birth.slice(6)]
  return svg([
    background('front'),
    card.portrait ? '' : figure(),
    ...drawLabelledRow({ label: '姓名', value: card.name, y: 108, spacing: 4 }),
    ...drawLabelledRow({ label: '性别', value: card.sex, y: 172 }),
    outlineText({ ...LABEL, text: '民族', x: 262, y: 172 }),
    outlineText({ ...VALUE, text: card.nation, x: 350, y: 172 }),
    outlineText({ ...LABEL, text: '出生', x: LABEL_X, y: 236 }),
    ...birthday([year, String(Number(month)), String(Number(day))], 236),
    outlineText({ ...LABEL, text: '住址', x: LABEL_X, y: 304 }),
    ...linesOf(card.address).map((text, at) =>
      outlineText({ ...VALUE, text, x: VALUE_X, y: 304 + at * ADDRESS_LINE_HEIGHT }),
    ),
    outlineText({ ...LABEL, text: '公民身份号码', x: LABEL_X, y: 562 }),
    outlineText({
      ...VALUE,
      text: card.number,
      x: 286,
      y: 564,
      size: 38,
      weight: 'medium',
      spacing: 8,
    }),
    mark({ x: 852, y: 606 }),
  ])
}

function drawBack(card: CardDetails): string {
  const until = card.validUntil === '长期' ? '长期' : formatDottedDate(card.validUntil)
  return svg([
    background('back'),
    boat(),
    outlineText({
      ...VALUE,
      text: '居民身份证',
      x: 372,
      y: 176,
      size: 66,
      weight: 'medium',
      spacing: 18,
    }),
    outlineText({ ...LABEL, text: '轻舟测试样张 · 不作任何证明', x: 376, y: 236 }),
    outlineText({ ...LABEL, text: '签发机关', x: 226, y: 466, size: 28 }),
    outlineText({ ...VALUE, text: card.issueAgency, x: 372, y: 468 }),
    outlineText({ ...LABEL, text: '有效期限', x: 226, y: 540, size: 28 }),
    outlineText({ ...VALUE, text: `${formatDottedDate(card.validFrom)}-${until}`, x: 372, y: 542 }),
    mark({ x: 852, y: 606 }),
  ])
}

function drawLabelledRow(row: {
  label: string
  value: string
  y: number
  spacing?: number
}): string[] {
  const { label, value, y, spacing = 0 } = row
  return [
    outlineText({ ...LABEL, text: label, x: LABEL_X, y }),
    outlineText({ ...VALUE, text: value, x: VALUE_X, y, spacing }),
  ]
}

/** Digits in black between 年, 月 and 日 in the label colour. */
function birthday(parts: [year: string, month: string, day: string], y: number): string[] {
  const columns = [
    { x: VALUE_X, unitX: 244, unit: '年' },
    { x: 288, unitX: 334, unit: '月' },
    { x: 376, unitX: 422, unit: '日' },
  ]
  return columns.flatMap(({ x, unitX, unit }, at) => [
    outlineText({ ...VALUE, text: parts[at] ?? '', x, y }),
    outlineText({ ...LABEL, text: unit, x: unitX, y }),
  ])
}

/** Breaks an address into lines, never inside a house number. */
function linesOf(address: string): string[] {
  const lines: string[] = []
  for (const piece of address.match(/\d+|\D/gu) ?? []) {
    const line = lines.at(-1)
    if (line !== undefined && `${line}${piece}`.length <= ADDRESS_LINE_LENGTH) {
      lines.splice(-1, 1, line + piece)
    } else lines.push(piece)
  }
  return lines
}

function formatDottedDate(date: string): string {
  return `${date.slice(0, 4)}.${date.slice(4, 6)}.${date.slice(6)}`
}

function mark({ x, y }: { x: number; y: number }): string {
  return outlineText({ ...LABEL, text: '测试样张', x, y, size: 20, colour: '#b4552d', spacing: 4 })
}

function svg(parts: string[]): string {
  const { width, height } = CARD
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}
