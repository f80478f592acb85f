import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createServerLogin,
  createTestDatabase,
  testPipeline,
} from '@qingzhou/tools/postgres/test-database.ts'
import { createLimiter } from './rate-limit-store.ts'
import { migrate, migrationNames } from './migrate.ts'
import { createDatabase, type PoolDatabase } from './pool.ts'
import { createVault } from './vault/vault.ts'

const keys = { sealing: [{ id: 'k', bytes: Buffer.alloc(32, 1) }], index: Buffer.alloc(32, 2) }
const vault = createVault(keys)
let url: string
let database: PoolDatabase

const connect = () =>
  createDatabase(url, { pipeline: testPipeline, max: 10, onIdleError: () => {} })

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

  it('answers a frequent statement with the columns of a table that has changed since', async () => {
    const one = createDatabase(url, { pipeline: testPipeline, max: 1, onIdleError: () => {} })
    await one.query('CREATE TABLE sights (a int)')
    await one.query('INSERT INTO sights VALUES (1)')
    const look = () => one.query('SELECT * FROM sights')
    const lookInTransaction = () => one.inTransaction((tx) => tx.prepared('SELECT * FROM sights'))
    for (let count = 0; count < 4; count += 1) expect(await look()).toEqual([{ a: 1 }])
    await one.query('ALTER TABLE sights ADD COLUMN b text')
    expect(await look()).toEqual([{ a: 1, b: null }])
    expect(await lookInTransaction()).toEqual([{ a: 1, b: null }])
    await one.query('ALTER TABLE sights DROP COLUMN a')
    // The transaction may have written before, so it fails as a whole; the next one succeeds.
    await expect(lookInTransaction()).rejects.toThrow('cached plan')
    expect(await lookInTransaction()).toEqual([{ b: null }])
    await one.query('DROP TABLE sights')
    await one.close()
  })

  it('reports the failed statement of a message, and knows which statements it skipped', async () => {
    const one = createDatabase(url, { pipeline: testPipeline, max: 1, onIdleError: () => {} })
    const outcomes = await one
      .inTransaction((tx) =>
        Promise.allSettled([
          tx.prepared('SELECT 1 AS one'),
          tx.prepared('SELECT 1 / $1::int AS none', [0]),
          tx.prepared('SELECT 3 AS three'),
        ]).then((settled) => {
          expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
          throw new Error('seen')
        }),
      )
      .catch((error: Error) => error.message)
    expect(outcomes).toBe('seen')
    const again = await one.inTransaction((tx) =>
      Promise.all([tx.prepared('SELECT 3 AS three'), tx.prepared('SELECT 1 AS one')]),
    )
    expect(again).toEqual([[{ three: 3 }], [{ one: 1 }]])
    await one.close()
  })

  it('reads together on one connection, each turn in one message, and fails as one', async () => {
    const one = createDatabase(url, { pipeline: testPipeline, max: 1, onIdleError: () => {} })
    const read = (divisor: number) =>
      one.together(async (db) => {
        const first = await Promise.all([
          db.query('SELECT pg_backend_pid() AS pid'),
          db.query('SELECT 6 / $1::int AS share', [divisor]),
        ])
        return [...first, await db.query('SELECT pg_backend_pid() AS pid')]
      })
    const [pid, share, samePid] = await read(2)
    expect(share).toEqual([{ share: 3 }])
    expect(samePid).toEqual(pid)
    await expect(read(0)).rejects.toThrow('division by zero')
    expect(await read(3)).toEqual([pid, [{ share: 2 }], pid])
    await one.close()
  })

  it('reads for several calls in one message, and only the call whose read fails fails', async () => {
    const one = createDatabase(url, { pipeline: 'on', max: 10, onIdleError: () => {} })
    const share = (divisor: number) =>
      one.together((db) =>
        Promise.all([
          db.query('SELECT pg_backend_pid() AS pid, now()'),
          db.query('SELECT 6 / $1::int AS share', [divisor]),
        ]),
      )
    const [[first, half], [second, third]] = await Promise.all([share(2), share(3)])
    // One connection and one transaction: the time in a transaction is that of its start.
    expect(second).toEqual(first)
    expect([half, third]).toEqual([[{ share: 3 }], [{ share: 2 }]])
    const settled = await Promise.allSettled([share(1), share(0), share(6)])
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const many = await Promise.all(Array.from({ length: 50 }, (_, index) => share(index + 1)))
    expect(many.map(([, part]) => part)).toEqual(
      many.map((_, index) => [{ share: Math.floor(6 / (index + 1)) }]),
    )
    await one.close()
  })

  it('refuses a value that cannot be sent before it sends anything', async () => {
    const circle: unknown[] = []
    const self = { toPostgres: () => self }
    await expect(database.query('SELECT $1::text', [self, circle])).rejects.toThrow(/circular/)
    expect(await database.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  it('gives the next statement its role and timeouts after one that changed the session', async () => {
    await migrate(url)
    const one = createDatabase(url, {
      pipeline: testPipeline,
      max: 1,
      role: 'qingzhou_app',
      onIdleError: () => {},
    })
    const held = () =>
      one.query(`SELECT current_user::text AS role, current_setting('statement_timeout') AS wait`)
    for (const change of [
      'RESET ROLE',
      'SET statement_timeout = 0',
      'SET ROLE NONE; SET statement_timeout = 0',
      `SELECT set_config('statement_timeout', '0', false)`,
    ]) {
      await one.query(change)
      expect(await held()).toEqual([{ role: 'qingzhou_app', wait: '15s' }])
      await one.inTransaction((tx) => tx.query(change))
      expect(await held()).toEqual([{ role: 'qingzhou_app', wait: '15s' }])
    }
    await one.close()
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
    const one = createDatabase(url, { pipeline: testPipeline, max: 1, onIdleError: () => {} })
    const unawaited = one.inTransaction(async (tx) => {
      void tx.query(`INSERT INTO notes VALUES ('lost')`)
      throw new Error('at once')
    })
    await expect(unawaited).rejects.toThrow('at once')
    const unasked = one.inTransaction(async () => {
      throw new Error('nothing asked')
    })
    await expect(unasked).rejects.toThrow('nothing asked')
    await one.query(`INSERT INTO notes VALUES ('alone')`)
    await one.close()
    expect(await database.query('SELECT words FROM notes')).toEqual([
      { words: 'kept' },
      { words: 'alone' },
    ])
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
    const theirs = createDatabase(own, {
      pipeline: testPipeline,
      max: 1,
      role: 'qingzhou_app',
      onIdleError: () => {},
    })
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
