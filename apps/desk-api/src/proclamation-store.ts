import type { Queryable } from '@qingzhou/server/platform/database/database.ts'

/** The number of the desk's own notice; operators may have others. */
const DESK_NOTICE = 'desk'

export async function findNotice(db: Queryable): Promise<string | undefined> {
  const [row] = await db.query<{ message: string }>(
    `SELECT message FROM proclamations WHERE proclamation_no = $1`,
    [DESK_NOTICE],
  )
  return row?.message
}

export async function saveNotice(
  db: Queryable,
  notice: { readonly message: string; readonly startsAt: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO proclamations (proclamation_no, message, starts_at) VALUES ($1, $2, $3)
     ON CONFLICT (proclamation_no) DO UPDATE SET message = excluded.message,
       starts_at = excluded.starts_at, ends_at = NULL`,
    [DESK_NOTICE, notice.message, notice.startsAt],
  )
}

export async function removeNotice(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM proclamations WHERE proclamation_no = $1`, [DESK_NOTICE])
}
