import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { migrationNames } from '@qingzhou/platform/database/migrate'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { bookViolations } from '#simulator/checks.ts'
import type { Services } from '@qingzhou/server/services.ts'
import { createClient, type Client } from '@qingzhou/server/testing/client.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { startPostgres } from '@qingzhou/tools/postgres/postgres.ts'
import { readFixture } from '@qingzhou/tools/release-fixture/fixture.ts'
import { restoreFixture } from '@qingzhou/tools/release-fixture/restore-fixture.ts'
import { clientOverHttp } from '#several-servers/over-http.ts'
import { kill, launch } from '#several-servers/processes.ts'
import { extractTree } from './upgrade/old-tree.ts'

// Started as `npm run prove -- upgrade [commit]`. A server of the previous release and one of today
// run on one
// database with data, under load, while today's migrates it: draws are booked once, the books agree.
const BORROWERS = 12

type OldSide = {
  readonly address: string
  readonly sandbox: { readonly url: string; readonly secret: string }
  readonly borrowers: readonly OldBorrower[]
}
type OldBorrower = {
  readonly customer: string
  readonly drawNo: string
  readonly token: string
  readonly common: Record<string, string>
  readonly cookies: readonly [string, string][]
}

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-prove-upgrade-'))
const postgres = await startPostgres({ directory: join(folder, 'postgres'), fsync: false })
const children: ChildProcess[] = []
try {
  process.exitCode = (await prove()) ? 0 : 1
} finally {
  for (const child of children) await kill(child)
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function prove(): Promise<boolean> {
  const fixture = await readFixture()
  const commit = process.argv[2] ?? fixture.release
  const dataDirectory = join(folder, 'data')
  await extractTree(commit, join(folder, 'old'))
  await refuseOtherSchema(commit)
  await restoreFixture(fixture, { url: postgres.url, dataDirectory })
  console.log(`The previous release, ${commit}, is being prepared with ${BORROWERS} borrowers.`)
  const { old, process: oldProcess } = await startOldSide(dataDirectory)

  const servers = [old.address]
  const load = startLoad(old, servers)
  await load.draw(0, 4)
  console.log('Today’s server starts beside it, and migrates.')
  const address = await startToday(old.sandbox, dataDirectory)
  servers.push(address)
  await load.draw(4, 8)
  await sleep(3_000)
  console.log('The server of the previous release stops.')
  servers.splice(0, 1)
  oldProcess.send('stop serving')
  await load.draw(8, BORROWERS)
  const { reads, failures } = await load.end()
  const wrong = [...failures, ...(await wrongBooks(old))]
  console.log(`${reads} reads and ${BORROWERS} draws; ${wrong.length} wrong.`)
  for (const one of wrong.slice(0, 10)) console.error(one)
  return wrong.length === 0
}

/**
 * Migrations only add since 1.0.0: an earlier commit has files that do not exist here.
 */
async function refuseOtherSchema(commit: string): Promise<void> {
  const today = new Set(await migrationNames())
  const old = await migrationNames(join(folder, 'old/packages/platform/src/database/migrations'))
  const other = old.find((name) => !today.has(name))
  if (other === undefined) return
  throw new Error(
    `Commit ${commit} has another schema (${other} is not in this version): name a later commit.`,
  )
}

async function startOldSide(
  dataDirectory: string,
): Promise<{ readonly old: OldSide; readonly process: ChildProcess }> {
  const child = fork(join(folder, 'old/tools/old-side.ts'), {
    execArgv: [],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDirectory,
      BORROWERS: String(BORROWERS),
    },
  })
  children.push(child)
  const told = once(child, 'message').then(([message]) => message as OldSide)
  const old = await Promise.race([told, once(child, 'exit').then(() => undefined)])
  if (!old) throw new Error('The previous release did not start.')
  return { old, process: child }
}

/** With binding off: the old servers must be able to open what today's servers seal. */
async function startToday(sandbox: OldSide['sandbox'], dataDirectory: string): Promise<string> {
  const port = await freePort()
  const settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDirectory,
    SANDBOX_URL: sandbox.url,
    SANDBOX_SECRET: sandbox.secret,
    PORT: String(port),
    WORKERS: '2',
    IP_BLOCKS_PER_MINUTE: '100000',
    VAULT_BINDING: 'off',
    LOG_LEVEL: 'error',
  }
  children.push(await launch('main', settings))
  return `http://127.0.0.1:${port}`
}

function startLoad({ borrowers }: OldSide, servers: readonly string[]) {
  const failures: string[] = []
  let reads = 0
  const over = new AbortController()
  const clients = borrowers.map((borrower, at) => clientOf(borrower, servers, at))
  const watch = async (client: Client, at: number) => {
    while (!over.signal.aborted) {
      await Promise.all([client.api.repayment.overview({}), client.api.credit.limit({})]).then(
        () => (reads += 2),
        (error: unknown) => failures.push(`a read of borrower ${at} failed: ${String(error)}`),
      )
      await sleep(100)
    }
  }
  const watching = clients.map(watch)
  return {
    async draw(from: number, until: number): Promise<void> {
      const drawn = borrowers.slice(from, until).map(async ({ drawNo }, at) => {
        const client = clients[from + at]
        if (!client) throw new Error('a borrower has no client')
        await client.api.loans.execute({ drawNo })
        await untilPaid(client, drawNo)
      })
      const ends = await Promise.allSettled(drawn)
      for (const one of ends) if (one.status === 'rejected') failures.push(String(one.reason))
    },
    async end() {
      over.abort()
      await Promise.all(watching)
      return { reads, failures }
    },
  }
}

function clientOf(borrower: OldBorrower, servers: readonly string[], at: number): Client {
  const carried = { nowMs: Date.now, ip: `198.51.100.${at + 1}` }
  const like = createClient(
    { inject: () => Promise.reject(new Error('inject is not used here')) },
    carried,
  )
  for (const [name, value] of borrower.cookies) like.cookies.set(name, value)
  Object.assign(like.common, borrower.common)
  like.token = borrower.token
  return clientOverHttp(servers, carried, like)
}

async function untilPaid(client: Client, drawNo: string): Promise<void> {
  const until = Date.now() + 60_000
  for (;;) {
    const { state } = await client.api.loans.result({ drawNo })
    if (state === 'paid') return
    if (Date.now() > until) throw new Error(`draw ${drawNo} is ${state} after a minute`)
    await sleep(300)
  }
}

async function wrongBooks({ borrowers }: OldSide): Promise<string[]> {
  const database = createDatabase(postgres.url, { max: 2, onIdleError: () => {} })
  try {
    const rows = await database.query<{ customer_no: string; loans: number }>(
      'SELECT customer_no, count(*)::int AS loans FROM loans GROUP BY customer_no',
    )
    const loansOf = new Map(rows.map((row) => [row.customer_no, row.loans]))
    const wrong = borrowers.filter(({ customer }) => loansOf.get(customer) !== 1)
    // The rules use only the database.
    const broken = await bookViolations({ services: { database } as unknown as Services })
    return [...wrong.map(({ customer }) => `${customer} has not one loan`), ...broken]
  } finally {
    await database.close()
  }
}
