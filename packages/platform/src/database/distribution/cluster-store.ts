import type { Queryable, Transaction } from '#database/database.ts'

/** Whether the tables may be on several nodes. Some statements have another form there. */
export async function isCluster(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_cluster: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS is_cluster`,
  )
  return row?.is_cluster === true
}

/**
 * Reads of rows on several nodes use one connection to each node for the rest of this transaction.
 * Otherwise a cluster refuses a later change of a table with a copy on every node.
 */
export async function limitToOneConnectionPerNode(tx: Transaction): Promise<void> {
  if (!(await isCluster(tx))) return
  await tx.query(`SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true)`)
}
