import { Buffer } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { readXlsx } from './read-xlsx.ts'
import type { Cell, Line, Table } from './table.ts'
import { ROWS_MAX, Unreadable, tooManyRows } from './table.ts'

const DELIMITERS = [',', '\t', ';'] as const
/** A valid line has about 100 characters; more than this means an unclosed quote. */
const RECORD_CHARACTERS_MAX = 10_000
/** Rows, heading, empty lines, and enough to detect too many rows. */
const LINES_MAX = ROWS_MAX * 2

function readCsv(text: string): Table {
  const records = parseRecords(text, delimiterOf(text))
  const lines: Line[] = []
  let begins = 1
  for (const { record, info } of records) {
    lines.push({ line: begins, cells: record.map(cellOf) })
    begins = info.lines + 1
  }
  return { lines, problems: [] }
}

type ParsedRow = { readonly record: string[]; readonly info: { readonly lines: number } }

function parseRecords(text: string, delimiter: string): readonly ParsedRow[] {
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      max_record_size: RECORD_CHARACTERS_MAX,
      to: LINES_MAX,
    })
    if (records.length === LINES_MAX) throw tooManyRows()
    // With `info`, the parser returns each record with its position.
    return records as unknown as readonly ParsedRow[]
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new Unreadable('这一行的引号不成对，请检查后再导入', lineOf(cause))
  }
}

function lineOf(error: CsvError): number {
  const { lines } = error as CsvError & { readonly lines?: unknown }
  return typeof lines === 'number' ? lines : 1
}

/** The delimiter that occurs most often in the heading. */
function delimiterOf(text: string): string {
  const heading = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const times = (delimiter: string) => heading.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (times(one) > times(best) ? one : best))
}

/** Marks text that a spreadsheet would evaluate as a formula. */
function cellOf(text: string): Cell {
  return text.trimStart().startsWith('=') ? { kind: 'formula' } : text
}

const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
] as const

/** Decodes the encodings in which Chinese spreadsheets are saved. */
function decodeText(bytes: Buffer): string {
  const marked = BYTE_ORDER_MARKS.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte))
  // GB 18030 includes GBK, Excel's default in China.
  const encodings = marked ? [marked.encoding] : ['utf-8', 'gb18030']
  const text = encodings
    .map((encoding) => tryDecode(bytes, encoding))
    .find((one) => one !== undefined)
  // A NUL means a binary file.
  if (text === undefined || text.includes('\0')) {
    throw new Unreadable('无法识别这个文件，请使用模板，保存为 .xlsx 或 .csv 后再导入')
  }
  return text
}

function tryDecode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    // Try the next encoding.
    return undefined
  }
}

/** Reads a table by its content; the file name may be wrong. */
export async function readTable(bytes: Buffer): Promise<Table> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readXlsx(bytes)
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw oldOrLocked(bytes)
  const text = decodeText(bytes)
  if (/^\s*<(?:!doctype|html|table|\?xml|\?mso)/i.test(text)) {
    throw new Unreadable('这个文件是网页格式，请用 Excel 打开后另存为 .xlsx 或 .csv')
  }
  return readCsv(text)
}

function startsWith(bytes: Buffer, beginning: readonly number[]): boolean {
  return beginning.every((byte, at) => bytes[at] === byte)
}

/** The same container holds the old format and password-protected files. */
function oldOrLocked(bytes: Buffer): Unreadable {
  const isLocked = bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
  return new Unreadable(
    isLocked
      ? '这个文件设有密码，请去掉密码后再导入'
      : '不支持旧版 .xls 文件，请在 Excel 中另存为 .xlsx 或 .csv',
  )
}
