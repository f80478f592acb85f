import { damaged, ROWS_MAX, tooManyRows, Unreadable } from './table.ts'

export type Address = { readonly line: number; readonly column: number }

/** What a reader of cells alone does not tell: where something is worked out, and what was merged. */
export type Scanned = { readonly formulas: readonly Address[]; readonly merged: readonly Address[] }

/** Some way beyond a heading, the rows, and gaps between them; a name list has four columns. */
const LINE_MAX = ROWS_MAX * 2
const COLUMNS_MAX = 100
const CELLS_MAX = ROWS_MAX * 12
const NOTED_MAX = 10_000
/** Far more than any cell of a list holds; readers of long texts take their time. */
const LONG_TEXT = />[^<]{5000}/
/** Whoever looks for the end of each of a million tags goes through all of the text a million times. */
const UNCLOSED_TAG = /<[^<>]*</

/**
 * Goes through the text of a sheet once. A cell far out is refused here: whoever reads it into rows
 * and columns would make room for all the empty ones before it.
 */
export function scanSheet(xml: string): Scanned {
  refuseBurdens(xml)
  let cells = 0
  const formulas: Address[] = []
  const merged: Address[] = []
  let at: Address = { line: 0, column: 0 }
  for (const [, tag, attributes = ''] of xml.matchAll(TAGS)) {
    if (tag === 'row') at = { line: lineOf(attributes) ?? at.line + 1, column: 0 }
    if (tag === 'c') at = addressOf(attributes) ?? { line: at.line, column: at.column + 1 }
    if (tag === 'f' && formulas.length < NOTED_MAX) formulas.push(at)
    if (tag === 'mergeCell' && merged.length < NOTED_MAX) {
      const first = addressOf(attributes.replace(/\bref=/, 'r='))
      if (first) merged.push(first)
    }
    if (tag === 'c') cells += 1
    if (at.line > LINE_MAX) throw tooManyRows()
    if (cells > CELLS_MAX) throw new Unreadable('内容太多，请只保留模板中的四列', at.line)
    if (at.column > COLUMNS_MAX) throw new Unreadable('列数太多，请只保留模板中的四列', at.line)
  }
  return { formulas, merged }
}

/** What a reader would never come to an end with. */
export function refuseBurdens(xml: string): void {
  if (UNCLOSED_TAG.test(xml)) throw damaged()
  if (LONG_TEXT.test(xml)) throw new Unreadable('有一格的文字太长，请只保留模板中的四列')
}

const TAGS = /<(?:\w+:)?(row|c|f|mergeCell)(?=[\s/>])([^<>]*)>/g

function lineOf(attributes: string): number | undefined {
  const [, digits] = /(?:^|\s)r=["'](\d{1,9})["']/.exec(attributes) ?? []
  return digits === undefined ? undefined : Number(digits)
}

function addressOf(attributes: string): Address | undefined {
  const [, letters, digits] = /(?:^|\s)r=["']([A-Z]{1,4})(\d{1,9})/.exec(attributes) ?? []
  if (letters === undefined || digits === undefined) return undefined
  return { line: Number(digits), column: columnOf(letters) }
}

/** A is the first, Z the 26th, AA the 27th. */
function columnOf(letters: string): number {
  return Array.from(letters).reduce(
    (column, letter) => column * 26 + letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1,
    0,
  )
}
