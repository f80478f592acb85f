import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres, type PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { execute, testPipeline } from '@qingzhou/tools/postgres/test-database.ts'
import { DatabaseUnavailable } from '#database/database-unavailable.ts'
import { migrate } from '#database/migrate.ts'
import { createDatabase, type PoolDatabase } from '#database/pool.ts'
import { withClient } from './connection.ts'

let folder: string
let server: PostgresServer
let database: PoolDatabase
let observer: PoolDatabase
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'qingzhou-standby-'))
  // With fsync, because without it no commit waits for anything.
  server = await startPostgres({ directory: join(folder, 'one'), fsync: true })
  await execute(server.url, 'CREATE TABLE acts (name text)')
  await execute(server.url, `ALTER SYSTEM SET synchronous_standby_names = 'missing'`)
  await execute(server.url, 'SELECT pg_reload_conf()')
  database = createDatabase(server.url, { pipeline: testPipeline, max: 1, onIdleError: () => {} })
  observer = createDatabase(server.url, { pipeline: testPipeline, max: 1, onIdleError: () => {} })
  await awaitRow(`SELECT 1 WHERE current_setting('synchronous_standby_names') = 'missing'`)
}, 120_000)
afterAll(async () => {
  // A failed test leaves a commit that waits; closing the pool would wait for it.
  await observer.query(CANCEL)
  await database.close()
  await observer.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const CANCEL = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`

async function awaitRow(sql: string): Promise<void> {
  while ((await observer.query(sql)).length === 0) await wait(20)
}

/** The failure of an act whose waits for the standby are cancelled. */
async function failureOfCancelled(act: Promise<unknown>): Promise<unknown> {
  const outcome = act.then(
    () => 'acknowledged',
    (error: unknown) => error,
  )
  for (;;) {
    await observer.query(CANCEL)
    const end = await Promise.race([outcome, wait(20)])
    if (end !== undefined) return end
  }
}

const namesOf = async () =>
  (await observer.query<{ name: string }>('SELECT name FROM acts')).map(({ name }) => name)

describe('a commit whose wait for the synchronous standby is cancelled', () => {
  it('is not acknowledged, though the primary has it', async () => {
    const act = database.inTransaction((tx) => tx.query(`INSERT INTO acts VALUES ('commit')`))
    expect(await failureOfCancelled(act)).toBeInstanceOf(DatabaseUnavailable)
    expect(await namesOf()).toContain('commit')
  })

  it('is not acknowledged where it is sent with the last statement', async () => {
    const act = database.inTransaction((tx) =>
      tx.preparedLast(`INSERT INTO acts VALUES ($1)`, ['last']),
    )
    expect(await failureOfCancelled(act)).toBeInstanceOf(DatabaseUnavailable)
    expect(await namesOf()).toContain('last')
  })

  it.each([
    ['single', `INSERT INTO acts VALUES ('single')`],
    ['several', `INSERT INTO acts VALUES ('several'); SELECT 1`],
  ])('is not acknowledged for statements without a transaction: %s', async (name, sql) => {
    expect(await failureOfCancelled(database.query(sql))).toBeInstanceOf(DatabaseUnavailable)
    expect(await namesOf()).toContain(name)
  })

  it('is not acknowledged on a connection outside the pool, as that of npm run distribute', async () => {
    const act = withClient(server.url, async (client) => {
      await client.query('BEGIN')
      await client.query(`INSERT INTO acts VALUES ('outside')`)
      await client.query('COMMIT')
    })
    expect(await failureOfCancelled(act)).toBeInstanceOf(DatabaseUnavailable)
    expect(await namesOf()).toContain('outside')
  })

  it('fails a migration, and what follows it is not done', async () => {
    const migrations = join(folder, 'migrations')
    mkdirSync(migrations)
    writeFileSync(join(migrations, '0001-one.sql'), `INSERT INTO acts VALUES ('migration')`)
    const act = migrate(
      server.url,
      () => execute(server.url, `INSERT INTO acts VALUES ('afterwards')`),
      {},
      migrations,
    )
    expect(await failureOfCancelled(act)).toBeInstanceOf(DatabaseUnavailable)
    const names = await namesOf()
    expect(names).toContain('migration')
    expect(names).not.toContain('afterwards')
  })

  it('says that the outcome is unknown, and leaves a pool that serves', async () => {
    const failure = await failureOfCancelled(database.query(`INSERT INTO acts VALUES ('said')`))
    expect(String(failure)).toContain('the standby has not confirmed the commit')
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await database.inTransaction((tx) => tx.query('SELECT 1'))
  })

  it('is acknowledged where another warning is raised', async () => {
    await execute(server.url, `ALTER SYSTEM SET synchronous_standby_names = ''`)
    await execute(server.url, 'SELECT pg_reload_conf()')
    await awaitRow(`SELECT 1 WHERE current_setting('synchronous_standby_names') = ''`)
    await database.query(`DO $$ BEGIN RAISE WARNING 'another'; END $$`)
    await database.query(`INSERT INTO acts VALUES ('after')`)
    expect(await namesOf()).toContain('after')
  })
})
