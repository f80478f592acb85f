import { Client, DatabaseError } from 'pg'
import { API } from 'typescript/unstable/sync'
import { readStatements } from './sql-types.ts'

/** A value of each type that a parameter has. Others are null. Some texts are cast to dates. */
const SAMPLES: Readonly<Record<string, string>> = {
  text: '2026-11-15',
  integer: '1',
  bigint: '1',
  boolean: 'true',
  date: '2026-11-15',
  'timestamp with time zone': '2026-11-15T12:00:00Z',
  interval: '1 day',
  bytea: String.raw`\x00`,
  jsonb: '{}',
  'text[]': '{2026-11-15}',
}

/**
 * Runs the SQL statements of some files with sample values, each in a transaction that is rolled
 * back. Returns how many there are, and those of a form that the database does not support: a cluster
 * refuses some that one PostgreSQL runs. Other failures come from the sample values.
 */
export async function tryStatements(
  paths: readonly string[],
  { root, url }: { readonly root: string; readonly url: string },
): Promise<{ readonly count: number; readonly refused: readonly string[] }> {
  const api = new API({ cwd: root })
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    const { statements } = readStatements(api, paths, root)
    const refused: string[] = []
    for (const { at, sql } of statements) {
      const refusal = await refusalOf(client, sql)
      if (refusal !== undefined) refused.push(`${at}: ${refusal}`)
    }
    return { count: statements.length, refused }
  } finally {
    api.close()
    await client.end()
  }
}

const FEATURE_NOT_SUPPORTED = '0A000'

async function refusalOf(client: Client, sql: string): Promise<string | undefined> {
  await client.query('BEGIN')
  try {
    await client.query(`PREPARE tried AS ${sql}`)
    const { rows } = await client.query<{ type: string }>(
      `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 'tried'`,
    )
    await client.query(
      sql,
      rows.map(({ type }) => SAMPLES[type] ?? null),
    )
    return undefined
  } catch (error) {
    const isRefusal = error instanceof DatabaseError && error.code === FEATURE_NOT_SUPPORTED
    return isRefusal ? error.message : undefined
  } finally {
    await client.query('ROLLBACK')
    await client.query('DEALLOCATE ALL')
  }
}
