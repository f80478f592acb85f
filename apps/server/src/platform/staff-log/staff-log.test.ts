import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '@qingzhou/tools/test-database.ts'
import { customerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { createDatabase, type PoolDatabase } from '#platform/database/pool.ts'
import { isStillThere, lastRow, noteStaffAct, verifyLogs } from './index.ts'

const customer = customerNo('900000000001')
const services = { now: () => new Date('2026-11-15T04:00:00.123Z') }
const staff = { staffNo: 'S0000000001' }

/** What the server may do, and what the owner of the whole cluster may. */
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

async function noteSome(count = 7): Promise<void> {
  for (let n = 1; n <= count; n += 1) {
    await noteStaffAct(database, services, {
      staff,
      act: 'look-at-proof',
      customer,
      about: `n=${n}`,
    })
  }
}

async function brokenRow(): Promise<string | undefined> {
  const [found] = await verifyLogs(database, { slice: 3 })
  return found?.firstBroken
}

/** As somebody would who has the machine: the triggers off, the change made, the triggers on again. */
async function tamper(change: (db: Queryable) => Promise<unknown>): Promise<void> {
  await superuser.inTransaction(async (tx) => {
    await tx.query('ALTER TABLE staff_log DISABLE TRIGGER ALL')
    await change(tx)
    await tx.query('ALTER TABLE staff_log ENABLE TRIGGER ALL')
  })
}

/** Row 6 told otherwise, and every hash after it made to fit. */
async function rewriteFromSix(db: Queryable): Promise<void> {
  await db.query(`UPDATE staff_log SET about = 'n=0' WHERE log_no = 6`)
  await db.query(`UPDATE staff_log SET hash = staff_log_hash(staff_log) WHERE log_no = 6`)
  await db.query(`UPDATE staff_log SET previous_hash =
    (SELECT before.hash FROM staff_log AS before WHERE before.log_no = 6) WHERE log_no = 7`)
  await db.query(`UPDATE staff_log SET hash = staff_log_hash(staff_log) WHERE log_no = 7`)
}

describe('the staff log', () => {
  it('keeps what was done, by whom, to whom, and ties each row to the one before', async () => {
    await noteSome(2)
    await noteStaffAct(database, services, { staff: 'nobody', act: 'sign-in-failed' })
    const rows = await database.query<Record<string, unknown>>(
      'SELECT log_no, actor, act, customer_no, about, done_at FROM staff_log ORDER BY log_no',
    )
    expect(rows[1]).toEqual({
      log_no: 2n,
      actor: 'S0000000001',
      act: 'look-at-proof',
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

  it('is one unbroken chain when many write at once', async () => {
    await Promise.all(Array.from({ length: 40 }, () => noteSome(1)))
    expect(await verifyLogs(database, { slice: 7 })).toMatchObject([{ rows: 40n }, {}])
    expect(await brokenRow()).toBeUndefined()
  })

  it('forgets what its transaction took back, and the chain stays whole', async () => {
    await noteSome(1)
    const undone = database.inTransaction(async (tx) => {
      await noteStaffAct(tx, services, { staff, act: 'add-name' })
      throw new Error('taken back')
    })
    await expect(undone).rejects.toThrow('taken back')
    await noteSome(1)
    expect(await verifyLogs(database)).toMatchObject([{ rows: 2n, firstBroken: undefined }, {}])
  })

  it.each(['name=张三', 'phone 13800000000\n', 'a@b', 'x'.repeat(201)])(
    'takes no words about a person: %j',
    async (about) => {
      const noted = noteStaffAct(database, services, { staff, act: 'add-name', about })
      await expect(noted).rejects.toThrow('no words about a person')
    },
  )
})

describe('nobody changes the staff log:', () => {
  it.each([
    `UPDATE staff_log SET about = ''`,
    `DELETE FROM staff_log`,
    `TRUNCATE staff_log`,
    `UPDATE staff_log_head SET log_no = 0`,
    `DELETE FROM staff_log_head`,
    `INSERT INTO staff_log_head (log_no, hash) VALUES (0, '')`,
    `ALTER TABLE staff_log DISABLE TRIGGER ALL`,
  ])('the server may not %s', async (sql) => {
    await noteSome(1)
    await expect(database.query(sql)).rejects.toThrow(/permission denied|must be owner/)
  })

  it.each([`UPDATE staff_log SET about = ''`, `DELETE FROM staff_log`, `TRUNCATE staff_log`])(
    'its owner is stopped from %s by a trigger',
    async (sql) => {
      await noteSome(1)
      await expect(superuser.query(sql)).rejects.toThrow('staff_log is append-only')
    },
  )

  it('a row is put at the end, whatever number and hash it comes with', async () => {
    await noteSome(2)
    await database.query(
      `INSERT INTO staff_log (log_no, done_at, actor, act, about, previous_hash, hash)
       VALUES (1, now(), 'nobody', 'forged', '', '', 'forged')`,
    )
    expect(await verifyLogs(database)).toMatchObject([{ rows: 3n, firstBroken: undefined }, {}])
  })
})

describe('tampering is found:', () => {
  it.each([
    ['about', `'n=9'`],
    ['act', `'look-away'`],
    ['actor', `'S0000000002'`],
    ['customer_no', `NULL`],
    ['done_at', `done_at + interval '1 microsecond'`],
    ['hash', `sha256('x')`],
    ['previous_hash', `sha256('x')`],
  ])('another %s in one row', async (column, value) => {
    await noteSome()
    await tamper((db) => db.query(`UPDATE staff_log SET ${column} = ${value} WHERE log_no = 4`))
    expect(await brokenRow()).toBe('4')
  })

  it('a row that was removed from the middle, or the first one', async () => {
    await noteSome()
    await tamper((db) => db.query('DELETE FROM staff_log WHERE log_no = 5'))
    expect(await brokenRow()).toBe('6')
    await tamper((db) => db.query('DELETE FROM staff_log WHERE log_no = 1'))
    expect(await brokenRow()).toBe('2')
  })

  it('the last row removed, or all of them', async () => {
    await noteSome()
    await tamper((db) => db.query('DELETE FROM staff_log WHERE log_no = 7'))
    expect(await brokenRow()).toBe('7')
    await tamper((db) => db.query('DELETE FROM staff_log'))
    expect(await brokenRow()).toBe('7')
  })

  it('a row put in behind the end, with a hash that fits', async () => {
    await noteSome()
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

  it('all rows from one on written anew', async () => {
    await noteSome()
    await tamper(rewriteFromSix)
    expect(await brokenRow()).toBe('7')
  })

  it('all of it written anew with the end as well, by who kept an earlier end elsewhere', async () => {
    await noteSome()
    const known = await lastRow(database)
    if (!known) throw new Error('seven rows have a last one')
    expect(await isStillThere(database, known)).toBe(true)
    await tamper(async (db) => {
      await rewriteFromSix(db)
      await db.query(
        `UPDATE staff_log_head SET hash = (SELECT hash FROM staff_log WHERE log_no = 7)`,
      )
    })
    expect(await brokenRow()).toBeUndefined()
    expect(await isStillThere(database, known)).toBe(false)
  })
})
