import type { Queryable } from '#database/database.ts'

/** Records that a backup was completed now. */
export async function recordBackup(db: Queryable): Promise<void> {
  await db.query(
    'INSERT INTO completed_backups (completed_at) VALUES (clock_timestamp()) ON CONFLICT DO NOTHING',
  )
}

/** When the last backup was completed. None if there was none. */
export async function lastBackup(db: Queryable): Promise<readonly Date[]> {
  const rows = await db.query<{ completed_at: Date }>(
    'SELECT completed_at FROM completed_backups ORDER BY completed_at DESC LIMIT 1',
  )
  return rows.map((row) => row.completed_at)
}
