import { appendFileSync, chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { giveToPostgres, takeBaseBackup } from '@qingzhou/tools/postgres/base-backup.ts'
import { startPostgres, type PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { execute } from '@qingzhou/tools/postgres/test-database.ts'
import { folderForTests } from '@qingzhou/tools/tests/test-cache.ts'
import { disburseLoan, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { watchStandby } from '@qingzhou/platform/database/connections/standby-store'
import { createLog } from '@qingzhou/platform/log'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { productEndpoints } from '#boot/server.ts'
import { standbyCalls } from './standby-reads.ts'

let folder: string
let primary: PostgresServer
let standby: PostgresServer
let product: TestProduct
let payer: Payer
const START_MS = 120_000

beforeAll(async () => {
  folder = mkdtempSync(join(folderForTests(), 'qingzhou-standby-'))
  chmodSync(folder, 0o755)
  primary = await startPostgres({ directory: join(folder, 'primary'), fsync: false })
  standby = await startStandby()
  product = await startTestProduct({
    DATABASE_URL: primary.url,
    DATABASE_READ_URL: standby.url,
    DATABASE_READ_LAG_MS_MAX: '60000',
  })
  payer = await newPayer(product)
  await vi.waitFor(async () => expect(await figure('lag_seconds')).toBeLessThan(30), 30_000)
  await vi.waitFor(async () => expect(await loansShown()).toBe(1), 30_000)
}, START_MS)
afterAll(async () => {
  await product.stop()
  await standby.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A copy of the primary that follows it. */
async function startStandby(): Promise<PostgresServer> {
  const cluster = join(folder, 'primary/cluster')
  const to = join(folder, 'standby/cluster')
  await takeBaseBackup({ url: primary.url, cluster, to })
  const host = new URL(primary.url).searchParams.get('host') ?? ''
  appendFileSync(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${host} user=qingzhou'\n`,
  )
  writeFileSync(join(to, 'standby.signal'), '')
  giveToPostgres(join(folder, 'standby'), cluster)
  return startPostgres({ directory: join(folder, 'standby'), fsync: false })
}

const connect = (url: string) =>
  createDatabase(url, { max: 1, role: 'qingzhou_app', onIdleError: () => {} })

async function figure(name: string): Promise<number> {
  const { body } = await product.app.inject('/metrics')
  const line = body.split('\n').find((one) => one.startsWith(`qingzhou_standby_${name}`))
  return Number(line?.split(' ').at(-1) ?? NaN)
}

/** How many loans the list shows, to a browser that has changed nothing in the last seconds. */
async function loansShown(): Promise<number> {
  payer.client.cookies.delete('qz_written')
  return loansInList()
}

async function loansInList(): Promise<number> {
  const request = { kind: 'draw', state: 'all', period: 'all', pageNo: 1 } as const
  const { transactions } = await payer.client.api.repayment.loanHistory(request)
  return transactions.length
}

describe('lists of what is past', () => {
  it('are those of the call table', () => {
    const names = new Set(productEndpoints(product.services).map(({ name }) => name))
    expect([...standbyCalls].filter((name) => !names.has(name))).toEqual([])
  })

  it('are read from the standby, except by a browser that has just changed something', async () => {
    await execute(standby.url, 'SELECT pg_wal_replay_pause()')
    await disburseLoan(product, payer)
    expect(payer.client.cookies.get('qz_written')).toBe('1')
    expect(await loansInList()).toBe(2)
    const before = await figure('calls_total{read="standby"}')
    expect(await loansShown()).toBe(1)
    expect(await figure('calls_total{read="standby"}')).toBe(before + 1)
    // Amounts to pay are read from the primary.
    const { loans } = await payer.client.api.repayment.allDue({})
    expect(loans).toHaveLength(2)
    await execute(standby.url, 'SELECT pg_wal_replay_resume()')
    await vi.waitFor(async () => expect(await loansShown()).toBe(2), 30_000)
  })

  it('are read from the primary while the standby is older than allowed', async () => {
    const own = connect(primary.url)
    const log = createLog({ level: 'silent' })
    const deps = { primary: own, copy: connect(standby.url), lagMsMax: 400, log }
    const watched = watchStandby(deps, 20)
    await vi.waitFor(() => expect(watched.current()).toBeDefined(), 30_000)
    await execute(standby.url, 'SELECT pg_wal_replay_pause()')
    await own.query('SELECT pg_current_wal_flush_lsn()')
    await execute(primary.url, 'CREATE TABLE later (x int)')
    await vi.waitFor(() => expect(watched.current()).toBeUndefined(), 30_000)
    expect(watched.lagMs()).toBeGreaterThan(400)
    await execute(standby.url, 'SELECT pg_wal_replay_resume()')
    await vi.waitFor(() => expect(watched.current()).toBeDefined(), 30_000)
    await watched.stop()
    await own.close()
  })

  it('are never read from a server that follows no other', async () => {
    const own = connect(primary.url)
    const log = createLog({ level: 'silent' })
    const watched = watchStandby({
      primary: own,
      copy: connect(primary.url),
      lagMsMax: 60_000,
      log,
    })
    await watched.check()
    expect(watched.current()).toBeUndefined()
    await watched.stop()
    await own.close()
  })

  it('are read from the primary when the standby goes away', async () => {
    await standby.stop()
    expect(await loansShown()).toBe(2)
  })
})
