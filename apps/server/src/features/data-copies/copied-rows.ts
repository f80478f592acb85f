import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { sealedColumns, type SealedPlace } from '@qingzhou/platform/database/vault/sealed-columns'
import { getPhone } from '#features/onboarding/index.ts'
import type { Services } from '#services.ts'
import { listRows, type StoredRow } from './copied-rows-store.ts'
import { copyPlan } from './plan/copy-plan.ts'
import type { CopyRule } from './plan/copy-rule.ts'

/** Rows in the copy, by column. Sealed columns are opened and lose the suffix of their name. */
export type CopiedRow = Readonly<Record<string, unknown>>
export type CopiedTables = Readonly<Record<string, readonly CopiedRow[]>>

type CopiedRule = Extract<CopyRule, { part: unknown }>

export function isCopied(rule: CopyRule): rule is CopiedRule {
  return 'part' in rule
}

/** The name of a column in the copy. */
export function nameInCopy(column: string): string {
  return column.replace(/_sealed$/, '')
}

/** Everything that the plan copies about a customer, by table. `onRead` is told of each table read. */
export async function readCopiedTables(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { customer, onRead }: { readonly customer: CustomerNo; readonly onRead: () => Promise<void> },
): Promise<CopiedTables> {
  const phone = await getPhone(db, services, customer)
  const phoneIndex = services.vault.index('phone', phone)
  const tables: Record<string, readonly CopiedRow[]> = {}
  for (const [table, rule] of new Map(Object.entries(copyPlan))) {
    if (!isCopied(rule)) continue
    const key = rule.by === 'phone_index' ? { phoneIndex } : { customer }
    const rows = await listRows(db, table, key)
    tables[table] = rows.map((row) => copiedRow(services, { table, rule, row }))
    await onRead()
  }
  return tables
}

function copiedRow(
  { vault }: Pick<Services, 'vault'>,
  {
    table,
    rule,
    row,
  }: { readonly table: string; readonly rule: CopiedRule; readonly row: StoredRow },
): CopiedRow {
  const entries = rule.columns.split(' ').map((column) => {
    const value = row[column]
    if (value === null || !column.endsWith('_sealed')) return [column, value]
    const opened = vault.open(bytesOf(value), placeOf(table, { column, row }))
    return [nameInCopy(column), parseSealedText(opened)]
  })
  // `fromEntries` loses the type of the keys, which are columns of the plan.
  return Object.fromEntries(entries) as CopiedRow
}

function placeOf(
  table: string,
  { column, row }: { readonly column: string; readonly row: StoredRow },
): SealedPlace {
  const known: Readonly<Record<string, { readonly owner: readonly string[] }>> = sealedColumns
  const { owner } = known[table] ?? {}
  if (!owner) throw new Error(`table ${table}: column ${column} has no place`)
  const values = owner.map((name) => {
    const value = row[name]
    return isBytes(value) ? bytesOf(value).toString('hex') : String(value)
  })
  // The name of the table is a key of the list.
  return { table: table as SealedPlace['table'], column, owner: values }
}

const BYTES = String.raw`\x`

function isBytes(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(BYTES)
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(String(value).slice(BYTES.length), 'hex')
}

/** Sealed objects and lists are JSON. Any other text stays as it is, also a number. */
function parseSealedText(text: string): unknown {
  return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text
}
