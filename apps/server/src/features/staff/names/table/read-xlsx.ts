import type { Buffer } from 'node:buffer'
import { strFromU8, zipSync, type Unzipped } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { refuseBurdens, scanSheet, type Scanned } from './scan-sheet.ts'
import { damaged, type Cell, type Line, type Problem, type Table } from './table.ts'
import { unpack } from './unpack.ts'

/** The first sheet of a workbook. */
export async function readXlsx(bytes: Buffer): Promise<Table> {
  const parts = unpack(bytes)
  const scanned = scanSheet(firstSheet(parts))
  // A workbook keeps its texts apart from its cells, or with them.
  const shared = parts['xl/sharedStrings.xml']
  if (shared) refuseBurdens(strFromU8(shared))
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

/** In the order of the workbook, whatever its file is called. */
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
  if (!part) throw damaged()
  return strFromU8(part)
}

/** What the reader makes of a cell; its own types call a date by the name of its maker. */
type Value = string | boolean | Date | null | { readonly digits: string }

/** The reader unpacks for itself, so it is given what was unpacked here, and nothing besides. */
async function cellsOf(parts: Unzipped): Promise<readonly (readonly Value[])[]> {
  const { buffer } = zipSync(parts, { level: 0 })
  try {
    const rows = await readSheet(buffer, { parseNumber: (digits) => ({ digits }), trim: false })
    // Its declaration says the class where an instance comes: see `Value`.
    return rows as unknown as Value[][]
  } catch {
    // It throws for whatever is not as the format says, each time with other words.
    throw damaged()
  }
}

function cellOf(value: Value): Cell {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return { kind: 'boolean' }
  if (value instanceof Date) return { kind: 'date' }
  return { kind: 'number', text: value.digits }
}

function mergedProblems({ merged }: Scanned): Problem[] {
  return merged.map(({ line }) => ({ line, message: '有合并的单元格，请取消合并，每格单独填写' }))
}
