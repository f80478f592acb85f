import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createServerLogin, createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { createLimiter } from './rate-limit-store.ts'
import { migrate, migrationNames } from './migrate.ts'
import { createDatabase, type PoolDatabase } from './pool.ts'
import { createVault } from './vault/vault.ts'

const keys = { sealing: [{ id: 'k', bytes: Buffer.alloc(32, 1) }], index: Buffer.alloc(32, 2) }
const vault = createVault(keys)
let url: string
let database: PoolDatabase

const connect = () => createDatabase(url, { max: 10, onIdleError: () => {} })

beforeAll(async () => {
  url = await createTestDatabase()
  database = connect()
})
afterAll(() => database.close())

describe('the pool', () => {
  it('rejects a statement for a finished transaction, which would join the next one', async () => {
    const tx = await database.inTransaction(async (still) => still)
    await expect(tx.query('SELECT 1')).rejects.toThrow('the transaction is over')
    await expect(tx.prepared('SELECT 1')).rejects.toThrow('the transaction is over')
    let failed = tx
    const failing = database.inTransaction(async (still) => {
      failed = still
      await still.query('SELECT no_such_column')
    })
    await expect(failing).rejects.toThrow(/no_such_column/)
    await expect(failed.query('SELECT 1')).rejects.toThrow('the transaction is over')
  })

  it('keeps bigints exact, and reads dates as dates and timestamps as timestamps', async () => {
    const [row] = await database.query<Record<string, unknown>>(
      `SELECT 9007199254740993::int8 AS fen, '2026-02-28'::date AS day, 5::int4 AS count,
              '2026-01-01T00:00:00Z'::timestamptz AS moment, 1.50::numeric AS exact`,
    )
    expect(row).toEqual({
      fen: 9007199254740993n,
      day: '2026-02-28',
      count: 5,
      moment: new Date('2026-01-01T00:00:00Z'),
      exact: '1.50',
    })
  })

  it('commits what a transaction wrote, and nothing when it throws', async () => {
    await database.query('CREATE TABLE notes (words text)')
    await database.inTransaction((tx) => tx.query(`INSERT INTO notes VALUES ('kept')`))
    const failing = database.inTransaction(async (tx) => {
      await tx.query(`INSERT INTO notes VALUES ('lost')`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await database.query('SELECT words FROM notes')).toEqual([{ words: 'kept' }])
    await database.query('DROP TABLE notes')
  })

  it('recovers after its connections are cut, even in the middle of a transaction', async () => {
    const cut = database.inTransaction(async (tx) => {
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())')
    })
    await expect(cut).rejects.toThrow('the database is away')
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })
})

describe('the limiter', () => {
  let now = new Date('2026-11-15T00:00:00Z')
  const limiterOn = (db: PoolDatabase) => createLimiter({ database: db, vault, now: () => now })

  it('grants exactly the limit to fifty concurrent callers on two servers', async () => {
    const elsewhere = connect()
    const [here, there] = [limiterOn(database), limiterOn(elsewhere)]
    const allowance = { key: 'fifty', limit: 7, windowSeconds: 60 }
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? here : there).take(allowance)),
    )
    expect(taken.filter((one) => one.ok)).toHaveLength(7)
    await elsewhere.close()
  })

  it('reports how long to wait, and grants again afterwards', async () => {
    const limiter = limiterOn(database)
    const allowance = { key: 'wait', limit: 1, windowSeconds: 60 }
    expect(await limiter.take(allowance)).toMatchObject({ ok: true })
    now = new Date(now.getTime() + 45_500)
    expect(await limiter.take(allowance)).toEqual({ ok: false, waitSeconds: 15 })
    now = new Date(now.getTime() + 14_500)
    expect(await limiter.take(allowance)).toMatchObject({ ok: true })
  })

  it('stores only hashes of keys', async () => {
    await limiterOn(database).take({ key: 'sms 13800138000', limit: 1, windowSeconds: 60 })
    const rows = await database.query('SELECT rate_limits::text AS row FROM rate_limits')
    const hex = Buffer.from('13800138000').toString('hex')
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`13800138000|${hex}`))
  })
})

describe('migrate', () => {
  it('can run on several servers at once and repeatedly', async () => {
    await Promise.all([migrate(url), migrate(url), migrate(url)])
    const rows = await database.query('SELECT name FROM migrations ORDER BY name')
    expect(rows.map(({ name }) => name)).toEqual(await migrationNames())
  })

  it('changes nothing with a server login that does not own the schema', async () => {
    const own = await createServerLogin(url)
    await migrate(own)
    const theirs = createDatabase(own, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
    await expect(theirs.query('SET ROLE NONE; DELETE FROM audit_log')).rejects.toThrow(/denied/)
    await theirs.close()

    await database.query(`DELETE FROM migrations WHERE name LIKE '0002-%'`)
    await expect(migrate(own)).rejects.toThrow(/0002-.*\.sql is missing: .*npm run migrate/)
  })

  it('refuses a file that was changed after it was applied', async () => {
    await database.query(`UPDATE migrations SET checksum = 'other' WHERE name LIKE '0001-%'`)
    await expect(migrate(url)).rejects.toThrow(/0001-platform\.sql was changed/)
  })
})
