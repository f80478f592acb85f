import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { VaultKeys } from './database/vault.ts'
import type { SigningFiles } from './papers/signing/signing-key.ts'
import { sandboxVaultKeys, SANDBOX_KEY_PREFIX } from './sandbox-keys.ts'
import { createSettings, type Environment, type Settings } from './settings.ts'

export type Config = {
  readonly mode: 'sandbox' | 'production'
  readonly host: string
  readonly port: number
  readonly databaseUrl: string
  readonly databaseConnectionsMax: number
  /** How many tasks of the background this process does at once; 0 leaves them to others. */
  readonly workers: number
  readonly dataDirectory: string
  /** Where the built web apps lie. */
  readonly buildDirectory: string
  /** Nothing in sandbox mode means: whatever address the server is reached by. */
  readonly publicOrigin: string | undefined
  readonly providers: ProviderSettings
  readonly ipLookupUrl: string | undefined
  readonly bodyForm: 'blocks' | 'session'
  /** Whether a body in blocks has to carry a digest of itself. */
  readonly bodyDigest: 'required' | 'optional'
  readonly vaultKeys: VaultKeys
  /** What the lender's papers are signed with; the sandbox makes a key of its own. */
  readonly signing: SigningFiles | 'sandbox'
  readonly logLevel: string
  readonly version: string
  /** How many proxies stand in front; their X-Forwarded headers are believed, nobody else's. */
  readonly proxyHops: number
  readonly metricsAccess: MetricsAccess
  readonly limits: Limits
}

/** Who may read the figures: everyone on a machine of one's own, else who sends this header. */
export type MetricsAccess = 'everyone' | { readonly authorization: string }

export type ProviderSettings = {
  readonly url: string
  readonly secret: string
  /** What the consent pages' addresses start with, as the browser sees them. */
  readonly consentUrl: string
}

export type Limits = {
  readonly blocksPerIpAndMinute: number
  readonly inFlightOrdinaryMax: number
  readonly inFlightUrgentMax: number
  readonly eventLoopLagMsMax: number
  readonly connectionsMax: number
  readonly headersTimeoutMs: number
  readonly requestTimeoutMs: number
  /** A large body of which no byte comes for so long is given up. */
  readonly bodyIdleTimeoutMs: number
  readonly bodyBytesPerSecondMin: number
  readonly drainTimeoutMs: number
}

/** Reads the settings, and names everything that is missing or wrong at once. */
export function readConfig(environment: Environment): Config {
  const settings = createSettings(environment)
  const mode = settings.oneOf('MODE', ['sandbox', 'production'], 'sandbox')
  const dataDirectory = resolve(settings.text('DATA_DIR', 'data'))
  const config: Config = {
    mode,
    host: settings.text('HOST', '127.0.0.1'),
    port: settings.integer('PORT', 8080, { max: 65535 }),
    databaseUrl: settings.required('DATABASE_URL', 'the PostgreSQL connection string'),
    databaseConnectionsMax: settings.integer('DATABASE_CONNECTIONS_MAX', 20),
    workers: settings.integer('WORKERS', 2, { max: 64 }),
    dataDirectory,
    buildDirectory: resolve(settings.text('BUILD_DIR', BUILD_DIRECTORY)),
    publicOrigin: publicOriginOf(settings, mode),
    providers: mode === 'sandbox' ? sandboxProviders(settings) : realProviders(settings),
    ipLookupUrl:
      settings.optional('IP_LOOKUP_URL') ?? (mode === 'sandbox' ? '/sandbox/ip' : undefined),
    bodyForm: settings.oneOf('BODY_FORM', ['blocks', 'session'], 'blocks'),
    bodyDigest: bodyDigestOf(settings, mode),
    vaultKeys: mode === 'sandbox' ? noKeysYet : realVaultKeys(settings),
    signing: mode === 'sandbox' ? 'sandbox' : signingFiles(settings),
    logLevel: settings.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    version: VERSION,
    proxyHops: settings.integer('PROXY_HOPS', 0),
    metricsAccess: mode === 'sandbox' ? 'everyone' : metricsAccessOf(settings),
    limits: limitsOf(settings, mode),
  }
  settings.assertComplete()
  // Only now, so that a refused start leaves nothing behind.
  if (mode === 'sandbox') return { ...config, vaultKeys: sandboxVaultKeys(dataDirectory) }
  return config
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
const BUILD_DIRECTORY = join(import.meta.dirname, '../../../build')
const noKeysYet: VaultKeys = { sealing: [], index: Buffer.alloc(0) }
// The package's own file, whose version is text.
const { version: VERSION } = createRequire(import.meta.url)('../package.json') as {
  version: string
}

function publicOriginOf(settings: Settings, mode: Config['mode']): string | undefined {
  const given =
    mode === 'production'
      ? settings.required(
          'PUBLIC_URL',
          'the address borrowers open, for example https://loans.example',
        )
      : settings.optional('PUBLIC_URL')
  if (!given) return undefined
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) settings.complain('PUBLIC_URL is no http(s) address')
  if (mode === 'production' && url?.protocol === 'http:') {
    settings.complain('PUBLIC_URL has to be https in production')
  }
  return url?.origin
}

/** Without a digest, whoever knows the public key can put a block of their own into a body. */
function bodyDigestOf(settings: Settings, mode: Config['mode']): Config['bodyDigest'] {
  const digest = settings.oneOf('BODY_DIGEST', ['required', 'optional'], 'required')
  if (mode === 'production' && digest === 'optional') {
    settings.complain('BODY_DIGEST=optional is not allowed in production: bodies could be spliced')
  }
  return digest
}

function sandboxProviders(settings: Settings): ProviderSettings {
  return {
    url: settings.required('SANDBOX_URL', 'where the sandbox program listens').replace(/\/$/, ''),
    secret: settings.required('SANDBOX_SECRET', 'the secret shared with the sandbox'),
    consentUrl: '/sandbox',
  }
}

function realProviders(settings: Settings): ProviderSettings {
  settings.forbid('SANDBOX_URL', 'the sandbox stands in for real providers')
  settings.forbid('SANDBOX_SECRET', 'the sandbox stands in for real providers')
  return {
    url: settings
      .required('PROVIDERS_URL', 'the gateway to the outside services')
      .replace(/\/$/, ''),
    secret: settings.secret('PROVIDERS_SECRET', 'the secret shared with the gateway'),
    consentUrl: settings.required('CONSENT_URL', 'where the consent pages of the providers are'),
  }
}

function realVaultKeys(settings: Settings): VaultKeys {
  const text = settings.required(
    'VAULT_KEYS',
    'id:key pairs, oldest first, keys of 32 bytes in base64',
  )
  const sealing = text
    .split(',')
    .filter(Boolean)
    .map((pair) => {
      const [id = '', key = ''] = pair.trim().split(':')
      if (!/^[\w-]{1,40}$/.test(id)) {
        // The two may have been written the wrong way round, so what looks like an id is not shown.
        settings.complain('VAULT_KEYS has a key without a proper id')
        return { id, bytes: Buffer.alloc(0) }
      }
      if (id.startsWith(SANDBOX_KEY_PREFIX))
        settings.complain(`VAULT_KEYS has a sandbox key (${id})`)
      return { id, bytes: settings.keyBytes(`VAULT_KEYS (${id})`, key) }
    })
  const index = settings.required('VAULT_INDEX_KEY', '32 bytes in base64')
  return { sealing, index: settings.keyBytes('VAULT_INDEX_KEY', index) }
}

function signingFiles(settings: Settings): SigningFiles {
  return {
    keyFile: settings.required('LENDER_KEY_FILE', 'the key that papers are signed with, in PEM'),
    certificateFile: settings.required(
      'LENDER_CERTIFICATE_FILE',
      "the lender's certificate in PEM, followed by those of its issuers",
    ),
    passphrase: settings.optional('LENDER_KEY_PASSPHRASE'),
  }
}

function metricsAccessOf(settings: Settings): MetricsAccess {
  const token = settings.secret('METRICS_TOKEN', 'what a monitor sends to read /metrics')
  return { authorization: `Bearer ${token}` }
}

function limitsOf(settings: Settings, mode: Config['mode']): Limits {
  const cores = availableParallelism()
  return {
    // A desk at home opens many screens from one address; the world outside does not.
    blocksPerIpAndMinute: settings.integer(
      'IP_BLOCKS_PER_MINUTE',
      mode === 'sandbox' ? 6000 : 1200,
    ),
    inFlightOrdinaryMax: settings.integer('IN_FLIGHT_ORDINARY_MAX', 100 * cores),
    inFlightUrgentMax: settings.integer('IN_FLIGHT_URGENT_MAX', 200 * cores),
    eventLoopLagMsMax: settings.integer('EVENT_LOOP_LAG_MS_MAX', 500),
    connectionsMax: settings.integer('CONNECTIONS_MAX', 5000),
    headersTimeoutMs: settings.integer('HEADERS_TIMEOUT_MS', 10_000),
    requestTimeoutMs: settings.integer('REQUEST_TIMEOUT_MS', 60_000),
    bodyIdleTimeoutMs: settings.integer('BODY_IDLE_TIMEOUT_MS', 10_000),
    bodyBytesPerSecondMin: settings.integer('BODY_BYTES_PER_SECOND_MIN', 4096),
    drainTimeoutMs: settings.integer('DRAIN_TIMEOUT_MS', 10_000),
  }
}
