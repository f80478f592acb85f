import type { Client } from 'pg'

import type { Migration, Sequence } from './manifest.ts'

export type TableRecord = { readonly name: string; readonly columns: string[] }

/**
 * The logged tables, referenced tables first. Unlogged counters are left out, and so is the list of
 * migrations, which the schema creates itself.
 */
export async function keptTables(client: Client): Promise<TableRecord[]> {
  const { rows } = await client.query<TableRecord & { pointsAt: string[] }>(`
    SELECT t.relname AS name,
           (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
             WHERE a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
               AND a.attgenerated = '') AS columns,
           (SELECT coalesce(array_agg(DISTINCT target.relname::text), '{}')
              FROM pg_constraint c JOIN pg_class target ON target.oid = c.confrelid
             WHERE c.conrelid = t.oid AND c.contype = 'f' AND c.confrelid <> t.oid) AS "pointsAt"
      FROM pg_class t
     WHERE t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p')
       AND t.relpersistence = 'p' AND NOT t.relispartition AND t.relname <> 'migrations'
     ORDER BY t.relname`)
  return inOrder(rows)
}

function inOrder<Row extends { name: string; pointsAt: string[] }>(rows: readonly Row[]): Row[] {
  const placed = new Set<string>()
  const order: Row[] = []
  while (order.length < rows.length) {
    const next = rows.filter(
      ({ name, pointsAt }) => !placed.has(name) && pointsAt.every((target) => placed.has(target)),
    )
    if (next.length === 0) throw new Error('Tables reference each other in a cycle.')
    for (const row of next) {
      placed.add(row.name)
      order.push(row)
    }
  }
  return order
}

/** Read after the rows: a sequence that advanced meanwhile is ahead of them, never behind. */
export async function readSequences(client: Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string; value: string | null; start: string }>(`
    SELECT sequencename AS name, last_value::text AS value, start_value::text AS start
      FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`)
  return rows.map(({ name, value, start }) => ({
    name,
    value: value ?? start,
    isUsed: value !== null,
  }))
}

export async function readMigrations(client: Client): Promise<Migration[]> {
  const { rows } = await client.query<Migration>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  )
  return rows
}

/** Whether this login may create the schema: tables, and the servers' role if it is not there yet. */
export async function canRestore(
  client: Client,
): Promise<{ readonly login: string; readonly isAllowed: boolean }> {
  const { rows } = await client.query<{ login: string; is_allowed: boolean }>(`
    SELECT current_user::text AS login,
           has_schema_privilege('public', 'CREATE')
             AND (EXISTS (SELECT FROM pg_roles WHERE rolname = 'qingzhou_app')
                  OR (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user))
             AS is_allowed`)
  const [row] = rows
  return { login: row?.login ?? '', isAllowed: row?.is_allowed === true }
}

export async function hasTables(client: Client): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
  )
  return rows.length > 0
}

/** Quotes a name of our own schema for a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
