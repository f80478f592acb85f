import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { newBorrower } from '@qingzhou/server/features/loans/testing/borrower.ts'
import { newPhone, signInWith } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { createClient, type Client } from '@qingzhou/server/testing/client.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import {
  asOwnServer,
  asServers,
  startProduction,
  type Production,
} from '@qingzhou/server/testing/production.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { clientOverHttp, sendRequest } from '#several-servers/over-http.ts'
import { kill, launch } from '#several-servers/processes.ts'
import { allAttacks } from './all-attacks.ts'
import type { Outcome, Target } from './attack.ts'

/** Set by `npm run prove -- attacks`; the ordinary tests run the short form. */
const isFull = process.env['ATTACKS'] === 'full'
const only = process.env['ATTACKS_ONLY']
const attacks = allAttacks.filter(
  ({ name, isLong }) => (isFull || !isLong) && (!only || name.includes(only)),
)

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-attacks-'))
let production: Production
let product: TestProduct
let server: ChildProcess
let target: Target
const outcomes: (Outcome & { readonly name: string })[] = []

beforeAll(async () => {
  production = await startProduction(folder)
  const owner = await createTestDatabase()
  const database = await asServers(owner, folder)
  // The payment app debits by agreement in its vendor's protocol only.
  const settings = { ...production.settings, WALLET: 'alipay', DATABASE_URL: database }
  product = await startTestProduct(settings, [], 'now')
  const port = String(await freePort())
  const address = `http://127.0.0.1:${port}`
  const ofServer = production.connect(product)
  server = await launch('main', {
    ...ofServer,
    PORT: port,
    WORKERS: '0',
    // The figure of production, which some attacks try.
    IP_BLOCKS_PER_MINUTE: '1200',
    HEADERS_TIMEOUT_MS: '2000',
    REQUEST_TIMEOUT_MS: '4000',
  })
  production.leadCallbacksTo([address])
  // Also because an unread log would fill the pipe and block the server.
  if (server.stdout)
    createInterface({ input: server.stdout }).on('line', (line) => void lines.push(line))
  const DATABASE_URL = asOwnServer(owner, folder)
  target = targetAt(address, { ...ofServer, PORT: '0', DATABASE_URL })
}, 120_000)

afterAll(async () => {
  await kill(server)
  await product.stop()
  await production.stop()
  rmSync(folder, { recursive: true, force: true })
  if (isFull) printTable()
})

const lines: string[] = []

/** The lines of the server's log for an event of a client. */
function clientLines(event: string): string[] {
  return lines.filter(
    (line) => line.includes(`"event":"${event}"`) && line.includes('"msg":"client"'),
  )
}

let networks = 0

function targetAt(address: string, ownerSettings: Target['ownerSettings']): Target {
  const nowMs = () => product.services.now().getTime()
  const visitor = (ip = newNetwork()): Client =>
    createClient(
      { inject: (request) => sendRequest(`${address}${request.url}`, request) },
      { nowMs, ip },
    )
  const overHttp = (client: Client): Client =>
    clientOverHttp([address], { nowMs, ip: newNetwork() }, client)
  return {
    address,
    product,
    ownerSettings,
    isFull,
    visitor,
    newNetwork,
    overHttp,
    clientLines,
    async signedIn() {
      const [client, phone] = [visitor(), newPhone()]
      await signInWith(product, client, phone)
      return { client, phone }
    },
    async borrower() {
      const borrower = await newBorrower(product)
      return { ...borrower, client: overHttp(borrower.client) }
    },
  }
}

/** Limits count networks, not single addresses: every visitor gets a new one. */
function newNetwork(): string {
  networks += 1
  return `10.${100 + Math.floor(networks / 250)}.${networks % 250}.7`
}

function printTable(): void {
  const rows = outcomes.map(({ name, attempts, refused, through }) =>
    [
      name.padEnd(44),
      String(attempts).padStart(8),
      String(refused).padStart(8),
      String(through.length).padStart(12),
    ].join(''),
  )
  const head = `${'attack'.padEnd(44)}attempts refused let through`
  const details = outcomes.flatMap(({ name, through }) =>
    through.map((what) => `  ${name}: ${what}`),
  )
  process.stdout.write(`\n${[head, ...rows].join('\n')}\n`)
  if (details.length > 0) process.stdout.write(`\nLet through:\n${details.join('\n')}\n`)
}

for (const attack of attacks) {
  it(
    `the product resists: ${attack.name}`,
    { timeout: attack.isLong ? 3_600_000 : 300_000 },
    async () => {
      const outcome = await attack.run(target)
      outcomes.push({ name: attack.name, ...outcome })
      expect(outcome.attempts).toBeGreaterThan(0)
      expect(outcome.through).toEqual([])
      expect(server.exitCode ?? server.signalCode).toBeNull()
    },
  )
}
