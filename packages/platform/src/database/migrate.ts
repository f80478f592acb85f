import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { withClient } from './connections/connection.ts'
import type { Queryable } from './database.ts'
import { underMigrationLock, type LockSettings } from './migration-lock.ts'
import { sha256 } from '#canonical-json.ts'

type Migration = { readonly name: string; readonly sql: string; readonly checksum: string }

/**
 * Applies the missing migrations. When several servers start, one migrates and the others wait. A
 * login that does not own the schema changes nothing, and fails if migrations are missing.
 */
export async function migrate(
  connectionString: string,
  /** Further work for one server only, after the schema is up to date. */
  afterwards?: () => Promise<void>,
  lock: LockSettings = {},
  folder: string = FOLDER,
): Promise<void> {
  await underMigrationLock(connectionString, lock, async () => {
    const all = await migrationsIn(folder)
    await withClient(connectionString, (client) => applyMissing(client, all))
    await afterwards?.()
  })
}

async function applyMissing(client: Client, all: readonly Migration[]): Promise<void> {
  const isOwner = await ownsSchema(client)
  if (isOwner) await prepare(client)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  refuseOtherSchema([...applied.keys()], all)
  for (const migration of all) {
    const checksum = applied.get(migration.name)
    if (checksum === undefined) {
      if (!isOwner) throw new Error(`${migration.name} is missing: ${BY_ITS_OWNER}`)
      await apply(client, migration)
    }
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new Error(
        `${migration.name} was changed after it had been applied. Migrations are append-only: undo the change and add a new file.`,
      )
    }
  }
}

/**
 * Refuses a database whose schema was built by other files, for example from before the first
 * release. Additional newer migrations are allowed, because old and new servers run side by side.
 */
function refuseOtherSchema(applied: readonly string[], all: readonly Migration[]): void {
  const known = new Set(all.map(({ name }) => name))
  const last = all.at(-1)?.name ?? ''
  const other = applied.toSorted().find((name) => !known.has(name) && name < last)
  if (other === undefined) return
  throw new Error(
    `This database was created by a version from before the first release (its migration ${other} is not part of this version), so start with an empty DATA_DIR or, if DATABASE_URL is set, with an empty database; nothing was changed.`,
  )
}

const BY_ITS_OWNER = 'this login does not own the schema. Run npm run migrate as its owner first.'

async function ownsSchema(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_owner: boolean }>(`
    SELECT coalesce(
      (SELECT pg_has_role(relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('migrations')),
      true) AS is_owner`)
  return rows[0]?.is_owner === true
}

async function prepare(client: Client): Promise<void> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  await client.query(`COMMENT ON TABLE migrations IS 'reference: what was done to this schema'`)
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(sql)
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw new Error(`${name} failed and was rolled back.`, { cause: error })
  }
}

/** The migrations of this program that the database does not have yet, for the readiness check. */
export async function missingMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>('SELECT name FROM migrations')
  const applied = new Set(rows.map(({ name }) => name))
  return (await migrationNames()).filter((name) => !applied.has(name))
}

/** The names of all migrations of this program. */
export async function migrationNames(folder: string = FOLDER): Promise<string[]> {
  const names = await readdir(folder)
  return names.filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name)).sort()
}

/** All migrations of this program, in their order. */
export async function ownMigrations(): Promise<Pick<Migration, 'name' | 'checksum'>[]> {
  return (await migrationsIn(FOLDER)).map(({ name, checksum }) => ({ name, checksum }))
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const names = await migrationNames(folder)
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, checksum: sha256(sql).toString('hex') }
    }),
  )
}

const FOLDER = join(import.meta.dirname, 'migrations')
