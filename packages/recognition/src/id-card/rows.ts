import { tiltOf } from '#id-card/text-area.ts'
import type { TextArea } from '#id-card/text-area.ts'

/** A piece of text found in a picture. */
export type TextPiece = TextArea & { readonly text: string; readonly confidence: number }

/** The adjacent pieces of a row on a card, as one text without spaces. */
export type Row = { readonly text: string; readonly confidence: number }

type PlacedText = { text: string; confidence: number; left: number; middle: number; height: number }

/**
 * Two pieces are in one row if the distance of their middles is less than this share of their
 * height.
 */
const SAME_ROW = 0.6

/** Groups the pieces into rows, top to bottom and left to right, for any tilt of the picture. */
export function rowsOf(pieces: readonly TextPiece[]): Row[] {
  const angle = tiltOf(pieces)
  const placed = pieces
    .map((piece) => place(piece, angle))
    .filter(({ text }) => text !== '')
    .toSorted((one, other) => one.middle - other.middle)

  const rows: PlacedText[][] = []
  for (const piece of placed) {
    const row = rows.at(-1)
    if (row && row.some((other) => isBeside(piece, other))) row.push(piece)
    else rows.push([piece])
  }
  return rows.map((row) => join(row))
}

function place(piece: TextPiece, angle: number): PlacedText {
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)]
  const xs = piece.corners.map(({ x, y }) => x * cosine + y * sine)
  const ys = piece.corners.map(({ x, y }) => y * cosine - x * sine)
  return {
    // Full-width digits and letters become ASCII.
    text: piece.text.normalize('NFKC').replaceAll(/\s/g, ''),
    confidence: piece.confidence,
    left: Math.min(...xs),
    middle: ys.reduce((sum, y) => sum + y, 0) / ys.length,
    height: Math.max(...ys) - Math.min(...ys),
  }
}

function isBeside(one: PlacedText, other: PlacedText): boolean {
  return Math.abs(one.middle - other.middle) < SAME_ROW * Math.min(one.height, other.height)
}

function join(row: PlacedText[]): Row {
  const inOrder = row.toSorted((one, other) => one.left - other.left)
  // The leftmost of several is a label: its confidence says nothing about the rest.
  const values = inOrder.length > 1 ? inOrder.slice(1) : inOrder
  return {
    text: inOrder.map(({ text }) => text).join(''),
    confidence: Math.min(...values.map(({ confidence }) => confidence)),
  }
}
