import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, inject } from 'vitest'
import { deskExtension } from '@qingzhou/desk-api/desk-extension.ts'
import { startSandbox, type Sandbox, type SandboxOptions } from '@qingzhou/sandbox/sandbox.ts'
import { sandboxAppSettings } from '@qingzhou/tools/product/sandbox-apps.ts'
import { sandboxIdentitySettings } from '@qingzhou/tools/product/sandbox-identity.ts'
import { sandboxSms, sandboxSmsSettings } from '@qingzhou/tools/product/sandbox-sms.ts'
import { createTestDatabase, testPipeline } from '@qingzhou/tools/postgres/test-database.ts'
import { folderForTests } from '@qingzhou/tools/tests/test-cache.ts'
import { readConfig, type Config } from '@qingzhou/platform/config/config'
import { migrate } from '@qingzhou/platform/database/migrate'
import type { Queryable } from '@qingzhou/platform/database/database'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { createLog } from '@qingzhou/platform/log'
import { permitAnyDate } from '@qingzhou/lending/ledger/testing/business-date'
import { insertBodyKey, recordSeenBodiesStart } from '#http/bodies/body-key-store.ts'
import type { Endpoint } from '#http/endpoints.ts'
import { createServer, productEndpoints } from '#boot/server.ts'
import type { Services } from '#services.ts'
import { registerMerchant } from '@qingzhou/providers/unionpay/testing/unionpay-sandbox'
import { createClient, type Client } from './client.ts'
import { runTasks, type TasksRun } from './run-tasks.ts'

export type TestProduct = {
  readonly app: FastifyInstance
  readonly services: Services
  readonly config: Config
  readonly sandbox: Sandbox
  listen(): Promise<string>
  /** A separate browser with its own cookies and address. */
  client(ip?: string): Client
  /** Moves the clock of the server, the sandbox and the clients. */
  advance(seconds: number): void
  /** Runs all background tasks that are due by that clock. */
  runTasks(): Promise<TasksRun>
  /** Everything the server logged so far. */
  logged(): string
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000
const SHANGHAI_AHEAD_MS = 8 * HOUR_MS
const DAY_MS = 24 * HOUR_MS
/** The time until the next 10:00 in Shanghai, so that no test runs over midnight. */
const UNTIL_TEN_MS = DAY_MS - ((Date.now() + SHANGHAI_AHEAD_MS - 10 * HOUR_MS) % DAY_MS)

declare module 'vitest' {
  interface ProvidedContext {
    /** RSA keys (PKCS#8 as PEM) for the request bodies of all test servers. */
    rsaKeys: string[]
  }
}

const SECRET = 'a secret of the tests, of no use elsewhere'

/** Opens the books on the test clock's day, independent of the database's calendar. */
async function openTestBooks(
  config: Config,
  { now, isNew }: { readonly now: Date; readonly isNew: boolean },
): Promise<void> {
  // A new database is a copy of a migrated one.
  if (!isNew) await migrate(config.databaseUrl)
  const owner = createDatabase(config.databaseUrl, { max: 1, onIdleError: () => {} })
  try {
    await permitAnyDate(owner)
    await owner.query(
      'INSERT INTO business_date (business_date) VALUES ($1) ON CONFLICT DO NOTHING',
      [dayInShanghai(now)],
    )
    if (isNew) await storeBodyKey(owner, config, now)
  } finally {
    await owner.close()
  }
}

/** A new database gets the RSA key that all tests share, as a server would take a second to generate one. */
async function storeBodyKey(
  owner: Queryable,
  { vaultKeys }: Config,
  createdAt: Date,
): Promise<void> {
  const privateKey = createPrivateKey(inject('rsaKeys')[0] ?? '')
  const { n = '', e = '' } = createPublicKey(privateKey).export({ format: 'jwk' })
  const pkcs8 = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const keyId = randomBytes(9).toString('base64url')
  await insertBodyKey(owner, {
    bodyKey: { keyId, createdAt, n, e, privateKey: pkcs8 },
    vault: createVault(vaultKeys),
    othersRetireAt: createdAt,
  })
  await recordSeenBodiesStart(owner, new Date(0))
}

/** On a busy machine their answers are late, and no test waits for their timeouts. */
const PATIENT =
  'bank:60000,bureau:60000,deviceFirst:60000,deviceSecond:60000,face:60000,idCheck:60000,ip:60000,mall:60000,messenger:60000,ocr:60000,wallet:60000'

const testSettings = {
  DATABASE_PIPELINE: testPipeline,
  DATABASE_CONNECTIONS_MAX: '10',
  PORT: '0',
  // Blocks take a core more than ten milliseconds each. The tests of the HTTP layer use them.
  BODY_FORM: 'session',
  IP_BLOCKS_PER_MINUTE: '100000',
  // A test that breaks and restores a provider must not wait for its circuit to close.
  PROVIDER_OUTAGES_MAX: '1000000',
  PROVIDER_TIMEOUTS_MS: PATIENT,
  // Tests and server share one event loop, so load from a test must not cause shedding.
  EVENT_LOOP_LAG_MS_MAX: '60000',
}

/** A clock that the test moves, and how the sandbox waits and fails on it. */
export type OwnClock = Pick<SandboxOptions, 'wait' | 'faultPlan'> & { readonly now: () => number }

/** The settings of a test, with accounts at the sandbox for the services that it chooses. */
async function settingsAtSandbox(
  settings: Readonly<Record<string, string>>,
  of: { readonly directory: string; readonly secret: string; readonly url: string },
): Promise<Readonly<Record<string, string>>> {
  const apps = { WALLET: 'gateway', MESSENGER: 'gateway', ...settings, BANK: 'gateway' }
  return {
    SANDBOX_URL: of.url,
    SANDBOX_SECRET: of.secret,
    ...(settings['SMS'] && sandboxSmsSettings(of)),
    ...(settings['IDENTITY'] && sandboxIdentitySettings(of)),
    ...testSettings,
    ...settings,
    ...(await sandboxAppSettings(apps, { ...of, starting: Promise.resolve(of) })),
    ...(settings['MODE'] === 'production' && alipayBehindTls(apps)),
    ...(settings['BANK'] === 'unionpay' &&
      (await registerMerchant(settings['SANDBOX_URL'] ?? of.url))),
  }
}

/** Production speaks https only: the payment app of the sandbox is behind a gateway with TLS. */
function alipayBehindTls({ WALLET, PROVIDERS_URL }: Readonly<Record<string, string>>) {
  if (WALLET !== 'alipay') return {}
  return {
    ALIPAY_GATEWAY: `${PROVIDERS_URL}/alipay/gateway.do`,
    ALIPAY_PAGES: `${PROVIDERS_URL}/alipay/gateway.do`,
    ALIPAY_CONSENT: `${PROVIDERS_URL}/wallet/authorise`,
  }
}

/** The whole product for a test: server, desk, sandbox, and a database of its own. */
export async function startTestProduct(
  settings: Readonly<Record<string, string>> = {},
  /** Additional endpoints, to test the HTTP layer alone. */
  more: readonly Endpoint[] = [],
  /** Workers use the database's clock, so a test with workers must start now. */
  begins: 'at ten' | 'now' | OwnClock = 'at ten',
): Promise<TestProduct> {
  const directory = await mkdtemp(join(folderForTests(), 'qingzhou-product-'))
  let offsetMs = begins === 'now' ? 0 : UNTIL_TEN_MS
  const own = typeof begins === 'object' ? begins : undefined
  const nowMs = own?.now ?? (() => Date.now() + offsetMs)
  const secret = settings['PROVIDERS_SECRET'] ?? SECRET
  const sandbox = await startSandbox({
    port: 0,
    secret,
    dataDirectory: join(directory, 'sandbox'),
    ...own,
    now: nowMs,
    sms: { registration: sandboxSms },
  })
  const databaseUrl = settings['DATABASE_URL'] ?? (await createTestDatabase())
  const holdsClock = begins !== 'now' || settings['CLOCK_SKEW_SECONDS_MAX'] === undefined
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    ...(settings['MODE'] !== 'production' && { CLOCK_SKEW_SECONDS_MAX: String(10 ** 9) }),
    DATA_DIR: directory,
    ...(await settingsAtSandbox(settings, { url: sandbox.url, secret, directory })),
  })
  const books = { now: new Date(nowMs()), isNew: settings['DATABASE_URL'] === undefined }
  if (holdsClock) await openTestBooks(config, books)
  const lines: string[] = []
  const server = await createServer(config, {
    log: createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } }),
    now: () => new Date(nowMs()),
    endpoints: (services) => [...productEndpoints(services), ...more],
    extensions: [deskExtension],
  }).catch(async (error: unknown) => {
    await sandbox.stop()
    await rm(directory, { recursive: true, force: true })
    throw error
  })
  let clients = 0
  return {
    app: server.app,
    services: server.services,
    config,
    sandbox,
    listen: () => server.listen(),
    client: (ip = `192.0.2.${(clients += 1)}`) => createClient(server.app, { nowMs, ip }),
    advance: (seconds) => void (offsetMs += seconds * 1000),
    runTasks: () => runTasks(server.services),
    logged: () => lines.join(''),
    async stop() {
      await server.stop()
      await sandbox.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** A product for the tests of the calling file: started before the first of them, stopped after the last. */
export function startProductForFile(...how: Parameters<typeof startTestProduct>): TestProduct {
  // It has all of the product when the first test runs.
  const product = {} as TestProduct
  beforeAll(async () => {
    Object.assign(product, await startTestProduct(...how))
  })
  afterAll(() => product.stop())
  return product
}
