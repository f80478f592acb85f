import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startPgBouncer, type PgBouncer } from '@qingzhou/tools/postgres/pgbouncer.ts'
import { run } from '@qingzhou/tools/product/run.ts'
import {
  createTestDatabase,
  execute,
  withDatabase,
} from '@qingzhou/tools/postgres/test-database.ts'
import { migrate, migrationNames } from '#database/migrate.ts'
import { createDatabase } from '#database/pool.ts'

let pooler: PgBouncer
let url: string
/** The parameters that the installed PgBouncer needs. */
let parameters: Record<string, string>
beforeAll(async () => {
  pooler = await startPgBouncer(inject('postgresUrl'))
  url = await createTestDatabase()
  parameters = pooler.keepsPrepared ? {} : { prepared_statements: 'off' }
}, 120_000)
afterAll(() => pooler.stop())

const connect = (max: number, role?: string) =>
  createDatabase(pooler.through(url, parameters), {
    max,
    onIdleError: () => {},
    ...(role !== undefined && { role }),
  })

describe('behind PgBouncer in transaction mode', () => {
  it('programs that prepare statements in different orders get their own answers', async () => {
    const program = join(import.meta.dirname, '../testing/ask-in-order.ts')
    const through = pooler.through(url, parameters)
    const ended = await Promise.all(
      ['abcdef', 'fedcba', 'cafebd'].map((order) =>
        run(process.execPath, [program, through, order]),
      ),
    )
    expect(ended).toEqual(Array.from({ length: 3 }, () => ({ code: 0, output: '' })))
  })

  it('role, timeouts and planner settings apply to every transaction and statement of this program only', async () => {
    const server = connect(8, 'qingzhou_app')
    const owner = connect(8)
    const sessionState = `SELECT current_user::text AS role, current_setting('statement_timeout') AS statement,
      current_setting('idle_in_transaction_session_timeout') AS idle,
      current_setting('enable_seqscan') AS seqscan`
    const held = { role: 'qingzhou_app', statement: '15s', idle: '15s', seqscan: 'off' }
    const answers = await Promise.all(
      Array.from({ length: 30 }, async (_, at) => {
        if (at % 3 === 0)
          return (await owner.query<{ role: string }>(sessionState))[0]?.role !== held.role
        const [row] =
          at % 3 === 1
            ? await server.query(sessionState)
            : await server.inTransaction((tx) => tx.prepared(sessionState))
        expect(row).toEqual(held)
        return true
      }),
    )
    expect(answers.every(Boolean)).toBe(true)
    await Promise.all([server.close(), owner.close()])
  })

  it('a failed statement is reported and does not affect the next one', async () => {
    const server = connect(1, 'qingzhou_app')
    await expect(server.query('DELETE FROM audit_log')).rejects.toThrow('permission denied')
    await expect(server.query('SELECT nothing_of_the_kind')).rejects.toThrow('nothing_of_the_kind')
    expect(await server.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await server.close()
  })

  it('several servers can migrate an empty database at once', async () => {
    const name = `bounced_${randomUUID().replaceAll('-', '')}`
    await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
    const empty = pooler.through(withDatabase(inject('postgresUrl'), name), parameters)
    await Promise.all([migrate(empty), migrate(empty)])
    const database = createDatabase(empty, { max: 1, onIdleError: () => {} })
    const rows = await database.query('SELECT name FROM migrations ORDER BY name')
    expect(rows.map((row) => row['name'])).toEqual(await migrationNames())
    await database.close()
  })
})

describe('behind a pooler without prepared statements', () => {
  it('a prepared statement never gets the answer of another, and the error names the setting', async () => {
    const plain = await startPgBouncer(inject('postgresUrl'), { maxPrepared: 0 })
    const database = createDatabase(plain.through(url), { max: 6, onIdleError: () => {} })
    const letters = 'abcdefgh'.repeat(20).split('')
    const outcomes = await Promise.all(
      letters.map((letter) =>
        database
          .inTransaction((tx) => tx.prepared<{ answer: string }>(`SELECT '${letter}' AS answer`))
          .then(
            ([row]) => row?.answer === letter,
            (error: Error) => error.message.includes('prepared_statements=off'),
          ),
      ),
    )
    expect(outcomes.every(Boolean)).toBe(true)
    await database.close()
    await plain.stop()
  })
})
