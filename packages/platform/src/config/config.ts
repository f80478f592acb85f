import type { KeyObject } from 'node:crypto'
import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { ServiceFees } from '@qingzhou/domain/cost/service-fee'
import type { Pipeline } from '#database/pipeline/sender.ts'
import { vaultBindings, type VaultKeys } from '#database/vault/vault.ts'
import type { SigningFiles } from '#documents/signing/signing-key.ts'
import {
  OUTAGES_MAX,
  readTimeouts,
  TIMEOUTS_FORM,
  type ProviderTimeouts,
} from './provider-limits.ts'
import { adaptersOf, type Adapters } from './adapters/adapters.ts'
import type { Brand } from './brand.ts'
import { prepareDataFolder } from './data-folder.ts'
import { sandboxVaultKeys, vaultKeysOf } from './vault-key-settings.ts'
import { staffOidcOf, type StaffOidcSettings } from './staff-oidc-settings.ts'
import { createSettings, type Environment, type Settings } from './settings.ts'
import {
  bankPartnersOf,
  brandOf,
  bodyDigestOf,
  databaseUrlOf,
  ipLookupUrlOf,
  officialAccountUrlOf,
  proxyHopsOf,
  publicOriginOf,
  serversOf,
  standbyOf,
  serviceFeesOf,
  staffSecondFactorOf,
  adminPlatformKeyOf,
  readTracing,
  type BankPartner,
} from './strict-settings.ts'
import type { TracingSettings } from '#tracing/tracing.ts'
import { LEASE_MS } from '#tasks/attempt-task.ts'

export type Config = {
  readonly mode: 'sandbox' | 'production'
  /** Undefined: the standard names, logo and colours. */
  readonly brand: Brand | undefined
  readonly host: string
  readonly port: number
  /** The port of a worker's health and metrics. 0 for none. */
  readonly workerPort: number
  readonly databaseUrl: string
  /** A copy of the database for reading, and how old it may be. */
  readonly standby: { readonly url: string; readonly lagMsMax: number } | undefined
  readonly databaseConnectionsMax: number
  readonly databasePipeline: Pipeline
  /** How many processes serve the port. */
  readonly servers: number
  /**
   * How many tasks of each lane this process runs concurrently. 0 leaves them to other processes.
   */
  readonly workers: number
  /** How long a task stays leased to a worker that does not renew. */
  readonly taskLeaseMs: number
  /** About how many loans the end of day recomputes from the audit log. 0 for none. */
  readonly loansRecomputedPerNight: number
  /** After a restore, until what the providers moved meanwhile is booked. */
  readonly isRecovering: boolean
  /** The service fees of the products; empty if none charges any. */
  readonly serviceFees: ServiceFees
  readonly dataDirectory: string
  /** The folder of the built web apps. */
  readonly buildDirectory: string
  /** Undefined in sandbox mode: the address that the server is reached by. */
  readonly publicOrigin: string | undefined
  readonly providers: ProviderSettings
  /** Which adapter speaks to a service that can be reached in several ways. */
  readonly adapters: Adapters
  readonly ipLookupUrl: string | undefined
  /** What the QR code of the official account holds. Without it, the account is found by its name. */
  readonly officialAccountUrl: string | undefined
  /** The banks whose links may be opened, by the code in the link. */
  readonly bankPartners: readonly BankPartner[]
  readonly bodyForm: 'blocks' | 'session'
  /** What an SMS code is preceded by: a drawing to read, or a puzzle that the browser solves. */
  readonly imageCode: 'drawing' | 'altcha'
  /** Whether a body in blocks must carry a digest. */
  readonly bodyDigest: 'required' | 'optional'
  /** Whether staff need a code of an authenticator app in addition to their password. */
  readonly staffSecondFactor: 'required' | 'optional'
  readonly adminPlatformKey: KeyObject | undefined
  readonly staffOidc: StaffOidcSettings | undefined
  readonly vaultKeys: VaultKeys
  /** The files of the lender's signing key. The sandbox generates a key. */
  readonly signing: SigningFiles | 'sandbox'
  readonly logLevel: string
  readonly version: string
  /** The number of proxies in front. Only their X-Forwarded headers are trusted. */
  readonly proxyHops: number
  readonly metricsAccess: MetricsAccess
  /** How far this server's clock may differ from the database's before it refuses to serve. */
  readonly clockSkewSecondsMax: number
  readonly limits: Limits
  /** Undefined: no traces. */
  readonly tracing: TracingSettings | undefined
  /** Whether /openapi.json describes the calls. */
  readonly openApi: 'on' | 'off'
}

/** Who may read the metrics: everyone in the sandbox, otherwise callers with this header. */
export type MetricsAccess = 'everyone' | { readonly authorization: string }

export type ProviderSettings = {
  readonly url: string
  readonly secret: string
  /** The prefix of the consent pages' addresses, as the browser sees them. */
  readonly consentUrl: string
  /** Timeouts that differ from the table in provider-limits.ts. */
  readonly timeoutsMs: ProviderTimeouts
  /** The number of consecutive outages after which a provider is not called for a while. */
  readonly outagesMax: number
}

export type Limits = {
  readonly blocksPerIpAndMinute: number
  readonly inFlightOrdinaryMax: number
  readonly inFlightUrgentMax: number
  readonly eventLoopLagMsMax: number
  readonly connectionsMax: number
  /** How many of the 32 places for large bodies one network may occupy. */
  readonly largeBodiesPerNetworkMax: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** A large body is aborted when no byte arrives for this long. */
  readonly bodyIdleTimeoutMs: number
  readonly bodyBytesPerSecondMin: number
  readonly drainTimeoutMs: number
}

/**
 * Reads the settings. Throws one error that names everything missing or wrong. The reference of the
 * settings is made with a reader that records what is read.
 */
export function readConfig(
  environment: Environment,
  settings: Settings = createSettings(environment),
): Config {
  const mode = settings.oneOf('MODE', ['sandbox', 'production'], 'sandbox')
  const dataDirectory = resolve(settings.text('DATA_DIR', 'data'))
  const databaseConnectionsMax = settings.integer('DATABASE_CONNECTIONS_MAX', 20)
  const config: Config = {
    mode,
    brand: brandOf(settings, mode),
    host: settings.text('HOST', '127.0.0.1'),
    port: settings.integer('PORT', 8080, { max: 65535 }),
    workerPort: settings.integer('WORKER_PORT', 0, { max: 65_535 }),
    databaseUrl: databaseUrlOf(settings, mode),
    standby: standbyOf(settings, mode),
    databaseConnectionsMax,
    databasePipeline: settings.oneOf('DATABASE_PIPELINE', ['on', 'off'], 'on'),
    servers: serversOf(settings, databaseConnectionsMax),
    workers: settings.integer('WORKERS', 2, { max: 64 }),
    taskLeaseMs: leaseOf(settings),
    loansRecomputedPerNight: settings.integer('LOANS_RECOMPUTED_PER_NIGHT', 1000),
    isRecovering: settings.oneOf('RECOVERING', ['no', 'yes'], 'no') === 'yes',
    serviceFees: serviceFeesOf(settings),
    dataDirectory,
    buildDirectory: resolve(settings.text('BUILD_DIR', BUILD_DIRECTORY)),
    publicOrigin: publicOriginOf(settings, mode),
    providers: mode === 'sandbox' ? sandboxProviders(settings) : realProviders(settings),
    ipLookupUrl: ipLookupUrlOf(settings, mode),
    officialAccountUrl: officialAccountUrlOf(settings, mode),
    adapters: adaptersOf(settings, mode),
    bankPartners: bankPartnersOf(settings, mode),
    bodyForm: settings.oneOf('BODY_FORM', ['blocks', 'session'], 'blocks'),
    imageCode: settings.oneOf('IMAGE_CODE', ['drawing', 'altcha'], 'drawing'),
    bodyDigest: bodyDigestOf(settings, mode),
    staffSecondFactor: staffSecondFactorOf(settings, mode),
    adminPlatformKey: adminPlatformKeyOf(settings),
    staffOidc: staffOidcOf(settings, mode),
    vaultKeys: {
      ...(mode === 'sandbox' ? NO_KEYS : vaultKeysOf(settings, dataDirectory)),
      binding: settings.oneOf('VAULT_BINDING', vaultBindings, 'preferred'),
    },
    signing: mode === 'sandbox' ? 'sandbox' : signingFiles(settings),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    version: VERSION,
    proxyHops: proxyHopsOf(settings, mode),
    metricsAccess: mode === 'sandbox' ? 'everyone' : metricsAccessOf(settings),
    // A test clock may run years ahead.
    clockSkewSecondsMax: settings.integer('CLOCK_SKEW_SECONDS_MAX', 60, {
      max: mode === 'sandbox' ? 10 ** 10 : 300,
    }),
    limits: limitsOf(settings, mode),
    tracing: readTracing(settings, mode),
    openApi: settings.oneOf('OPENAPI', ['on', 'off'], mode === 'sandbox' ? 'on' : 'off'),
  }
  settings.assertComplete()
  // Created last, so that a refused start writes no files.
  if (mode !== 'sandbox') return config
  prepareDataFolder(dataDirectory)
  return { ...config, vaultKeys: { ...config.vaultKeys, ...sandboxVaultKeys(dataDirectory) } }
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
const BUILD_DIRECTORY = join(import.meta.dirname, '../../../../build')
const NO_KEYS: VaultKeys = { sealing: [], index: Buffer.alloc(0) }
// The package.json of the whole product, whose version is a string.
const { version: VERSION } = createRequire(import.meta.url)('../../../../package.json') as {
  version: string
}

function sandboxProviders(settings: Settings): ProviderSettings {
  return {
    url: settings.required('SANDBOX_URL', 'where the sandbox program listens').replace(/\/$/, ''),
    secret: settings.required('SANDBOX_SECRET', 'the secret shared with the sandbox'),
    consentUrl: '/sandbox',
    timeoutsMs: timeoutsOf(settings),
    outagesMax: settings.integer('PROVIDER_OUTAGES_MAX', OUTAGES_MAX),
  }
}

function realProviders(settings: Settings): ProviderSettings {
  settings.forbid('SANDBOX_URL', 'the sandbox stands in for real providers')
  settings.forbid('SANDBOX_SECRET', 'the sandbox stands in for real providers')
  settings.forbid('SANDBOX_READINGS', 'what is seen in pictures of faces would be stored')
  const requiredHttps = (name: string, meaning: string) =>
    settings.httpsUrl(name, settings.required(name, meaning))
  return {
    url: requiredHttps('PROVIDERS_URL', 'the gateway to the outside services').replace(/\/$/, ''),
    secret: settings.secret('PROVIDERS_SECRET', 'the secret shared with the gateway'),
    consentUrl: requiredHttps('CONSENT_URL', 'where the consent pages of the providers are'),
    timeoutsMs: timeoutsOf(settings),
    outagesMax: settings.integer('PROVIDER_OUTAGES_MAX', OUTAGES_MAX),
  }
}

function leaseOf(settings: Settings): number {
  const leaseMs = settings.integer('TASK_LEASE_MS', LEASE_MS, { max: LEASE_MS_MAX })
  if (leaseMs < LEASE_MS_MIN) settings.complain(`TASK_LEASE_MS has to be ${LEASE_MS_MIN} or more`)
  return leaseMs
}

const LEASE_MS_MIN = 500
const LEASE_MS_MAX = 600_000

function timeoutsOf(settings: Settings): ProviderTimeouts {
  const text = settings.text('PROVIDER_TIMEOUTS_MS', '')
  const timeouts = readTimeouts(text)
  if (timeouts) return timeouts
  settings.complain(`PROVIDER_TIMEOUTS_MS has to be ${TIMEOUTS_FORM}`)
  return {}
}

function signingFiles(settings: Settings): SigningFiles {
  const passphrase = settings.optional('LENDER_KEY_PASSPHRASE')
  settings.checkSecret('LENDER_KEY_PASSPHRASE', passphrase ?? '')
  return {
    keyFile: settings.required('LENDER_KEY_FILE', 'the key that papers are signed with, in PEM'),
    certificateFile: settings.required(
      'LENDER_CERTIFICATE_FILE',
      "the lender's certificate in PEM, followed by those of its issuers",
    ),
    passphrase,
  }
}

function metricsAccessOf(settings: Settings): MetricsAccess {
  const token = settings.secret('METRICS_TOKEN', 'what a monitor sends to read /metrics')
  return { authorization: `Bearer ${token}` }
}

function limitsOf(settings: Settings, mode: Config['mode']): Limits {
  const cores = availableParallelism()
  return {
    // In the sandbox one address opens many screens, in production it does not.
    blocksPerIpAndMinute: settings.integer(
      'IP_BLOCKS_PER_MINUTE',
      mode === 'sandbox' ? 6000 : 1200,
    ),
    inFlightOrdinaryMax: settings.integer('IN_FLIGHT_ORDINARY_MAX', 100 * cores),
    inFlightUrgentMax: settings.integer('IN_FLIGHT_URGENT_MAX', 200 * cores),
    eventLoopLagMsMax: settings.integer('EVENT_LOOP_LAG_MS_MAX', 500),
    connectionsMax: settings.integer('CONNECTIONS_MAX', 5000),
    largeBodiesPerNetworkMax: settings.integer('LARGE_BODIES_PER_NETWORK_MAX', 8, { max: 32 }),
    headersTimeoutMs: settings.integer('HEADERS_TIMEOUT_MS', 10_000),
    requestTimeoutMs: settings.integer('REQUEST_TIMEOUT_MS', 60_000),
    bodyIdleTimeoutMs: settings.integer('BODY_IDLE_TIMEOUT_MS', 10_000),
    bodyBytesPerSecondMin: settings.integer('BODY_BYTES_PER_SECOND_MIN', 4096),
    drainTimeoutMs: settings.integer('DRAIN_TIMEOUT_MS', 10_000),
  }
}
