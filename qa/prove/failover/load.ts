import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { newBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { startProduction } from '@qingzhou/server/testing/production.ts'
import { migrate } from '@qingzhou/platform/database/migrate'
import type { Client } from '@qingzhou/server/testing/client.ts'
import { createChance } from '#simulator/chance.ts'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { execute } from '@qingzhou/tools/postgres/test-database.ts'
import { clientOverHttp } from '#several-servers/over-http.ts'
import { kill, launch } from '#several-servers/processes.ts'
import { drawAndRepayUntilOver, type Ack } from '#prove/chaos/acting-borrower.ts'
import { differences, waitUntilDrained } from '#prove/chaos/books.ts'
import type { Cluster } from './cluster.ts'

/** Two servers, a worker and borrowers who draw and repay without a pause. */
export type Load = {
  /**
   * Waits until each server has answered a call that began after this moment. Returns the time that
   * took, in the order of the servers: through the proxy, by several hosts.
   */
  untilServed(): Promise<readonly number[]>
  /** Ends the load and compares the books with what was acknowledged. */
  end(): Promise<{
    readonly draws: number
    readonly repayments: number
    readonly abandoned: number
    readonly wrong: readonly string[]
  }>
  stop(): Promise<void>
}

const BORROWERS = 4
const PROBE_EVERY_MS = 100
const PROBES_MAX = 30
const SERVED_PATIENCE_MS = 120_000

/** Migrates as the owner. Returns the addresses of a login of the servers. */
async function loginOfServers(cluster: Cluster) {
  const { throughProxy } = cluster
  await migrate(throughProxy)
  const login = { user: 'loan_servers', password: randomBytes(18).toString('base64url') }
  const { user, password } = login
  await execute(
    throughProxy,
    `CREATE ROLE ${user} LOGIN PASSWORD '${password}' IN ROLE qingzhou_app`,
  )
  // The proof moves the business date.
  await execute(throughProxy, `GRANT ALL ON business_date_permits TO ${user}`)
  return cluster.urlsOf(login)
}

export async function startLoad(cluster: Cluster, folder: string): Promise<Load> {
  const production = await startProduction(folder)
  const { severalHosts, throughProxy } = await loginOfServers(cluster)
  const product = await startTestProduct(
    // With a stated clock skew, the books follow the database's clock.
    {
      ...production.settings,
      DATABASE_URL: severalHosts,
      CLOCK_SKEW_SECONDS_MAX: '60',
    },
    [],
    'now',
  )
  // Tasks of a worker that lost its connection are taken over soon.
  const settings = {
    ...production.connect(product),
    LOG_LEVEL: 'silent',
    TASK_LEASE_MS: '3000',
  }
  const processes: ChildProcess[] = []
  const state = { isOver: false }
  const stop = async () => {
    state.isOver = true
    for (const child of processes) await kill(child)
    await product.stop()
    await production.stop()
  }
  const startServer = async (databaseUrl: string): Promise<string> => {
    const port = String(await freePort())
    const own = { ...settings, DATABASE_URL: databaseUrl, PORT: port, WORKERS: '0' }
    processes.push(await launch('main', own))
    return `http://127.0.0.1:${port}`
  }
  try {
    const addresses = [await startServer(throughProxy), await startServer(severalHosts)]
    production.leadCallbacksTo(addresses)
    processes.push(await launch('worker', { ...settings, WORKERS: '2' }))
    const acting = await startBorrowers(product, addresses, () => state.isOver)
    const probes = await clientsOf(product, addresses)
    return {
      untilServed: () => Promise.all(probes.map((client) => timeUntilServed(client, Date.now()))),
      async end() {
        state.isOver = true
        const { acks, abandoned } = await acting.end()
        const draws = acks.filter(({ kind }) => kind === 'draw').length
        const wrong = [
          ...(await waitUntilDrained(product)),
          ...(await differences(product, acks)),
          ...processes.filter(hasEnded).map(({ spawnargs }) => `${spawnargs.join(' ')} ended`),
        ]
        return { draws, repayments: acks.length - draws, abandoned: abandoned.length, wrong }
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function startBorrowers(
  product: TestProduct,
  addresses: readonly string[],
  isOver: () => boolean,
) {
  const acks: Ack[] = []
  const abandoned: string[] = []
  const borrowers = []
  for (let count = 0; count < BORROWERS; count += 1) borrowers.push(await newBorrower(product))
  const acting = borrowers.map((borrower, index) => {
    const client = clientOverHttp(addresses, clientOptions(product, index + 1), borrower.client)
    const context = { product, chance: createChance(index + 1), isOver, acks, abandoned }
    return drawAndRepayUntilOver(context, { ...borrower, client })
  })
  return {
    async end() {
      await Promise.all(acting)
      return { acks, abandoned }
    },
  }
}

/** One signed-in borrower for each server. */
async function clientsOf(product: TestProduct, addresses: readonly string[]): Promise<Client[]> {
  const clients: Client[] = []
  for (const [index, address] of addresses.entries()) {
    const { client } = await newBorrower(product)
    const own = clientOverHttp([address], clientOptions(product, 100 + index), client)
    // It gets the key of request bodies while the server answers.
    await own.api.credit.limit({})
    clients.push(own)
  }
  return clients
}

function clientOptions({ services }: TestProduct, number: number) {
  return { nowMs: () => services.now().getTime(), ip: `198.51.100.${number}` }
}

/**
 * Asks again and again without waiting for the earlier answers, which may hang. A call is admitted
 * by a statement that writes, so it is answered only by a primary that accepts writes.
 */
async function timeUntilServed(client: Client, since: number): Promise<number> {
  const state: { servedAt?: number; underWay: number; failure?: unknown } = { underWay: 0 }
  const ask = () =>
    client.api.credit
      .limit({})
      .then(
        () => (state.servedAt ??= Date.now()),
        (error: unknown) => (state.failure = error),
      )
      .finally(() => (state.underWay -= 1))
  while (state.servedAt === undefined) {
    if (Date.now() - since > SERVED_PATIENCE_MS) {
      throw new Error('no call was served again', { cause: state.failure })
    }
    if (state.underWay < PROBES_MAX) {
      state.underWay += 1
      void ask()
    }
    await sleep(PROBE_EVERY_MS)
  }
  return state.servedAt - since
}
