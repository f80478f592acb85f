import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { newBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { asServers, startProduction } from '@qingzhou/server/testing/production.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { startPostgres } from '@qingzhou/tools/postgres/postgres.ts'
import { explain } from '@qingzhou/tools/product/stopping.ts'
import { clientOverHttp } from '#several-servers/over-http.ts'
import { kill, launch } from '#several-servers/processes.ts'
import { startNginx } from './restart/nginx.ts'

const USAGE = `npm run prove -- restart [--rounds 5]
  Starts two servers with MODE=production behind Debian's nginx with deploy/nginx/qingzhou.conf, and restarts one after
  the other so many times while borrowers send sealed calls and pages are read. Not one request may fail. Ends with 1 when one did, or when
  the package nginx-light is missing.`

const BORROWERS = 6
const READERS = 4
/** Under load between two restarts. */
const LOAD_MS = 1_500

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-restart-'))
const ends: (() => Promise<unknown>)[] = []
try {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } })
  if (!/^[1-9]\d{0,2}$/.test(values.rounds)) throw new Error(USAGE)
  await prove(Number(values.rounds))
} catch (error) {
  explain(error)
  process.exitCode = 1
} finally {
  for (const end of ends.toReversed()) await end().catch(() => undefined)
  rmSync(folder, { recursive: true, force: true })
}

async function prove(rounds: number): Promise<void> {
  const ports = [await freePort(), await freePort()]
  const postgres = await startPostgres({ directory: join(folder, 'postgres'), fsync: false })
  ends.push(() => postgres.stop())
  const production = await startProduction(folder)
  ends.push(() => production.stop())
  const product = await startTestProduct(
    { ...production.settings, DATABASE_URL: await asServers(postgres.url, folder) },
    [],
    'now',
  )
  ends.push(() => product.stop())
  const settings = production.connect(product)
  const startServer = (port: number) => launch('main', { ...settings, PORT: String(port) })
  const servers = new Map<number, ChildProcess>()
  ends.push(() => Promise.all([...servers.values()].map(kill)))
  for (const port of ports) servers.set(port, await startServer(port))
  const nginx = await startNginx(folder, {
    servers: ports.map((port) => `127.0.0.1:${port}`),
    tls: production.tls,
  })
  ends.push(() => nginx.stop())

  const load = await startLoad(product, nginx.address)
  for (let round = 1; round <= rounds; round += 1) {
    for (const port of ports) {
      await sleep(LOAD_MS)
      await stopServer(servers.get(port))
      servers.set(port, await startServer(port))
    }
    console.log(`ok  round ${round}: ${load.done()} requests, ${load.failures().length} failed`)
  }
  await load.end()
  const failures = load.failures()
  for (const line of failures.slice(0, 10)) console.error(line)
  if (failures.length > 0) throw new Error(`${failures.length} of ${load.done()} requests failed`)
  console.log(`${2 * rounds} restarts, ${load.done()} requests, none failed.`)
}

/** As a service manager stops it. */
async function stopServer(child: ChildProcess | undefined): Promise<void> {
  if (!child) throw new Error('there is no server to stop')
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const [code] = (await gone) as [number | null]
  if (code !== 0) throw new Error(`a server ended with ${code}`)
}

/** Borrowers who send one sealed call after the other, and readers of a page. */
async function startLoad(product: TestProduct, address: string) {
  const over = new AbortController()
  const failures: string[] = []
  let done = 0
  const repeat = async (request: () => Promise<unknown>) => {
    while (!over.signal.aborted) {
      await request().catch((error: unknown) => failures.push(String(error)))
      done += 1
    }
  }
  const clients: Client[] = []
  for (let count = 0; count < BORROWERS; count += 1) {
    const { client } = await newBorrower(product)
    const carried = { nowMs: Date.now, ip: `198.51.100.${count + 1}` }
    clients.push(clientOverHttp([address], carried, client))
  }
  const running = [
    ...clients.map((client) => repeat(() => client.api.credit.limit({}))),
    ...Array.from({ length: READERS }, () => repeat(() => read(`${address}/healthz`))),
  ]
  return {
    done: () => done,
    failures: () => failures,
    async end() {
      over.abort()
      await Promise.all(running)
    },
  }
}

async function read(address: string): Promise<void> {
  const response = await fetch(address)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  await sleep(10)
}
