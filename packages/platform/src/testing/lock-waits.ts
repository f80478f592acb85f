import type { Database } from '#database/database.ts'
import { isCluster } from '#database/distribution/cluster-store.ts'

/** Whether a statement waits for a lock that another transaction holds, on any node. */
export async function isAnyStatementWaiting(database: Database): Promise<boolean> {
  const waiting = (await isCluster(database))
    ? await database.query(`SELECT FROM citus_stat_activity WHERE wait_event_type = 'Lock'`)
    : await database.query('SELECT FROM pg_locks WHERE NOT granted')
  return waiting.length > 0
}
