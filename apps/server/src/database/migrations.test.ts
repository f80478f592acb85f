import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHash, randomUUID } from 'node:crypto'
import { describe, expect, inject, it } from 'vitest'
import { execute, withDatabase } from '@qingzhou/tools/test-database.ts'
import { migrate, migrationNames } from './migrate.ts'
import { createDatabase } from './pool.ts'
import { destructiveStatements } from './testing/destructive.ts'

const folder = join(import.meta.dirname, 'migrations')
const root = join(import.meta.dirname, '../../../..')
/** The last file from before the rule. */
const LAST_BEFORE = '0131'
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
  it('says what becomes of the data, and names a test that shows it', async () => {
    const later = (await migrationNames()).filter((name) => name.slice(0, 4) > LAST_BEFORE)
    expect(later.length).toBeGreaterThan(0)
    expect(later.flatMap((name) => complaintsAbout(name, read(name)))).toEqual([])
  })

  it('is told from one that does not', () => {
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
    const named = '-- data move: into b; test: apps/server/src/database/no.test.ts\nDROP TABLE a;'
    expect(complaintsAbout('0999-x.sql', named)).toEqual([expect.stringContaining('not there')])
  })
})

describe('a database from before the first release', () => {
  it('with rows that an old migration would remove is refused, and stays as it was', async () => {
    const name = `old_${randomUUID().replaceAll('-', '')}`
    await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
    const url = withDatabase(inject('postgresUrl'), name)
    await migrateUntil(url, '0032')
    const database = createDatabase(url, { max: 1, onIdleError: () => {} })
    const before = await database.query('SELECT name FROM migrations ORDER BY name')
    await database.query(
      `INSERT INTO audit_heads SELECT * FROM jsonb_populate_record(NULL::audit_heads, '{"customer_no": "C1", "hash": "\\\\x00", "previous_hash": "\\\\x00", "audit_no": 1}')`,
    )
    await expect(migrate(url)).rejects.toThrow(
      /0035-one-log\.sql would delete the rows of audit_heads, so nothing was changed/,
    )
    expect(await database.query('SELECT name FROM migrations ORDER BY name')).toEqual(before)
    await database.query('DELETE FROM audit_heads')
    await migrate(url)
    await database.close()
  })
})

/** As a program of that time would have left it. */
async function migrateUntil(url: string, last: string): Promise<void> {
  const database = createDatabase(url, { max: 1, onIdleError: () => {} })
  await database.query(
    'CREATE TABLE migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  )
  for (const name of (await migrationNames()).filter((one) => one.slice(0, 4) <= last)) {
    const sql = read(name)
    await execute(url, sql)
    const checksum = createHash('sha256').update(sql).digest('hex')
    await database.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [
      name,
      checksum,
    ])
  }
  await database.close()
}
