import { damaged, ROWS_MAX, tooManyRows, Unreadable } from './table.ts'

export type Address = { readonly line: number; readonly column: number }

/** What the cell reader does not report: formulas and merged cells. */
export type Scanned = { readonly formulas: readonly Address[]; readonly merged: readonly Address[] }

/** Room for heading, rows and gaps; a roster has four columns. */
const LINE_MAX = ROWS_MAX * 2
const COLUMNS_MAX = 100
const CELLS_MAX = ROWS_MAX * 12
const NOTED_MAX = 10_000
/** More than any valid cell; long texts slow the reader down. */
const LONG_TEXT = />[^<]{5000}/
/** Unclosed tags make the reader quadratic: it would search the whole text for each of them. */
const UNCLOSED_TAG = /<[^<>]*</

/**
 * Scans a sheet once. Refuses a cell at a far address, for which the reader would allocate all
 * empty rows and columns before it.
 */
export function scanSheet(xml: string): Scanned {
  refuseExpensiveXml(xml)
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

/** Refuses text on which the reader would take too long. */
export function refuseExpensiveXml(xml: string): void {
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

/** A is 1, Z is 26, AA is 27. */
function columnOf(letters: string): number {
  return Array.from(letters).reduce(
    (column, letter) => column * 26 + letter.charCodeAt(0) - 'A'.charCodeAt(0) + 1,
    0,
  )
}
