import { hostname } from 'node:os'
import { DatabaseError, type Client } from 'pg'
import { withClient } from './connections/connection.ts'

/** An arbitrary number, the same on every server. */
const MIGRATION_LOCK = 4_714_001
const WAIT_SECONDS_MAX = 120

export type LockSettings = {
  /** How long to wait for a running migration. */
  readonly waitSecondsMax?: number
  /** Called when another process holds the lock. */
  readonly onWait?: (sentence: string) => void
}

/**
 * Runs the work while no other server migrates or seeds. The lock belongs to a transaction on its
 * own connection, so that it also works behind a pooler, and it ends with that connection.
 */
export async function underMigrationLock(
  connectionString: string,
  { waitSecondsMax = WAIT_SECONDS_MAX, onWait }: LockSettings,
  work: () => Promise<void>,
): Promise<void> {
  await withClient(connectionString, async (client) => {
    await client.query('BEGIN')
    await client.query(
      `SELECT set_config('application_name', $1, true), set_config('lock_timeout', $2, true),
              set_config('idle_in_transaction_session_timeout', '0', true)`,
      [`qingzhou migrating: ${hostname()} ${process.pid}`, `${waitSecondsMax}s`],
    )
    if (!(await tryLock(client))) {
      onWait?.(`Waiting for ${await holderOf(client)}, at most ${waitSecondsMax} s.`)
      await waitForLock(client)
    }
    await work()
    await client.query('COMMIT')
  })
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_ours: boolean }>(
    'SELECT pg_try_advisory_xact_lock($1) AS is_ours',
    [MIGRATION_LOCK],
  )
  return rows[0]?.is_ours === true
}

const LOCK_NOT_AVAILABLE = '55P03'

async function waitForLock(client: Client): Promise<void> {
  // A failed statement aborts the transaction. The savepoint allows it to continue.
  await client.query('SAVEPOINT waiting')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    await client.query('ROLLBACK TO SAVEPOINT waiting')
    const holder = await holderOf(client)
    throw new Error(
      `The database is locked by ${holder}. Wait until that has ended, or end it, and start again.`,
      { cause: error },
    )
  }
}

/** Describes the holder of the lock, as far as this login may see it. */
async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string | null; since: Date | null }>(
    `SELECT pid, application_name AS name, xact_start AS since
       FROM pg_locks LEFT JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND granted AND pg_locks.objid = $1 AND classid = 0
        AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [MIGRATION_LOCK],
  )
  const [holder] = rows
  if (!holder) return 'a migration that is ending just now'
  const since = holder.since ? ` since ${holder.since.toISOString()}` : ''
  return `"${holder.name ?? 'unknown'}"${since} (process ${holder.pid} of the database server)`
}
