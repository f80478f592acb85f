import { createPublicKey, type KeyObject } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { isLocalDate } from '@qingzhou/domain/calendar/local-date'
import { parseAnnualRate } from '@qingzhou/domain/cost/annual-rate'
import type { ServiceFee, ServiceFees } from '@qingzhou/domain/cost/service-fee'
import { parseYuan } from '@qingzhou/domain/money/money'
import { productNos } from '@qingzhou/domain/product'
import { standardLender } from '@qingzhou/domain/lender'
import type { Config } from './config.ts'
import { parseConnection } from '#database/connections/connection.ts'
import type { TracingSettings } from '#tracing/tracing.ts'
import type { Settings } from './settings.ts'
import { readBrand, type Brand } from './brand.ts'

type Mode = Config['mode']

const SERVERS_MAX = 64
/** Requests, background tasks and the end of day of one process must not wait for each other. */
const CONNECTIONS_PER_SERVER_MIN = 4

/** How many processes serve the port: `auto` is one per core, as far as the database connections suffice. */
export function serversOf(settings: Settings, databaseConnectionsMax: number): number {
  const text = settings.text('SERVERS', '1')
  const sufficient = Math.floor(databaseConnectionsMax / CONNECTIONS_PER_SERVER_MIN)
  if (text === 'auto') return Math.max(1, Math.min(availableParallelism(), sufficient, SERVERS_MAX))
  const servers = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (servers < 1 || servers > SERVERS_MAX) {
    settings.complain(`SERVERS has to be auto or a whole number from 1 to ${SERVERS_MAX}`)
  } else if (servers > 1 && servers > sufficient) {
    const needed = servers * CONNECTIONS_PER_SERVER_MIN
    settings.complain(`SERVERS=${servers} needs DATABASE_CONNECTIONS_MAX of ${needed} or more`)
  }
  return servers
}

export function publicOriginOf(settings: Settings, mode: Mode): string | undefined {
  const value =
    mode === 'production'
      ? settings.required(
          'PUBLIC_URL',
          'the address borrowers open, for example https://loans.example',
        )
      : settings.optional('PUBLIC_URL')
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) settings.complain('PUBLIC_URL is no http(s) address')
  if (mode === 'production' && url?.protocol === 'http:') {
    settings.complain('PUBLIC_URL has to be https in production')
  }
  return url?.origin
}

/** The file with the names, logo and colours of a partner. */
/** The lender, who is a party to every contract: in production it has to be named. */
export function brandOf(settings: Settings, mode: Mode): Brand | undefined {
  const path =
    mode === 'production'
      ? settings.required('BRAND_FILE', 'the file with the lender and its brand')
      : settings.optional('BRAND_FILE')
  if (path === undefined || path === '') return undefined
  const brand = readBrand(path)
  if ('problem' in brand) {
    settings.complain(`BRAND_FILE: ${brand.problem}`)
    return undefined
  }
  if (mode === 'production' && brand.lender.company === standardLender.company) {
    settings.complain(`BRAND_FILE names the lender of the sandbox (${standardLender.company})`)
  }
  return brand
}

export function databaseUrlOf(settings: Settings, mode: Mode): string {
  const url = settings.required('DATABASE_URL', 'the PostgreSQL connection string')
  const passwords = strictHostsOf(settings, mode, ['DATABASE_URL', url]).map(
    ({ password, searchParams }) =>
      decodeURIComponent(password) || (searchParams.get('password') ?? ''),
  )
  // Several hosts have one password.
  for (const password of new Set(passwords)) {
    settings.checkSecret('the password in DATABASE_URL', password)
  }
  return url
}

/** A copy of the database for reading, if there is one. Its password is usually the same. */
export function standbyOf(settings: Settings, mode: Mode): Config['standby'] {
  const url = settings.text('DATABASE_READ_URL', '')
  const lagMsMax = settings.integer('DATABASE_READ_LAG_MS_MAX', 2_000, { max: 60_000 })
  if (url === '') return undefined
  strictHostsOf(settings, mode, ['DATABASE_READ_URL', url])
  return { url, lagMsMax }
}

/** The addresses of a database in production, where the embedded one is refused. */
function strictHostsOf(
  settings: Settings,
  mode: Mode,
  [name, url]: readonly [name: string, url: string],
): URL[] {
  if (mode === 'sandbox' || url === '') return []
  const hosts = hostsOf(settings, url).map((host) => new URL(host))
  for (const { hostname, searchParams } of hosts) {
    const host = searchParams.get('host') ?? decodeURIComponent(hostname)
    if (!EMBEDDED_POSTGRES.test(host)) continue
    settings.complain(
      `${name} is the embedded PostgreSQL, which is for trying out: install a server of your own`,
    )
  }
  return hosts
}

function hostsOf(settings: Settings, url: string): readonly string[] {
  try {
    return parseConnection(url).hosts.filter((host) => URL.canParse(host))
  } catch (error) {
    settings.complain(error instanceof Error ? error.message : String(error))
    return []
  }
}

/** The socket folder that `tools/postgres/postgres.ts` creates. */
const EMBEDDED_POSTGRES = /^\/tmp\/qingzhou-[0-9a-f]{16}\/?$/

/**
 * Required in production, because a wrong number lets callers choose the address they are rate
 * limited by.
 */
export function proxyHopsOf(settings: Settings, mode: Mode): number {
  if (mode === 'production') {
    settings.required('PROXY_HOPS', 'how many proxies stand in front, 0 for none')
  }
  return settings.integer('PROXY_HOPS', 0, { max: 10 })
}

export function ipLookupUrlOf(settings: Settings, mode: Mode): string | undefined {
  const value = settings.optional('IP_LOOKUP_URL')
  if (mode === 'sandbox') return value ?? '/sandbox/ip'
  return value && settings.httpsUrl('IP_LOOKUP_URL', value)
}

/** The messaging app's QR codes hold an http address of its own, so plain http is accepted. */
export function officialAccountUrlOf(settings: Settings, mode: Mode): string | undefined {
  const value = settings.optional('OFFICIAL_ACCOUNT_URL')
  if (value === undefined) return mode === 'sandbox' ? '/sandbox/messenger/official-account' : value
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value
  settings.complain('OFFICIAL_ACCOUNT_URL is no http(s) address')
  return undefined
}

export type BankPartner = {
  readonly code: string
  readonly name: string
  readonly endsAt?: string
}

/** Test data. The codes are public, so production refuses them. */
export const sandboxBankPartners: readonly BankPartner[] = [
  { code: 'GD0001', name: '合作银行一' },
  { code: 'GD0002', name: '合作银行二' },
  { code: 'GD0003', name: '合作银行三', endsAt: '2026-05-31T16:00:00Z' },
]

/**
 * Pairs of code and name. The sandbox's codes are published in its source, so production refuses
 * them.
 */
export function bankPartnersOf(settings: Settings, mode: Mode): readonly BankPartner[] {
  if (mode === 'sandbox') return sandboxBankPartners
  const seeded = new Set(sandboxBankPartners.map(({ code }) => code))
  const pairs = (settings.optional('BANK_PARTNERS') ?? '').split(',').filter(Boolean)
  return pairs.map((pair) => {
    const [, code = '', name = ''] = /^\s*(\w{1,32}):(.{1,40})$/u.exec(pair) ?? []
    if (!code) settings.complain('BANK_PARTNERS has to be code:name pairs, separated by commas')
    if (seeded.has(code)) settings.complain(`BANK_PARTNERS has ${code}, a code of the sandbox`)
    return { code, name: name.trim() }
  })
}

/** Ed25519 only: with a fixed algorithm, a token cannot choose a weaker one. */
export function adminPlatformKeyOf(settings: Settings): KeyObject | undefined {
  const text = settings.optional('ADMIN_PLATFORM_KEY')
  if (text === undefined) return undefined
  const key = ed25519In(text)
  if (!key) settings.complain('ADMIN_PLATFORM_KEY has to be an Ed25519 public key in PEM')
  return key
}

function ed25519In(text: string): KeyObject | undefined {
  // A private key would be accepted as a public one, and would then be in the wrong setting.
  if (text.includes('PRIVATE')) return undefined
  try {
    const key = createPublicKey(text.replaceAll(String.raw`\n`, '\n'))
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

export function staffSecondFactorOf(settings: Settings, mode: Mode): Config['staffSecondFactor'] {
  const usual = mode === 'production' ? 'required' : 'optional'
  const chosen = settings.oneOf('STAFF_SECOND_FACTOR', ['required', 'optional'], usual)
  if (mode === 'production' && chosen === 'optional') {
    settings.complain('STAFF_SECOND_FACTOR has to be required in production')
  }
  return chosen
}

/** Without a digest, anyone with the public key can insert a block into a body. */
export function bodyDigestOf(settings: Settings, mode: Mode): Config['bodyDigest'] {
  const digest = settings.oneOf('BODY_DIGEST', ['required', 'optional'], 'required')
  if (mode === 'production' && digest === 'optional') {
    settings.complain('BODY_DIGEST=optional is not allowed in production: bodies could be spliced')
  }
  return digest
}

const SERVICE_FEES_FORM =
  'product@date=fee pairs, separated by commas, such as 103001@2027-01-01=5.00/instalment, 900001@2027-01-01=1%/loan or 103001@2028-01-01=none'

/** The service fees of the products from a day on. By default no product charges any. */
export function serviceFeesOf(settings: Settings): ServiceFees {
  const pairs = (settings.optional('SERVICE_FEES') ?? '').split(',').filter(Boolean)
  const rows = pairs.map((pair) => {
    const [, no, from = '', much = ''] = /^\s*(\d+)@([\d-]+)=(\S+)\s*$/.exec(pair) ?? []
    const product = productNos.find((one) => one === no)
    const fee = much === 'none' ? undefined : serviceFeeOf(much)
    if (product === undefined || !isLocalDate(from) || fee === 'wrong') return undefined
    return { product, from, ...(fee && { fee }) }
  })
  const known = rows.filter((row) => row !== undefined)
  if (known.length < rows.length) settings.complain(`SERVICE_FEES has to be ${SERVICE_FEES_FORM}`)
  const days = new Set(known.map(({ product, from }) => `${product}@${from}`))
  if (days.size < known.length) settings.complain('SERVICE_FEES has a product twice on one day')
  return known
}

function serviceFeeOf(text: string): ServiceFee | 'wrong' {
  const [, much = '', times] = /^([\d.%]+)\/(instalment|loan)$/.exec(text) ?? []
  const charged = times === 'loan' ? 'first-instalment' : 'each-instalment'
  const isShare = much.endsWith('%')
  if (isShare) {
    const share = parseAnnualRate(much)
    return share.ok ? { kind: 'share', sharePpm: share.value, charged } : 'wrong'
  }
  const amount = parseYuan(much)
  return amount.ok ? { kind: 'amount', amount: amount.value, charged } : 'wrong'
}

/** A collector on the same machine is reached by plain http. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** The receiver of traces, by the names of OpenTelemetry. */
export function readTracing(settings: Settings, mode: Mode): TracingSettings | undefined {
  const value = settings.optional('OTEL_EXPORTER_OTLP_ENDPOINT')
  const share = settings.text('OTEL_TRACES_SAMPLER_ARG', '1')
  if (!/^(?:1|0(?:\.\d{1,6})?)$/.test(share)) {
    settings.complain('OTEL_TRACES_SAMPLER_ARG has to be a share from 0 to 1, such as 0.05')
  }
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    settings.complain('OTEL_EXPORTER_OTLP_ENDPOINT is no http(s) address')
  } else if (mode === 'production' && url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    settings.complain(
      'OTEL_EXPORTER_OTLP_ENDPOINT has to be https in production, unless it is on this machine',
    )
  }
  return { endpoint: value.replace(/\/$/, ''), share: Number(share) }
}
