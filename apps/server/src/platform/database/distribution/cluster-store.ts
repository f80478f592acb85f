import type { Queryable } from '../database.ts'

/** Whether the tables may be on several nodes. Some statements have another form there. */
export async function isCluster(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_cluster: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS is_cluster`,
  )
  return row?.is_cluster === true
}
