import type { Buffer } from 'node:buffer'
import type { UnzipFileInfo, Unzipped } from 'fflate'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import type { Cell, Line, Problem, Table } from './table.ts'
import { ROWS_MAX, Unreadable, newUnreadable, tooManyRows } from './table.ts'

type Address = { readonly line: number; readonly column: number }

/** What the cell reader does not report: formulas and merged cells. */
type ScannedPart = { readonly formulas: readonly Address[]; readonly merged: readonly Address[] }

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
function scanSheet(xml: string): ScannedPart {
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
function refuseExpensiveXml(xml: string): void {
  if (UNCLOSED_TAG.test(xml)) throw newUnreadable()
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

const UNPACKED_BYTES_MAX = 64 * 1024 * 1024
const ENTRIES_MAX = 1_000

const NO_TABLE = '这不是有效的 .xlsx 文件，请在 Excel 中另存为 .xlsx 或 .csv'

/**
 * Unpacks a workbook. The declared sizes are checked first, and no part is unpacked beyond its
 * declared size, which prevents ZIP bombs.
 */
export function unpack(bytes: Buffer): Unzipped {
  const entries: UnzipFileInfo[] = []
  take(bytes, (entry) => {
    if (entries.length > ENTRIES_MAX) throw tooLarge()
    entries.push(entry)
    return false
  })
  if (entries.reduce((sum, entry) => sum + unpackedSizeOf(entry), 0) > UNPACKED_BYTES_MAX)
    throw tooLarge()
  checkKind(new Set(entries.map(({ name }) => name)))
  return take(bytes, ({ name }) => /\.(?:xml|rels)$/.test(name))
}

/**
 * The larger size counts: a stored entry is copied by its compressed size, and entries may overlap.
 */
function unpackedSizeOf({ size, originalSize }: UnzipFileInfo): number {
  return Math.max(size, originalSize)
}

function take(bytes: Buffer, filter: (entry: UnzipFileInfo) => boolean): Unzipped {
  try {
    return unzipSync(bytes, { filter })
  } catch (cause) {
    if (cause instanceof Unreadable) throw cause
    throw new Unreadable('这个文件已损坏，请重新保存后再导入')
  }
}

function tooLarge(): Unreadable {
  return new Unreadable('这个文件解压后太大，请只保留名单所在的工作表')
}

/** Identifies a workbook by its parts: many formats are ZIP archives. */
function checkKind(names: ReadonlySet<string>): void {
  const has = (pattern: RegExp) => [...names].some((name) => pattern.test(name))
  if (has(/^Index\/.*\.iwa$|^Index\.zip$/)) {
    throw new Unreadable('不支持 Numbers 文件，请导出为 .xlsx 或 .csv')
  }
  if (has(/^xl\/workbook\.bin$/)) {
    throw new Unreadable('不支持 .xlsb 文件，请另存为 .xlsx 或 .csv')
  }
  if (!names.has('[Content_Types].xml') || !names.has('xl/workbook.xml')) {
    throw new Unreadable(NO_TABLE)
  }
  if (has(/^xl\/vbaProject\.bin$/)) {
    throw new Unreadable('这个文件含有宏，请另存为不含宏的 .xlsx')
  }
  if (has(/^xl\/externalLinks\//)) {
    throw new Unreadable('这个文件引用了其他工作簿，请把引用的内容粘贴为数值后再导入')
  }
}

/** Reads the first sheet of a workbook. */
export async function readXlsx(bytes: Buffer): Promise<Table> {
  const parts = unpack(bytes)
  const scanned = scanSheet(firstSheet(parts))
  // Texts are stored in the cells or in a shared string table.
  const shared = parts['xl/sharedStrings.xml']
  if (shared) refuseExpensiveXml(strFromU8(shared))
  const rows = await cellsOf(parts)
  const isFormula = new Set(scanned.formulas.map(({ line, column }) => `${line}:${column}`))
  const lines = rows.map((row, index): Line => {
    const line = index + 1
    const cells = row.map((value, at) =>
      isFormula.has(`${line}:${at + 1}`) ? ({ kind: 'formula' } as const) : cellOf(value),
    )
    return { line, cells }
  })
  return { lines, problems: mergedProblems(scanned) }
}

/** The first sheet in workbook order, whatever its file name. */
function firstSheet(parts: Unzipped): string {
  const [, id] =
    /<(?:\w+:)?sheet\s[^<>]*\w:id=["']([^"']{1,40})["']/.exec(textOf(parts, WORKBOOK)) ?? []
  const relations = [...textOf(parts, RELATIONS).matchAll(/<(?:\w+:)?Relationship\s([^<>]*)>/g)]
  const own = relations.find(([, attributes]) => isOf(attributes, id))
  const [, target = ''] = /\bTarget=["']([^"']{1,200})["']/.exec(own?.[1] ?? '') ?? []
  return textOf(parts, target.startsWith('/') ? target.slice(1) : `xl/${target}`)
}

function isOf(attributes: string | undefined, id: string | undefined): boolean {
  const [, own] = /\bId=["']([^"']{1,40})["']/.exec(attributes ?? '') ?? []
  return own !== undefined && own === id
}

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'

function textOf(parts: Unzipped, path: string): string {
  const part = parts[path]
  if (!part) throw newUnreadable()
  return strFromU8(part)
}

/** A cell value of the reader, whose own types are wrong for dates. */
type Value = string | boolean | Date | null | { readonly digits: string }

/** The reader unpacks by itself, so it gets an archive of the parts checked here. */
async function cellsOf(parts: Unzipped): Promise<readonly (readonly Value[])[]> {
  const { buffer } = zipSync(parts, { level: 0 })
  try {
    const rows = await readSheet(buffer, { parseNumber: (digits) => ({ digits }), trim: false })
    // The library declares the class instead of an instance: see `Value`.
    return rows as unknown as Value[][]
  } catch {
    // The library throws various errors for a malformed workbook.
    throw newUnreadable()
  }
}

function cellOf(value: Value): Cell {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return { kind: 'boolean' }
  if (value instanceof Date) return { kind: 'date' }
  return { kind: 'number', text: value.digits }
}

function mergedProblems({ merged }: ScannedPart): Problem[] {
  return merged.map(({ line }) => ({ line, message: '有合并的单元格，请取消合并，每格单独填写' }))
}
