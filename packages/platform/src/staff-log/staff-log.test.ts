import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { customerNo } from '#ids.ts'
import type { Queryable } from '#database/database.ts'
import { createDatabase, type PoolDatabase } from '#database/pool.ts'
import { hasRow, lastRow, recordStaffAct, verifyLogs } from './index.ts'

const customer = customerNo('900000000001')
const services = { now: () => new Date('2026-11-15T04:00:00.123Z') }
const staff = { staffNo: 'S0000000001' }

/** Connections with the server's rights and with those of a superuser. */
let database: PoolDatabase
let superuser: PoolDatabase

beforeEach(async () => {
  const url = await createTestDatabase()
  database = createDatabase(url, { max: 10, role: 'qingzhou_app', onIdleError: () => {} })
  superuser = createDatabase(url, { max: 1, onIdleError: () => {} })
})
afterEach(async () => {
  await database.close()
  await superuser.close()
})

async function recordSome(count = 7): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await recordStaffAct(database, services, {
      staff,
      act: 'look-at-evidence',
      customer,
      about: `n=${n}`,
    })
  }
}

async function brokenRow(): Promise<string | undefined> {
  const [found] = await verifyLogs(database, { slice: 3 })
  return found?.firstBroken
}

/**
 * As an attacker with superuser rights: disables the triggers, changes rows, enables them again.
 */
async function tamper(change: (db: Queryable) => Promise<unknown>): Promise<void> {
  await superuser.inTransaction(async (tx) => {
    await tx.query('ALTER TABLE staff_log DISABLE TRIGGER ALL')
    await change(tx)
    await tx.query('ALTER TABLE staff_log ENABLE TRIGGER ALL')
  })
}

/** Changes row 6 and recomputes all later hashes. */
async function rewriteFromSix(db: Queryable): Promise<void> {
  await db.query(`UPDATE staff_log SET about = 'n=0' WHERE log_no = 6`)
  await db.query(`UPDATE staff_log SET hash = staff_log_hash(staff_log) WHERE log_no = 6`)
  await db.query(`UPDATE staff_log SET previous_hash =
    (SELECT before.hash FROM staff_log AS before WHERE before.log_no = 6) WHERE log_no = 7`)
  await db.query(`UPDATE staff_log SET hash = staff_log_hash(staff_log) WHERE log_no = 7`)
}

describe('the staff log', () => {
  it('records action, actor and customer, and chains each row to the previous one', async () => {
    await recordSome(2)
    await recordStaffAct(database, services, { staff: 'nobody', act: 'fail-sign-in' })
    const rows = await database.query<Record<string, unknown>>(
      'SELECT log_no, actor, act, customer_no, about, done_at FROM staff_log ORDER BY log_no',
    )
    expect(rows[1]).toEqual({
      log_no: 2n,
      actor: 'S0000000001',
      act: 'look-at-evidence',
      customer_no: customer,
      about: 'n=2',
      done_at: services.now(),
    })
    expect(rows[2]).toMatchObject({ actor: 'nobody', customer_no: null, about: '' })
    expect(await verifyLogs(database)).toEqual([
      { log: 'staff', rows: 3n, firstBroken: undefined },
      { log: 'customers', rows: 0n, firstBroken: undefined },
    ])
  })

  it('stays one unbroken chain under concurrent writes', async () => {
    await Promise.all(Array.from({ length: 40 }, () => recordSome(1)))
    expect(await verifyLogs(database, { slice: 7 })).toMatchObject([{ rows: 40n }, {}])
    expect(await brokenRow()).toBeUndefined()
  })

  it('drops rolled back rows, and the chain stays valid', async () => {
    await recordSome(1)
    const undone = database.inTransaction(async (tx) => {
      await recordStaffAct(tx, services, { staff, act: 'add-name' })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    await recordSome(1)
    expect(await verifyLogs(database)).toMatchObject([{ rows: 2n, firstBroken: undefined }, {}])
  })

  it.each(['name=张三', 'phone 13800000000\n', 'a@b', 'x'.repeat(201)])(
    'rejects text about a person: %j',
    async (about) => {
      const noted = recordStaffAct(database, services, { staff, act: 'add-name', about })
      await expect(noted).rejects.toThrow('no words about a person')
    },
  )
})

describe('the staff log is append-only:', () => {
  it.each([
    `UPDATE staff_log SET about = ''`,
    `DELETE FROM staff_log`,
    `TRUNCATE staff_log`,
    `UPDATE staff_log_head SET log_no = 0`,
    `DELETE FROM staff_log_head`,
    `INSERT INTO staff_log_head (log_no, hash) VALUES (0, '')`,
    `ALTER TABLE staff_log DISABLE TRIGGER ALL`,
  ])('the server may not %s', async (sql) => {
    await recordSome(1)
    await expect(database.query(sql)).rejects.toThrow(/permission denied|must be owner/)
  })

  it.each([`UPDATE staff_log SET about = ''`, `DELETE FROM staff_log`, `TRUNCATE staff_log`])(
    'a trigger stops the owner from %s',
    async (sql) => {
      await recordSome(1)
      await expect(superuser.query(sql)).rejects.toThrow('staff_log is append-only')
    },
  )

  it('a row is appended at the end, whatever number and hash it is inserted with', async () => {
    await recordSome(2)
    await database.query(
      `INSERT INTO staff_log (log_no, done_at, actor, act, about, previous_hash, hash)
       VALUES (1, now(), 'nobody', 'forged', '', '', 'forged')`,
    )
    expect(await verifyLogs(database)).toMatchObject([{ rows: 3n, firstBroken: undefined }, {}])
  })
})

describe('tampering is detected:', () => {
  it.each([
    ['about', `'n=9'`],
    ['act', `'look-away'`],
    ['actor', `'S0000000002'`],
    ['customer_no', `NULL`],
    ['done_at', `done_at + interval '1 microsecond'`],
    ['hash', `sha256('x')`],
    ['previous_hash', `sha256('x')`],
  ])('a changed %s in one row', async (column, value) => {
    await recordSome()
    await tamper((db) => db.query(`UPDATE staff_log SET ${column} = ${value} WHERE log_no = 4`))
    expect(await brokenRow()).toBe('4')
  })

  it('a row removed from the middle or the start', async () => {
    await recordSome()
    await tamper((db) => db.query('DELETE FROM staff_log WHERE log_no = 5'))
    expect(await brokenRow()).toBe('6')
    await tamper((db) => db.query('DELETE FROM staff_log WHERE log_no = 1'))
    expect(await brokenRow()).toBe('2')
  })

  it('the last row or all rows removed', async () => {
    await recordSome()
    await tamper((db) => db.query('DELETE FROM staff_log WHERE log_no = 7'))
    expect(await brokenRow()).toBe('7')
    await tamper((db) => db.query('DELETE FROM staff_log'))
    expect(await brokenRow()).toBe('7')
  })

  it('a row appended with a matching hash', async () => {
    await recordSome()
    await tamper((db) =>
      db.query(
        `INSERT INTO staff_log
         SELECT (forged).* FROM (
           SELECT jsonb_populate_record(last, jsonb_build_object('log_no', 8, 'previous_hash', hash)) AS forged
             FROM staff_log AS last WHERE log_no = 7) AS made`,
      ),
    )
    await tamper((db) =>
      db.query(`UPDATE staff_log SET hash = staff_log_hash(staff_log) WHERE log_no = 8`),
    )
    expect(await brokenRow()).toBe('8')
  })

  it('all rows from one on rewritten', async () => {
    await recordSome()
    await tamper(rewriteFromSix)
    expect(await brokenRow()).toBe('7')
  })

  it('the whole log rewritten including its head, by comparison with a saved head', async () => {
    await recordSome()
    const known = await lastRow(database)
    if (!known) throw new Error('staff log is empty')
    expect(await hasRow(database, known)).toBe(true)
    await tamper(async (db) => {
      await rewriteFromSix(db)
      await db.query(
        `UPDATE staff_log_head SET hash = (SELECT hash FROM staff_log WHERE log_no = 7)`,
      )
    })
    expect(await brokenRow()).toBeUndefined()
    expect(await hasRow(database, known)).toBe(false)
  })
})
