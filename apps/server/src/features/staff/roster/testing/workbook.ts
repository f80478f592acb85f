import { strToU8, zipSync, type Zippable } from 'fflate'

/** A cell in the XML of a sheet. */
export type SheetCell =
  | string
  | { readonly number: string }
  | { readonly date: number }
  | { readonly formula: string; readonly shows: string }
  | { readonly boolean: boolean }

type Workbook = {
  readonly rows: readonly (readonly SheetCell[])[]
  /** A range such as A2:A3. */
  readonly merged?: readonly string[]
  /** Additional or replaced parts. */
  readonly parts?: Readonly<Record<string, string>>
}

/** An .xlsx file as a spreadsheet program saves it, all of its columns formatted as text. */
export function workbook({ rows, merged = [], parts = {} }: Workbook): Buffer {
  const texts = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relationships({ id: 'rId1', type: 'officeDocument', target: 'xl/workbook.xml' }),
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': relationships(
      { id: 'rId1', type: 'worksheet', target: 'worksheets/sheet1.xml' },
      { id: 'rId2', type: 'styles', target: 'styles.xml' },
    ),
    'xl/styles.xml': STYLES,
    'xl/worksheets/sheet1.xml': sheet(rows, merged),
    ...parts,
  }
  return zipTexts(texts)
}

/** A ZIP archive of text files. */
export function zipTexts(texts: Readonly<Record<string, string>>): Buffer {
  const files: Zippable = Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [path, strToU8(text)]),
  )
  return Buffer.from(zipSync(files, { mtime: '2026-11-15T00:00:00Z' }))
}

export function sheet(
  rows: readonly (readonly SheetCell[])[],
  merged: readonly string[] = [],
): string {
  const lines = rows.map((cells, index) => {
    const line = index + 1
    const xml = cells.map((cell, at) => cellXml(cell, { at: `${letterOf(at)}${line}`, line }))
    return `<row r="${line}">${xml.join('')}</row>`
  })
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
  return `${XML}<worksheet xmlns="${MAIN}"><cols><col min="1" max="1" width="12" style="1" customWidth="1"/><col min="2" max="4" width="24" style="1" customWidth="1"/></cols><sheetData>${lines.join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`
}

function letterOf(at: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + at)
}

function cellXml(cell: SheetCell, { at, line }: { at: string; line: number }): string {
  if (typeof cell === 'string') {
    const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const style = line === 1 ? 2 : 1
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
  }
  if ('number' in cell) return `<c r="${at}"><v>${cell.number}</v></c>`
  if ('date' in cell) return `<c r="${at}" s="3"><v>${cell.date}</v></c>`
  if ('boolean' in cell) return `<c r="${at}" t="b"><v>${Number(cell.boolean)}</v></c>`
  return `<c r="${at}" t="str"><f>${cell.formula}</f><v>${cell.shows}</v></c>`
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const CONTENT_TYPES = `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/></Types>`
const WORKBOOK = `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="名单" sheetId="1" r:id="rId1"/></sheets></workbook>`
const xf = (format: number, font: number) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
/** Styles: default, text, bold text for the heading, date. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">${xf(0, 0)}${xf(49, 0)}${xf(49, 1)}${xf(14, 0)}</cellXfs></styleSheet>`

function relationships(
  ...list: readonly { readonly id: string; readonly type: string; readonly target: string }[]
): string {
  const each = list.map(
    ({ id, type, target }) =>
      `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each.join('')}</Relationships>`
}
