import type { importStates } from '@qingzhou/contract/features/staff'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import type { Problem } from '#features/staff/roster/table/table.ts'

export type ImportState = Exclude<(typeof importStates)[number], 'receiving'>

export type ImportRecord = {
  readonly importNo: string
  readonly staffNo: string
  readonly uploadNo: string
  readonly state: ImportState
  readonly begun: number
  readonly rows: number
  readonly rowsDone: number
  readonly added: number
  readonly already: number
  readonly problems: readonly Problem[]
  readonly problemsTotal: number
}

type Deps = Pick<Services, 'vault'>

/** More problems are not useful: the file has to be corrected first. */
const PROBLEMS_STORED_MAX = 200

const COLUMNS = `import_no, staff_no, upload_no, state, begun, row_count, rows_done, added, already,
  problems_sealed, problems_total`
const RUNNING = `state IN ('waiting', 'checking', 'saving')`

export function isRunning({ state }: ImportRecord): boolean {
  return state !== 'done' && state !== 'refused'
}

/** Returns false while another import is running. */
export async function insertImport(
  tx: Transaction,
  begun: {
    readonly importNo: string
    readonly staffNo: string
    readonly uploadNo: string
    readonly startedAt: Date
  },
): Promise<boolean> {
  const rows = await tx.query<{ import_no: string }>(
    `INSERT INTO roster_imports (import_no, staff_no, upload_no, state, started_at)
     VALUES ($1, $2, $3, 'waiting', $4) ON CONFLICT DO NOTHING RETURNING import_no`,
    [begun.importNo, begun.staffNo, begun.uploadNo, begun.startedAt],
  )
  return rows.length > 0
}

/** The newest import of an upload: the same file may have been sent again. */
export async function findImportByUpload(
  db: Queryable,
  deps: Deps,
  { staffNo, uploadNo }: { readonly staffNo: string; readonly uploadNo: string },
): Promise<ImportRecord | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM roster_imports WHERE staff_no = $1 AND upload_no = $2
      ORDER BY started_at DESC LIMIT 1`,
    [staffNo, uploadNo],
  )
  return row && importOf(row, deps)
}

export async function findImport(
  db: Queryable,
  deps: Deps,
  importNo: string,
): Promise<ImportRecord | undefined> {
  const [row] = await db.query<Row>(`SELECT ${COLUMNS} FROM roster_imports WHERE import_no = $1`, [
    importNo,
  ])
  return row && importOf(row, deps)
}

/** Starts an import, or restarts it after an interruption; undefined if it has ended. */
export async function beginImport(
  db: Queryable,
  deps: Deps,
  importNo: string,
): Promise<ImportRecord | undefined> {
  const [row] = await db.query<Row>(
    `UPDATE roster_imports SET state = 'checking', begun = begun + 1, rows_done = 0
      WHERE import_no = $1 AND ${RUNNING} RETURNING ${COLUMNS}`,
    [importNo],
  )
  return row && importOf(row, deps)
}

/**
 * Locks an import until the transaction ends; returns whether it still runs. The row itself stays
 * free, because the progress is written to it from another connection.
 */
export async function lockRunningImport(tx: Transaction, importNo: string): Promise<boolean> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [importNo])
  const rows = await tx.query<{ import_no: string }>(
    `SELECT import_no FROM roster_imports WHERE import_no = $1 AND ${RUNNING}`,
    [importNo],
  )
  return rows.length > 0
}

/** Written outside the import's transaction, so that the progress is visible. */
export async function noteProgress(
  db: Queryable,
  importNo: string,
  { rows, rowsDone }: { readonly rows: number; readonly rowsDone: number },
): Promise<void> {
  await db.query(
    `UPDATE roster_imports SET state = 'saving', row_count = $2, rows_done = $3
      WHERE import_no = $1 AND ${RUNNING}`,
    [importNo, rows, rowsDone],
  )
}

/** Returns whether it was still running; one of two concurrent calls succeeds. */
export async function endImport(
  tx: Transaction,
  { vault }: Deps,
  ended: {
    readonly importNo: string
    readonly state: 'done' | 'refused'
    readonly endedAt: Date
    readonly rows: number
    readonly added: number
    readonly problems: readonly Problem[]
  },
): Promise<boolean> {
  const { importNo, state, endedAt, rows, added, problems } = ended
  const isDone = state === 'done'
  const place = placeIn('roster_imports', importNo)('problems_sealed')
  const told = vault.seal(JSON.stringify(problems.slice(0, PROBLEMS_STORED_MAX)), place)
  const updated = await tx.query<{ import_no: string }>(
    `UPDATE roster_imports SET state = $2, ended_at = $3, row_count = $4, rows_done = $5, added = $6,
            already = $7, problems_sealed = $8, problems_total = $9
      WHERE import_no = $1 AND ${RUNNING} RETURNING import_no`,
    [
      importNo,
      state,
      endedAt,
      rows,
      isDone ? rows : 0,
      added,
      isDone ? rows - added : 0,
      told,
      problems.length,
    ],
  )
  return updated.length > 0
}

/** Deletes ended imports; a running one has no end time. */
export async function deleteImportsEndedBefore(db: Queryable, moment: Date): Promise<void> {
  await db.query(`DELETE FROM roster_imports WHERE ended_at < $1`, [moment])
}

type Row = {
  import_no: string
  staff_no: string
  upload_no: string
  state: ImportState
  begun: number
  row_count: number
  rows_done: number
  added: number
  already: number
  problems_sealed: Buffer | null
  problems_total: number
}

function importOf(row: Row, { vault }: Deps): ImportRecord {
  const sealed = row.problems_sealed
  const place = placeIn('roster_imports', row.import_no)('problems_sealed')
  return {
    importNo: row.import_no,
    staffNo: row.staff_no,
    uploadNo: row.upload_no,
    state: row.state,
    begun: row.begun,
    rows: row.row_count,
    rowsDone: row.rows_done,
    added: row.added,
    already: row.already,
    // `endImport` is the only writer, so the JSON has this type.
    problems: sealed === null ? [] : (JSON.parse(vault.open(sealed, place)) as Problem[]),
    problemsTotal: row.problems_total,
  }
}
