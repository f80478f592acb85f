import type { Queryable } from '#database/database.ts'

/** A server or worker that runs. */
export type RunningProcess = {
  readonly processId: string
  readonly host: string
  readonly pid: number
  readonly version: string
  /** The ids of the vault keys that it holds, oldest first. */
  readonly vaultKeyIds: readonly string[]
  readonly takesTasks: boolean
}

/** A process reports at least this often, unless it was killed or has no database. */
export const REPORT_EVERY_MS = 10_000
const ALIVE_SECONDS = 60

/** By the clock of the database, which all processes share. */
export async function reportProcess(db: Queryable, running: RunningProcess): Promise<void> {
  await db.query(
    `INSERT INTO running_processes
            (process_id, host, pid, version, vault_key_ids, takes_tasks, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, now())
     ON CONFLICT (process_id) DO UPDATE
       SET takes_tasks = excluded.takes_tasks, seen_at = excluded.seen_at`,
    [
      running.processId,
      running.host,
      running.pid,
      running.version,
      running.vaultKeyIds,
      running.takesTasks,
    ],
  )
}

export async function removeProcess(db: Queryable, processId: string): Promise<void> {
  await db.query('DELETE FROM running_processes WHERE process_id = $1', [processId])
}

/** Removes the rows of processes that were killed a day ago and earlier. */
export async function deleteOldProcesses(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM running_processes WHERE seen_at < now() - interval '1 day'`)
}

/** The processes that have reported within a minute. */
export async function runningProcesses(db: Queryable): Promise<RunningProcess[]> {
  const rows = await db.query<{
    process_id: string
    host: string
    pid: number
    version: string
    vault_key_ids: string[]
    takes_tasks: boolean
  }>(
    `SELECT process_id, host, pid, version, vault_key_ids, takes_tasks FROM running_processes
      WHERE seen_at > now() - make_interval(secs => $1) ORDER BY host, pid`,
    [ALIVE_SECONDS],
  )
  return rows.map((row) => ({
    processId: row.process_id,
    host: row.host,
    pid: row.pid,
    version: row.version,
    vaultKeyIds: row.vault_key_ids,
    takesTasks: row.takes_tasks,
  }))
}

/** When a process that takes tasks last reported. None if there is no such process. */
export async function lastWorkerReport(db: Queryable): Promise<readonly Date[]> {
  const rows = await db.query<{ seen_at: Date }>(
    'SELECT seen_at FROM running_processes WHERE takes_tasks ORDER BY seen_at DESC LIMIT 1',
  )
  return rows.map((row) => row.seen_at)
}
