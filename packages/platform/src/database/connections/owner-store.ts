import type { Queryable } from '#database/database.ts'

/** Whether the login of a connection owns the schema, whatever role it has taken. */
export async function isOwnerOfSchema(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ is_owner: boolean }>(
    `SELECT pg_has_role(session_user, relowner, 'USAGE') AS is_owner
       FROM pg_class WHERE oid = to_regclass('migrations')`,
  )
  return row?.is_owner === true
}
