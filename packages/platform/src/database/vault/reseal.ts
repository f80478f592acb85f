import type { Database, Queryable, Transaction } from '#database/database.ts'
import { ownerText, sealedColumns, type SealedPlace } from './sealed-columns.ts'
import type { Vault } from './vault.ts'

export type ResealDeps = {
  /** A login as the schema owner, because append-only rows are resealed too. */
  readonly database: Database
  readonly vault: Vault
  readonly onProgress?: (progress: { readonly table: string; readonly rows: number }) => void
}

export type ResealResult = {
  /** The number of resealed rows. */
  readonly rows: number
  /** The number of rows still in an old form or under an old key. */
  readonly left: number
  /** One message per table with values that could not be decrypted. */
  readonly failures: readonly string[]
}

type Table = keyof typeof sealedColumns
const SLICE_ROWS = 100
const PASSES_MAX = 5

/**
 * Reseals all values in an old form or under an old key, in slices, while the product runs. A
 * repeated run continues where the last one stopped, because current values are skipped.
 */
export async function resealColumns(deps: ResealDeps): Promise<ResealResult> {
  let rows = 0
  let left = 0
  const failures: string[] = []
  // The keys of a constant object are exactly its own.
  for (const table of Object.keys(sealedColumns) as Table[]) {
    const done = await resealTable(deps, table, (more) =>
      deps.onProgress?.({ table, rows: rows + more }),
    )
    rows += done.rows
    left += done.left
    if (done.failure !== undefined) failures.push(`${table}: ${done.failure}`)
  }
  return { rows, left, failures }
}

/**
 * Reseals one table. A table with a value that cannot be decrypted is left as it is, so all old
 * values are opened before the first is replaced. Rows locked by other transactions are skipped and
 * retried in the next pass. On a cluster rows of several nodes cannot be locked at once, so they are
 * found first and locked one by one.
 */
async function resealTable(
  { database, vault }: ResealDeps,
  table: Table,
  onSlice: (rows: number) => void,
): Promise<{ rows: number; left: number; failure: string | undefined }> {
  const keys = await primaryKeyOf(database, table)
  let rows = 0
  let left = await countStale(database, vault, table)
  let failure = left === 0 ? undefined : await unreadableIn(database, vault, { table, keys })
  for (let pass = 1; left > 0 && failure === undefined && pass <= PASSES_MAX; pass += 1) {
    let after: readonly string[] | undefined
    do {
      const stale = await findStale(database, vault, { table, keys, after })
      const found = stale.map((row) => keyOf(row, keys))
      const slice = await database.inTransaction((tx) =>
        resealSlice(tx, vault, { table, keys, found }),
      )
      after = found.at(-1)
      rows += slice.rows
      failure ??= slice.failure
      onSlice(rows)
    } while (after)
    left = await countStale(database, vault, table)
  }
  return { rows, left, failure }
}

/** Opens every old value of a table without changing it. Returns what the first failure says. */
async function unreadableIn(
  db: Queryable,
  vault: Vault,
  { table, keys }: Pick<ResealPosition, 'table' | 'keys'>,
): Promise<string | undefined> {
  const { owner, columns } = sealedColumns[table]
  let after: readonly string[] | undefined
  do {
    const found = await findStale(db, vault, { table, keys, after }, [...owner, ...columns])
    for (const row of found) {
      const { failure } = resealedValues(vault, table, row)
      if (failure !== undefined) return failure
    }
    const last = found.at(-1)
    after = last && keyOf(last, keys)
  } while (after)
  return undefined
}

type Key = { readonly name: string; readonly type: string }
type Row = Record<string, string | number | Buffer | null>
type ResealPosition = {
  readonly table: Table
  readonly keys: readonly Key[]
  /** The primary key of the last row of the previous slice. */
  readonly after: readonly string[] | undefined
}
type Slice = Pick<ResealPosition, 'table' | 'keys'> & {
  readonly found: readonly (readonly string[])[]
}

async function resealSlice(
  tx: Transaction,
  vault: Vault,
  slice: Slice,
): Promise<{ rows: number; failure: string | undefined }> {
  const { table, keys } = slice
  let done = 0
  let failure: string | undefined
  for (const row of await lockStale(tx, vault, slice)) {
    const opened = resealedValues(vault, table, row)
    failure ??= opened.failure
    if (!opened.values) continue
    await update(tx, { table, keys }, [...opened.values, ...keyOf(row, keys)])
    done += 1
  }
  return { rows: done, failure }
}

/** The keys of the next rows to reseal and these columns, without a lock. */
async function findStale(
  db: Queryable,
  vault: Vault,
  from: ResealPosition,
  more: readonly string[] = [],
): Promise<Row[]> {
  const { table, keys, after } = from
  const names = keys.map(({ name }) => name).join(', ')
  const later = keys.map(({ type }, at) => `$${at + 2}::${type}`).join(', ')
  return db.query<Row>(
    `SELECT ${[...keyTexts(keys), ...more].join(', ')} FROM ${table}
      WHERE (${staleIn(table)}) ${after ? `AND (${names}) > (${later})` : ''}
      ORDER BY ${names} LIMIT ${SLICE_ROWS}`,
    [vault.header, ...(after ?? [])],
  )
}

/** Locks those of the found rows that are still to be resealed and that no one else has locked. */
async function lockStale(
  tx: Transaction,
  vault: Vault,
  { table, keys, found }: Slice,
): Promise<Row[]> {
  const { owner, columns } = sealedColumns[table]
  const locked = found.map((key) =>
    tx.query<Row>(
      `SELECT ${[...keyTexts(keys), ...owner, ...columns].join(', ')} FROM ${table}
        WHERE (${staleIn(table)}) AND ${isKey(keys, 2)} FOR UPDATE SKIP LOCKED`,
      [vault.header, ...key],
    ),
  )
  return (await Promise.all(locked)).flat()
}

function keyTexts(keys: readonly Key[]): string[] {
  return keys.map(({ name }, at) => `${name}::text AS key_${at}`)
}

/** The condition for one row. The first value of its key has the given number. */
function isKey(keys: readonly Key[], first: number): string {
  return keys.map(({ name, type }, at) => `${name} = $${first + at}::${type}`).join(' AND ')
}

/** A row with a value that cannot be decrypted is left unchanged. */
function resealedValues(
  vault: Vault,
  table: Table,
  row: Row,
): { values?: readonly (Buffer | null)[]; failure?: string } {
  const { owner, columns } = sealedColumns[table]
  const ownerValues = owner.map((name) => ownerText(row[name] ?? ''))
  try {
    const values = columns.map((column) => {
      const sealed = row[column]
      if (!Buffer.isBuffer(sealed)) return null
      const place: SealedPlace = { table, column, owner: ownerValues }
      return vault.sealBytes(vault.openBytes(sealed, place), place)
    })
    return { values }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

async function update(
  tx: Transaction,
  { table, keys }: Pick<Slice, 'table' | 'keys'>,
  values: readonly unknown[],
): Promise<void> {
  const { columns } = sealedColumns[table]
  const set = columns.map((name, at) => `${name} = $${at + 1}`)
  const where = isKey(keys, columns.length + 1)
  await tx.query(`UPDATE ${table} SET ${set.join(', ')} WHERE ${where}`, values)
}

function keyOf(row: Row, keys: readonly Key[]): string[] {
  return keys.map((_, at) => String(row[`key_${at}`]))
}

/** Parameter $1 is the header of currently sealed values. */
function staleIn(table: Table): string {
  return sealedColumns[table].columns
    .map((column) => `substring(${column} FROM 1 FOR length($1::bytea)) <> $1`)
    .join(' OR ')
}

async function countStale(db: Queryable, vault: Vault, table: Table): Promise<number> {
  const [row] = await db.query<{ rows: number }>(
    `SELECT count(*)::int AS rows FROM ${table} WHERE ${staleIn(table)}`,
    [vault.header],
  )
  return row?.rows ?? 0
}

async function primaryKeyOf(db: Queryable, table: Table): Promise<Key[]> {
  return db.query<Key>(
    `SELECT quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type
       FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = $1::regclass AND indisprimary
      ORDER BY array_position(indkey::int[], attnum::int)`,
    [table],
  )
}
