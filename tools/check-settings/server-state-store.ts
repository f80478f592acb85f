import type { Queryable } from '@qingzhou/platform/database/database'

export type ServerState = {
  readonly version: string
  readonly major: number
  readonly login: string
  /** Whether the login may do what the servers do. */
  readonly canServe: boolean
  readonly freeConnections: number
  readonly now: Date
}

export async function readServerState(db: Queryable): Promise<ServerState> {
  const [row] = await db.query<{
    version: string
    version_num: string
    login: string
    can_serve: boolean
    free: number
    now: Date
  }>(
    `SELECT current_setting('server_version') AS version,
            current_setting('server_version_num') AS version_num,
            session_user::text AS login,
            coalesce((SELECT pg_has_role(session_user, oid, 'MEMBER') FROM pg_roles
                       WHERE rolname = 'qingzhou_app'), false) AS can_serve,
            current_setting('max_connections')::int
              - current_setting('superuser_reserved_connections')::int
              - (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend')
              + 1 AS free,
            now() AS now`,
  )
  if (!row) throw new Error('the database returned no row')
  return {
    version: row.version,
    major: Math.floor(Number(row.version_num) / 10_000),
    login: row.login,
    canServe: row.can_serve,
    freeConnections: row.free,
    now: row.now,
  }
}
