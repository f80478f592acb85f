import { randomUUID } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { fen } from '@qingzhou/domain/money/money'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createDatabase } from '@qingzhou/platform/database/pool'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { giveToPostgres, takeBaseBackup } from '../postgres/base-backup.ts'
import { startPostgres, type PostgresServer } from '../postgres/postgres.ts'
import { execute } from '../postgres/test-database.ts'
import { checkBooks, openBorrowers } from '@qingzhou/qa/prove/citus/checks.ts'

let folder: string
let archive: string
const running: PostgresServer[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'qingzhou-moment-'))
  chmodSync(folder, 0o755)
  archive = join(folder, 'archive')
  mkdirSync(archive)
  giveToPostgres(archive, clusterOfFirst())
})
afterAll(async () => {
  for (const server of running) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const clusterOfFirst = () => join(folder, 'first/cluster')

async function start(name: string): Promise<PostgresServer> {
  const server = await startPostgres({ directory: join(folder, name), fsync: true })
  running.push(server)
  return server
}

/** A server that copies each finished part of its write-ahead log to the archive. */
async function startWithArchive(): Promise<PostgresServer> {
  const server = await start('first')
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f`
  await execute(server.url, `ALTER SYSTEM SET archive_mode = 'on'`)
  await execute(server.url, `ALTER SYSTEM SET archive_command = '${command}'`)
  await server.stop()
  running.pop()
  return start('first')
}

async function drawOnce(url: string, customer: CustomerNo): Promise<string> {
  const database = createDatabase(url, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })
  const deps = { database, now: () => new Date(), serviceFees: [] }
  try {
    const { loanNo } = await drawLoan(
      deps,
      { customer, requestNo: randomUUID(), actor: 'customer' },
      { amount: fen(500_00n), months: 12, method: 'equal-instalments', purpose: 'daily' },
    )
    return loanNo
  } finally {
    await database.close()
  }
}

async function askOne(url: string, sql: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ one: string }>(sql)
    return rows[0]?.one ?? ''
  } finally {
    await client.end()
  }
}

/** Waits until the part of the log with everything up to now is in the archive. */
async function archiveLog(url: string): Promise<void> {
  const last = await askOne(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS one')
  await vi.waitFor(() => expect(existsSync(join(archive, last))).toBe(true), {
    timeout: 30_000,
    interval: 100,
  })
}

it(
  'a base backup and the archived log restore the books as of a moment: acts before it are there, later ones are not',
  { timeout: 180_000 },
  async () => {
    const first = await startWithArchive()
    await migrate(first.url)
    const [borrower] = await openBorrowers(first.url, 2)
    if (!borrower) throw new Error('there is no borrower')
    const { customer } = borrower
    const restored = join(folder, 'second/cluster')
    await takeBaseBackup({ url: first.url, cluster: clusterOfFirst(), to: restored })

    const before = await drawOnce(first.url, customer)
    const moment = await askOne(first.url, 'SELECT clock_timestamp()::text AS one')
    const after = await drawOnce(first.url, customer)
    await archiveLog(first.url)

    appendFileSync(
      join(restored, 'postgresql.auto.conf'),
      [
        `archive_mode = 'off'`,
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${moment}'`,
        `recovery_target_action = 'promote'`,
        '',
      ].join('\n'),
    )
    writeFileSync(join(restored, 'recovery.signal'), '')
    giveToPostgres(restored, clusterOfFirst())
    const second = await start('second')
    await vi.waitFor(
      async () =>
        expect(await askOne(second.url, 'SELECT pg_is_in_recovery()::text AS one')).toBe('false'),
      { timeout: 60_000, interval: 200 },
    )

    const loansOf = `SELECT string_agg(loan_no, ',' ORDER BY loan_no) AS one FROM loans
                      WHERE customer_no = '${customer}'`
    const loans = (await askOne(second.url, loansOf)).split(',')
    expect(loans).toContain(before)
    expect(loans).not.toContain(after)
    await checkBooks(second.url)
    expect(await drawOnce(second.url, customer)).not.toBe(before)
  },
)
