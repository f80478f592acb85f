import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLog, messageOf } from '@qingzhou/platform/log'
import { readDatedGaps } from '@qingzhou/server/features/dated-rows/index.ts'
import { assertFitForProduction, sandboxAsGateway } from '@qingzhou/server/boot/prepare-database.ts'
import { readConfig, type Config } from '@qingzhou/platform/config/config'
import { prepareDataFolder } from '@qingzhou/platform/config/data-folder'
import { parseConnection } from '@qingzhou/platform/database/connections/connection'
import { missingMigrations } from '@qingzhou/platform/database/migrate'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { watchStandby } from '@qingzhou/platform/database/connections/standby-store'
import {
  compareVaultKeys,
  keysOfOthers,
  processesWithoutKey,
} from '@qingzhou/platform/database/vault/key-check-store'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { readBodyKeys } from '@qingzhou/server/http/bodies/body-key-store.ts'
import { checkPreparedStatements } from '@qingzhou/platform/database/connections/pooler-check'
import { readSigningKey } from '@qingzhou/platform/documents/signing/signing-key'
import {
  missingPackages,
  requirePackages,
  vendorPackages,
} from '@qingzhou/providers/vendor-packages'
import { affectedScreens, readScreenNeeds } from '../check-settings/screen-needs.ts'
import { readServerState } from '../check-settings/server-state-store.ts'

const USAGE = `npm run check-settings
  Tries the settings of this environment: reads them as a server does, then asks database, gateway, folders,
  clock and certificates, and says which screens of a borrower lack a provider. It changes nothing. Exit status 1: something is wrong, and named.`

const VERSION_MIN = 15
const CERTIFICATE_DAYS_MIN = 30
const GATEWAY_TIMEOUT_MS = 5_000
const DAY_MS = 86_400_000

/** Returns what was found; throws a sentence that says what is wrong. */
type Check = () => Promise<string> | string

if (process.argv.length > 2) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await checkAll()
}

async function checkAll(): Promise<void> {
  const config = await report('settings', () => readConfig(process.env))
  if (config === undefined) return
  const checks: Record<string, Check> = {
    'data folder': () => {
      prepareDataFolder(config.dataDirectory)
      return config.dataDirectory
    },
    'built app': () => builtApp(config),
    database: () => database(config),
    ...(config.standby && { standby: () => standby(config) }),
    rates: () => rates(config),
    ...(usesOwnRecognition(config) && { recognition: () => recognition(config) }),
    certificate: () => certificate(config),
  }
  for (const [name, check] of Object.entries(checks)) await report(name, check)
  const answer = await report('gateway', () => gateway(config))
  await report('screens', () => screens(config, { gateway: answer === undefined }))
}

async function report<Found>(
  name: string,
  check: () => Promise<Found> | Found,
): Promise<Found | undefined> {
  try {
    const found = await check()
    console.log(`ok     ${name}${typeof found === 'string' ? `: ${found}` : ''}`)
    return found
  } catch (error) {
    console.log(`wrong  ${name}: ${messageOf(error)}`)
    process.exitCode = 1
    return undefined
  }
}

function builtApp({ buildDirectory }: Config): string {
  const page = join(buildDirectory, 'web/index.html')
  if (!existsSync(page)) throw new Error(`${page} is missing. Run npm run build.`)
  return buildDirectory
}

async function database(config: Config): Promise<string> {
  const pool = connect(config.databaseUrl)
  try {
    const state = await readServerState(pool).catch((error: unknown) => {
      throw new Error(`${hostsOf(config.databaseUrl)} cannot be reached`, { cause: error })
    })
    const missing = await missingMigrations(pool)
    const keys = missing.length > 0 ? [] : await wrongKeys(pool, config)
    const skewSeconds = Math.abs(Date.now() - state.now.getTime()) / 1000
    const wrong = [
      ...(state.major < VERSION_MIN
        ? [`PostgreSQL ${state.version} is older than ${VERSION_MIN}`]
        : []),
      ...(state.canServe ? [] : [`login ${state.login} is not a member of qingzhou_app`]),
      ...(state.freeConnections < config.databaseConnectionsMax
        ? [
            `DATABASE_CONNECTIONS_MAX=${config.databaseConnectionsMax}, but only ${state.freeConnections} connections are free`,
          ]
        : []),
      ...missing.map((name) => `migration ${name} is missing: run npm run migrate`),
      ...keys,
      ...(skewSeconds > config.clockSkewSecondsMax
        ? [`the clock of this machine is ${Math.round(skewSeconds)} s from the database's`]
        : []),
    ]
    if (wrong.length > 0) throw new Error(wrong.join('; '))
    await checkPreparedStatements(config.databaseUrl)
    await assertFitForProduction({ database: pool, now: () => new Date() }, config)
    return `${hostsOf(config.databaseUrl)}, PostgreSQL ${state.version}, login ${state.login}`
  } finally {
    await pool.close()
  }
}

/** As a server compares its keys at the start; and whether running servers have the newest one. */
async function wrongKeys(pool: PoolDatabase, { vaultKeys }: Config): Promise<string[]> {
  const differing = [
    ...(await compareVaultKeys(pool, vaultKeys)),
    ...(await keysOfOthers(pool, vaultKeys)),
    ...(await processesWithoutKey(pool, vaultKeys)),
  ]
  if (differing.length > 0) return differing
  const bodyKeys = { vault: createVault(vaultKeys), now: new Date() }
  return readBodyKeys(pool, bodyKeys).then(
    () => [],
    (error: unknown) => [`the keys of request bodies cannot be opened: ${messageOf(error)}`],
  )
}

function connect(url: string) {
  return createDatabase(url, { max: 1, onIdleError: () => {} })
}

async function standby(config: Config): Promise<string> {
  const { url = '', lagMsMax = 0 } = config.standby ?? {}
  const [primary, copy] = [connect(config.databaseUrl), connect(url)]
  const watched = watchStandby({ primary, copy, lagMsMax, log: createLog({ level: 'silent' }) })
  try {
    await copy.query('SELECT 1').catch((error: unknown) => {
      throw new Error(`${hostsOf(url)} cannot be reached`, { cause: error })
    })
    // Its position is asked for twice, as it may lack what was written a moment ago.
    await watched.check()
    await sleep(lagMsMax)
    await watched.check()
    if (!watched.current()) {
      throw new Error(
        `${hostsOf(url)} is no standby of the database, or more than ${lagMsMax} ms behind`,
      )
    }
    return `${hostsOf(url)}, at most ${Math.ceil(watched.lagMs())} ms behind`
  } finally {
    await watched.stop()
    await primary.close()
  }
}

/** Without user and password. */
function hostsOf(url: string): string {
  const hosts = parseConnection(url).hosts.map((one) => {
    const { hostname, port, searchParams } = new URL(one)
    return searchParams.get('host') ?? `${decodeURIComponent(hostname)}${port && `:${port}`}`
  })
  return hosts.join(', ')
}

/** In production, what is missing of the rates and calendars is wrong. */
async function rates({ mode, databaseUrl }: Config): Promise<string> {
  const pool = connect(databaseUrl)
  try {
    const gaps = (await missingMigrations(pool)).length > 0 ? [] : await readDatedGaps(pool)
    if (gaps.length === 0) return 'nothing is missing'
    const missing = `${gaps.join('; ')}: npm run rates -- add`
    if (mode === 'production') throw new Error(missing)
    return missing
  } finally {
    await pool.close()
  }
}

async function gateway({ mode, providers }: Config): Promise<string> {
  const { origin } = new URL(providers.url)
  const [complaint] = mode === 'production' ? await sandboxAsGateway(providers.url) : []
  if (complaint !== undefined) throw new Error(complaint)
  try {
    const signal = AbortSignal.timeout(GATEWAY_TIMEOUT_MS)
    const response = await fetch(providers.url, { redirect: 'manual', signal })
    await response.body?.cancel()
    return `${origin} answers`
  } catch (error) {
    throw new Error(`${origin} does not answer`, { cause: error })
  }
}

function usesOwnRecognition({ adapters: { face, ocr } }: Config): boolean {
  return face === 'embedded' || ocr === 'embedded'
}

/** The engine is there, and its limits are told: to use it is a decision of the lender. */
function recognition({ adapters }: Config): string {
  requirePackages(vendorPackages({ face: adapters.face, ocr: adapters.ocr }))
  return [
    ...(adapters.face === 'embedded'
      ? [
          'FACE=embedded is not certified, was measured on drawn faces only, and does not notice a screen, a mask or a generated face: using it is your own decision',
        ]
      : []),
    ...(adapters.ocr === 'embedded'
      ? ['OCR=embedded was measured on drawn cards only, and the holder confirms what it reads']
      : []),
    'figures in docs/adapters.md',
  ].join('; ')
}

/** Which screens lack a provider, and what a borrower sees of it. Refused ones are wrong. */
function screens({ adapters }: Config, missing: { readonly gateway: boolean }): string {
  const absent = missingPackages(vendorPackages(adapters))
  const settings = absent.map(({ setting }) => setting.split('=')[0] ?? '')
  const affected = affectedScreens(adapters, { ...missing, settings })
  const lines = affected.map(
    ({ cause, effect, screens: names }) => `${cause}: ${effect}: ${names.join(', ')}`,
  )
  if (affected.some(({ effect }) => effect === 'refused')) throw new Error(lines.join('; '))
  return [`all ${readScreenNeeds().length} have what they need`, ...lines].join('; ')
}

function certificate({ signing }: Config): string {
  if (signing === 'sandbox') return 'made by the sandbox'
  const { chain } = readSigningKey(signing, new Date())
  const end = new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime())))
  const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
  if (days < CERTIFICATE_DAYS_MIN)
    throw new Error(`it ends in ${days} days, on ${end.toISOString()}`)
  return `valid until ${end.toISOString()}`
}
