import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomUUID } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { readFixture } from '@qingzhou/tools/release-fixture/fixture.ts'
import { execute, withDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { createDatabase, type PoolDatabase } from './pool.ts'
import { destructiveStatements } from './testing/destructive.ts'

const folder = join(import.meta.dirname, 'migrations')
const root = join(import.meta.dirname, '../../../..')
const DECLARED = /^-- data move: \S.*; test: (\S+\.test\.ts)$/m

const read = (name: string) => readFileSync(join(folder, name), 'utf8')

const complaintsAbout = (name: string, sql: string): string[] => {
  const destructive = destructiveStatements(sql)
  if (destructive.length === 0) return []
  const test = DECLARED.exec(sql)?.[1]
  if (test === undefined) return [`${name} has no "-- data move: …; test: …": ${destructive[0]}`]
  const path = join(root, test)
  if (!existsSync(path)) return [`${name} names a test that is not there: ${test}`]
  return readFileSync(path, 'utf8').includes(name) ? [] : [`${test} does not speak of ${name}`]
}

describe('a migration that removes or rewrites rows', () => {
  it('declares what happens to the data, and names a test of it', async () => {
    const names = await migrationNames()
    expect(names.length).toBeGreaterThan(0)
    expect(names.flatMap((name) => complaintsAbout(name, read(name)))).toEqual([])
  })

  it('a migration that removes or rewrites rows is recognised by its statements', () => {
    const destructive = [
      'DROP TABLE loans;',
      'ALTER TABLE loans ADD COLUMN a text, DROP COLUMN b;',
      'ALTER TABLE loans DROP b;',
      'TRUNCATE loans;',
      'DELETE FROM loans;',
      'WITH gone AS (DELETE FROM loans RETURNING *) SELECT 1;',
      'ALTER TABLE loans ALTER COLUMN a TYPE bigint;',
      'ALTER TABLE loans ALTER a SET DATA TYPE bigint;',
      'UPDATE loans SET a = 1;',
      'WITH changed AS (UPDATE loans SET a = 1 RETURNING *) SELECT 1;',
      'DO $$ BEGIN DELETE FROM loans; END $$;',
      "DO $$ BEGIN EXECUTE 'DROP TABLE loans'; END $$;",
    ]
    const harmless = [
      '-- DROP TABLE loans;\nCREATE TABLE a (b text);',
      'ALTER TABLE loans DROP CONSTRAINT c, ALTER COLUMN a DROP DEFAULT, ALTER COLUMN b DROP NOT NULL;',
      'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; UPDATE a SET b = 1; END $$;',
      'CREATE TRIGGER t BEFORE UPDATE OR DELETE ON a FOR EACH ROW EXECUTE FUNCTION f();',
      'REVOKE UPDATE, DELETE, TRUNCATE ON a FROM qingzhou_app; DROP TRIGGER t ON a; DROP FUNCTION f;',
      'INSERT INTO a VALUES (1) ON CONFLICT (b) DO UPDATE SET b = 2; GRANT UPDATE (b) ON a TO c;',
    ]
    expect(destructive.filter((sql) => destructiveStatements(sql).length === 0)).toEqual([])
    expect(harmless.flatMap((sql) => destructiveStatements(sql))).toEqual([])
    expect(complaintsAbout('0999-x.sql', 'DROP TABLE a;')).toHaveLength(1)
    const named =
      '-- data move: into b; test: packages/platform/src/database/no.test.ts\nDROP TABLE a;'
    expect(complaintsAbout('0999-x.sql', named)).toEqual([expect.stringContaining('not there')])
  })
})

describe('a migration of a release', () => {
  it('is never changed, renamed or removed', async () => {
    const { migrations } = await readFixture()
    const names = await migrationNames()
    expect(names.slice(0, migrations.length)).toEqual(migrations.map(({ name }) => name))
    expect(migrations.filter(({ name, sql }) => read(name) !== sql)).toEqual([])
  })
})

describe('a database whose schema was built by other files', () => {
  it('is refused with an instruction and not changed', async () => {
    const { url, database } = await emptyDatabase()
    await database.query('CREATE TABLE loans (loan_no text)')
    await database.query(MIGRATIONS_TABLE)
    await database.query(`INSERT INTO migrations (name, checksum)
      VALUES ('0001-edge.sql', 'a'), ('0002-sessions.sql', 'b')`)
    await expect(migrate(url)).rejects.toThrow(
      /^This database was created by a version from before the first release \(its migration 0001-edge\.sql is not part of this version\), so start with an empty DATA_DIR .* nothing was changed\.$/,
    )
    expect(await database.query('SELECT name FROM migrations ORDER BY name')).toEqual([
      { name: '0001-edge.sql' },
      { name: '0002-sessions.sql' },
    ])
    const tables = `SELECT relname FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`
    expect(await database.query(tables)).toEqual([{ relname: 'loans' }, { relname: 'migrations' }])
    await database.close()
  })

  it('is accepted if a newer version only added files', async () => {
    const { url, database } = await emptyDatabase()
    await migrate(url)
    await database.query(`INSERT INTO migrations (name, checksum) VALUES ('9999-newer.sql', 'a')`)
    await expect(migrate(url)).resolves.toBeUndefined()
    await database.close()
  })
})

const MIGRATIONS_TABLE =
  'CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())'

async function emptyDatabase(): Promise<{ url: string; database: PoolDatabase }> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const url = withDatabase(inject('postgresUrl'), name)
  return { url, database: createDatabase(url, { max: 1, onIdleError: () => {} }) }
}
