import { CsvError, parse } from 'csv-parse/sync'
import { ROWS_MAX, tooManyRows, Unreadable, type Cell, type Line, type Table } from './table.ts'

const DELIMITERS = [',', '\t', ';'] as const
/** A person's line is a hundred characters: one of ten thousand is a quote that was never closed. */
const RECORD_CHARACTERS_MAX = 10_000
/** A heading, empty lines here and there, and one line too many to know that there are. */
const LINES_MAX = ROWS_MAX * 2

export function readCsv(text: string): Table {
  const records = parsed(text, delimiterOf(text))
  const lines: Line[] = []
  let begins = 1
  for (const { record, info } of records) {
    lines.push({ line: begins, cells: record.map(cellOf) })
    begins = info.lines + 1
  }
  return { lines, problems: [] }
}

type Parsed = { readonly record: string[]; readonly info: { readonly lines: number } }

function parsed(text: string, delimiter: string): readonly Parsed[] {
  try {
    const records = parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      max_record_size: RECORD_CHARACTERS_MAX,
      to: LINES_MAX,
    })
    if (records.length === LINES_MAX) throw tooManyRows()
    // With `info`, the parser answers a record together with where it stood.
    return records as unknown as readonly Parsed[]
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new Unreadable('这一行的引号不成对，请检查后再导入', lineOf(cause))
  }
}

function lineOf(error: CsvError): number {
  const { lines } = error as CsvError & { readonly lines?: unknown }
  return typeof lines === 'number' ? lines : 1
}

/** The one that the heading has most of. */
function delimiterOf(text: string): string {
  const heading = text.trimStart().split(/[\r\n]/, 1)[0] ?? ''
  const times = (delimiter: string) => heading.split(delimiter).length
  return DELIMITERS.reduce((best, one) => (times(one) > times(best) ? one : best))
}

/** What a spreadsheet would work out is a formula here as well: nobody means to import one. */
function cellOf(text: string): Cell {
  return text.trimStart().startsWith('=') ? { kind: 'formula' } : text
}
