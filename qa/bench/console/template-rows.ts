import {
  ownerText,
  sealedColumns,
  type SealedPlace,
} from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { Replacement } from './identifiers.ts'

/** A table with the columns that are written, and the values of its rows as PostgreSQL writes them. */
export type Table = {
  readonly name: string
  readonly columns: readonly Column[]
  readonly rows: readonly (readonly (string | null)[])[]
}
export type Column = {
  readonly name: string
  readonly type: string
  /** Numbered by the database. */
  readonly isIdentity: boolean
}

/** Writes the value of a column for one of many customers, in the form of COPY. */
export type Cell = (one: number, shiftMs: number) => string

export type Replacing = {
  readonly vault: Pick<Vault, 'seal' | 'openBytes'>
  readonly texts: ReadonlyMap<string, Replacement>
  readonly indexes: ReadonlyMap<string, (one: number) => Buffer>
}

/** Numbers of the database are this far apart between customers. */
const NUMBERS_EACH = 1_000n
/** Long texts would fill the disk. No list and no page reads all of them. */
const LONG = new Set(['signed_agreements.text_sealed', 'wire_orders.note'])
const LONG_MAX = 60

/** How a row of a template is written for other customers. */
export function cellsOf(
  { name, columns }: Table,
  row: readonly (string | null)[],
  replacing: Replacing,
): Cell[] {
  const sealed = sealedColumnsOf(name)
  return columns.map((column, at): Cell => {
    const value = row[at]
    if (value === null || value === undefined) return () => '\\N'
    if (sealed?.columns.includes(column.name)) {
      const owner = sealed.owner.map((part) => valueOf(columns, row, part))
      return sealedCell(
        bytesOf(value),
        { table: sealed.table, column: column.name, owner },
        replacing,
      )
    }
    if (column.isIdentity) return (one) => String(BigInt(one) * NUMBERS_EACH + BigInt(value))
    if (column.type === 'bytea') return bytesCell(value, replacing)
    if (column.type === 'timestamptz') return momentCell(value)
    const text = LONG.has(`${name}.${column.name}`) ? value.slice(0, LONG_MAX) : value
    return textCell(text, replacing.texts, escapeText)
  })
}

type SealedTable = {
  readonly table: SealedPlace['table']
  readonly owner: readonly string[]
  readonly columns: readonly string[]
}

function sealedColumnsOf(name: string): SealedTable | undefined {
  const [entry] = Object.entries(sealedColumns).filter(([table]) => table === name)
  // The names of the table are the keys of this constant.
  return entry && { ...entry[1], table: entry[0] as SealedPlace['table'] }
}

function valueOf(
  columns: readonly Column[],
  row: readonly (string | null)[],
  name: string,
): string | Buffer {
  const at = columns.findIndex((column) => column.name === name)
  const value = row[at] ?? ''
  return columns[at]?.type === 'bytea' ? bytesOf(value) : value
}

/** Opens the value of the template once, and seals it for each customer in the place of its row. */
function sealedCell(
  bytes: Buffer,
  {
    table,
    column,
    owner,
  }: { table: SealedPlace['table']; column: string; owner: (string | Buffer)[] },
  { vault, texts, indexes }: Replacing,
): Cell {
  const place = { table, column, owner: owner.map(ownerText) }
  const opened = vault.openBytes(bytes, place).toString('utf8')
  const text = LONG.has(`${table}.${column}`) ? opened.slice(0, LONG_MAX) : opened
  const ofText = textCell(text, texts, asItIs)
  const ofOwner = owner.map((part): ((one: number) => string) => {
    if (!Buffer.isBuffer(part)) return (one) => textCell(part, texts, asItIs)(one, 0)
    const replace = bytesReplacement(part, indexes)
    return (one) => replace(one).toString('hex')
  })
  return (one) => {
    const ofOne = { table, column, owner: ofOwner.map((part) => part(one)) }
    return hexOf(vault.seal(ofText(one, 0), ofOne))
  }
}

function bytesCell(value: string, { indexes }: Pick<Replacing, 'indexes'>): Cell {
  const replace = bytesReplacement(bytesOf(value), indexes)
  return (one) => hexOf(replace(one))
}

const NUMBER_BYTES = 4

/** A blind index is that of the other person; what else is hashed only has to be different. */
function bytesReplacement(bytes: Buffer, indexes: Replacing['indexes']): (one: number) => Buffer {
  const known = indexes.get(bytes.toString('hex'))
  if (known) return known
  if (bytes.length < NUMBER_BYTES) return () => bytes
  return (one) => {
    const other = Buffer.from(bytes)
    other.writeUInt32BE(one, bytes.length - NUMBER_BYTES)
    return other
  }
}

function momentCell(value: string): Cell {
  const ms = Date.parse(value)
  if (Number.isNaN(ms)) return () => value
  return (_, shiftMs) => new Date(ms - shiftMs).toISOString()
}

function textCell(
  value: string,
  texts: ReadonlyMap<string, Replacement>,
  form: (text: string) => string,
): Cell {
  const parts: (string | Replacement)[] = []
  let rest = value
  while (rest !== '') {
    const next = firstOf(rest, texts)
    if (!next) break
    parts.push(form(rest.slice(0, next.at)), next.replacement)
    rest = rest.slice(next.at + next.length)
  }
  if (parts.length === 0) {
    const constant = form(value)
    return () => constant
  }
  parts.push(form(rest))
  return (one) => {
    let text = ''
    for (const part of parts) text += typeof part === 'string' ? part : part(one)
    return text
  }
}

/** The first of the texts in a value; the longest of those that begin there. */
function firstOf(value: string, texts: ReadonlyMap<string, Replacement>) {
  let first: { at: number; length: number; replacement: Replacement } | undefined
  for (const [text, replacement] of texts) {
    const at = value.indexOf(text)
    if (at === -1) continue
    const { length } = text
    if (!first || at < first.at || (at === first.at && length > first.length))
      first = { at, length, replacement }
  }
  return first
}

function bytesOf(value: string): Buffer {
  return Buffer.from(value.slice(2), 'hex')
}

function hexOf(bytes: Buffer): string {
  return `\\\\x${bytes.toString('hex')}`
}

function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
}

function asItIs(text: string): string {
  return text
}
