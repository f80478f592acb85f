import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { complaintsOf, sandboxSettings } from './testing/sandbox-settings.ts'
import { readConfig } from './config.ts'

const sandbox = sandboxSettings()
const directory = sandbox.DATA_DIR
const newKey = () => randomBytes(32).toString('base64')
const [key, second, index] = [newKey(), newKey(), newKey()]
const [providersSecret, metricsToken] = [newKey(), newKey()]
const production = {
  MODE: 'production',
  DATABASE_URL: 'postgresql:///x',
  PUBLIC_URL: 'https://loans.example/',
  PROVIDERS_URL: 'https://gateway.example',
  PROVIDERS_SECRET: providersSecret,
  CONSENT_URL: 'https://consent.example',
  VAULT_KEYS: `2026:${key},2027:${second}`,
  VAULT_INDEX_KEY: index,
  METRICS_TOKEN: metricsToken,
  PROXY_HOPS: '1',
  BRAND_FILE: join(import.meta.dirname, '../../../ui/src/gallery/brand.example.json'),
  LENDER_KEY_FILE: 'lender-key.pem',
  LENDER_CERTIFICATE_FILE: 'lender.pem',
}

describe('sandbox mode', () => {
  it('creates its keys at first boot, readable by their owner only, and reuses them', () => {
    const first = readConfig(sandbox)
    const folder = join(directory, 'keys')
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    }
    expect(readConfig(sandbox).vaultKeys).toEqual(first.vaultKeys)
    expect(first.vaultKeys.index).toHaveLength(32)
  })

  it('requires a digest in every body, unless BODY_DIGEST is optional', () => {
    expect(readConfig(sandbox).bodyDigest).toBe('required')
    expect(readConfig({ ...sandbox, BODY_DIGEST: 'optional' }).bodyDigest).toBe('optional')
  })

  it('reads the service fees of the products; by default there are none', () => {
    expect(readConfig(sandbox).serviceFees).toEqual([])
    const SERVICE_FEES =
      '103001@2027-01-01=0.05%/instalment, 900001@2027-01-01=5.00/loan,103001@2028-01-01=none'
    expect(readConfig({ ...sandbox, SERVICE_FEES }).serviceFees).toEqual([
      {
        product: '103001',
        from: '2027-01-01',
        fee: { kind: 'share', sharePpm: 500n, charged: 'each-instalment' },
      },
      {
        product: '900001',
        from: '2027-01-01',
        fee: { kind: 'amount', amount: 500n, charged: 'first-instalment' },
      },
      { product: '103001', from: '2028-01-01' },
    ])
    for (const wrong of [
      '5.00',
      '1@2027-01-01=5/loan',
      '103001@2027-02-30=5/loan',
      '103001@2027-01-01=-5/loan',
      '103001@2027-01-01=5/month',
    ]) {
      expect(complaintsOf({ ...sandbox, SERVICE_FEES: wrong })).toContain('SERVICE_FEES has to be')
    }
    const twice = '103001@2027-01-01=none,103001@2027-01-01=5/loan'
    expect(complaintsOf({ ...sandbox, SERVICE_FEES: twice })).toContain('twice on one day')
  })

  it('asks browsers for bodies in blocks, unless BODY_FORM is session', () => {
    expect(readConfig(sandbox).bodyForm).toBe('blocks')
    expect(readConfig({ ...sandbox, BODY_FORM: 'session' }).bodyForm).toBe('session')
  })

  it('requires the address and secret of the sandbox program', () => {
    const complaints = complaintsOf({ DATABASE_URL: 'x' })
    expect(complaints).toContain('SANDBOX_URL is missing')
    expect(complaints).toContain('SANDBOX_SECRET is missing')
  })
})

describe('settings of background work', () => {
  it('change provider timeouts, the task lease and the number of outages that opens a circuit', () => {
    const { providers, taskLeaseMs } = readConfig({
      ...sandbox,
      PROVIDER_TIMEOUTS_MS: 'bank:3000, mail:20000',
      PROVIDER_OUTAGES_MAX: '7',
      TASK_LEASE_MS: '2000',
    })
    expect(providers.timeoutsMs).toEqual({ bank: 3_000, mail: 20_000 })
    expect([providers.outagesMax, taskLeaseMs]).toEqual([7, 2_000])
  })

  it.each(['bank', 'bank:', 'bank:99', 'bank:60001', 'unknown:3000', 'bank:3000,,mail:1000'])(
    'reject the timeouts %s',
    (text) => {
      const complaints = complaintsOf({ ...sandbox, PROVIDER_TIMEOUTS_MS: text })
      expect(complaints).toContain('PROVIDER_TIMEOUTS_MS has to be provider:milliseconds pairs')
    },
  )

  it('reject a lease too short for its heartbeat', () => {
    const complaints = complaintsOf({ ...sandbox, TASK_LEASE_MS: '499' })
    expect(complaints).toContain('TASK_LEASE_MS has to be 500 or more')
  })
})

describe('production mode', () => {
  it('starts with all settings given', () => {
    const config = readConfig(production)
    expect(config).toMatchObject({ mode: 'production', publicOrigin: 'https://loans.example' })
    expect(config.vaultKeys.sealing.map(({ id }) => id)).toEqual(['2026', '2027'])
    expect(config.ipLookupUrl).toBeUndefined()
    expect(config.adapters.ip).toBe('ip2region')
    expect(readConfig({ ...production, IP: 'gateway' }).adapters.ip).toBe('gateway')
  })

  it('names all missing settings in one error', () => {
    const complaints = complaintsOf({ MODE: 'production' })
    const { MODE: _, ...needed } = production
    for (const name of Object.keys(needed)) expect(complaints).toContain(`${name} is missing`)
  })

  it('refuses sandbox settings and keys, weak secrets and plain http', () => {
    const complaints = complaintsOf({
      ...production,
      ...sandbox,
      VAULT_KEYS: `sandbox-1:${key},2026:c2hvcnQ=`,
      PROVIDERS_SECRET: 'short',
      PUBLIC_URL: 'http://loans.example',
      BODY_DIGEST: 'optional',
    })
    expect(complaints).toContain('SANDBOX_URL is not allowed')
    expect(complaints).toContain('SANDBOX_SECRET is not allowed')
    expect(complaints).toContain('sandbox key (sandbox-1)')
    expect(complaints).toContain('VAULT_KEYS (2026) is not 32 bytes')
    expect(complaints).toContain('PROVIDERS_SECRET is too short')
    expect(complaints).toContain('PUBLIC_URL has to be https')
    expect(complaints).toContain('BODY_DIGEST=optional is not allowed')
    expect(complaints).not.toContain('c2hvcnQ')
  })

  it.each([
    ['IP_LOOKUP_URL', { IP_LOOKUP_URL: 'http://ip.example' }],
    ['PROVIDERS_URL', { PROVIDERS_URL: 'http://127.0.0.1:9000' }],
    ['CONSENT_URL', { CONSENT_URL: 'http://consent.example' }],
    ['CONSENT_URL', { CONSENT_URL: '/sandbox' }],
  ])('refuses an address without https in %s', (name, change) => {
    const complaints = complaintsOf({ ...production, ...change })
    expect(complaints).toContain(`${name} has to be an https address in production`)
  })

  const zeroKey = Buffer.alloc(32).toString('base64')
  const sevenKey = Buffer.alloc(32, 7).toString('base64')
  const shortGroup = Buffer.from('abcdefgh'.repeat(4)).toString('base64')
  it.each([
    ['PROVIDERS_SECRET', { PROVIDERS_SECRET: 'x'.repeat(40) }],
    ['PROVIDERS_SECRET', { PROVIDERS_SECRET: 'k3Jd9Qw2'.repeat(5) }],
    ['PROVIDERS_SECRET', { PROVIDERS_SECRET: 'a secret of at least thirty-two characters' }],
    ['PROVIDERS_SECRET', { PROVIDERS_SECRET: 'Changeme-Changeme-and-so-on-0815-x' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: '12345678901234567890123456789012' }],
    ['VAULT_INDEX_KEY', { VAULT_INDEX_KEY: zeroKey }],
    ['VAULT_KEYS (2026)', { VAULT_KEYS: `2026:${sevenKey}` }],
    ['VAULT_KEYS (2026)', { VAULT_KEYS: `2026:${shortGroup}` }],
    ['LENDER_KEY_PASSPHRASE', { LENDER_KEY_PASSPHRASE: 'password' }],
    [
      'the password in DATABASE_URL',
      { DATABASE_URL: 'postgresql://postgres:postgres@db.example/loans' },
    ],
  ])('refuses a trivial secret in %s without printing it', (name, change) => {
    const complaints = complaintsOf({ ...production, ...change })
    expect(complaints).toContain(`${name} is trivial`)
    for (const value of Object.values(change)) expect(complaints).not.toContain(value)
  })

  it.each([
    [
      'VAULT_INDEX_KEY has the same value as VAULT_KEYS (2026)',
      { VAULT_KEYS: `2026:${key}`, VAULT_INDEX_KEY: key },
    ],
    [
      'VAULT_KEYS (2027) has the same value as VAULT_KEYS (2026)',
      { VAULT_KEYS: `2026:${key},2027:${key}` },
    ],
    ['METRICS_TOKEN has the same value as PROVIDERS_SECRET', { METRICS_TOKEN: providersSecret }],
    ['METRICS_TOKEN has the same value as VAULT_INDEX_KEY', { METRICS_TOKEN: index }],
    [
      'PROVIDERS_SECRET has the same value as the password in DATABASE_URL',
      { DATABASE_URL: `postgresql://x:${encodeURIComponent(providersSecret)}@db.example/loans` },
    ],
    ['VAULT_KEYS has the id 2026 twice', { VAULT_KEYS: `2026:${key},2026:${second}` }],
  ])('refuses a value used twice: %s', (complaint, change) => {
    expect(complaintsOf({ ...production, ...change })).toContain(complaint)
  })

  it('refuses the keys that a sandbox left in its data folder', () => {
    const folder = join(directory, 'left')
    mkdirSync(join(folder, 'keys'), { recursive: true })
    writeFileSync(join(folder, 'keys/vault-1.key'), key)
    writeFileSync(join(folder, 'keys/index.key'), index)
    const complaints = complaintsOf({ ...production, DATA_DIR: folder })
    expect(complaints).toContain('VAULT_KEYS (2026) is a key of the sandbox')
    expect(complaints).toContain('VAULT_INDEX_KEY is a key of the sandbox')
  })

  it('accepts several database hosts with one password', () => {
    const DATABASE_URL =
      'postgresql://loans:vK3x9Qm2Tr8Ld5Zw@db1.example:5432,db2.example:5432/loans'
    expect(complaintsOf({ ...production, DATABASE_URL })).toBe('')
  })

  it('refuses the embedded PostgreSQL by its socket path', () => {
    const host = encodeURIComponent('/tmp/qingzhou-0123456789abcdef')
    const DATABASE_URL = `postgresql:///qingzhou?host=${host}&user=qingzhou`
    expect(complaintsOf({ ...production, DATABASE_URL })).toContain('the embedded PostgreSQL')
    const own = encodeURIComponent('/var/run/postgresql')
    expect(complaintsOf({ ...production, DATABASE_URL: `postgresql:///x?host=${own}` })).toBe('')
  })

  it('takes what the official account’s QR code holds, if it is an address', () => {
    expect(readConfig(production).officialAccountUrl).toBeUndefined()
    const OFFICIAL_ACCOUNT_URL = 'http://weixin.example/r/1'
    const config = readConfig({ ...production, OFFICIAL_ACCOUNT_URL })
    expect(config.officialAccountUrl).toBe(OFFICIAL_ACCOUNT_URL)
    for (const wrong of ['javascript:alert(1)', '/sandbox/account', 'weixin']) {
      expect(complaintsOf({ ...production, OFFICIAL_ACCOUNT_URL: wrong })).toContain(
        'OFFICIAL_ACCOUNT_URL is no http(s) address',
      )
    }
  })

  it('reads bank partners from the settings and refuses sandbox codes', () => {
    expect(readConfig(production).bankPartners).toEqual([])
    const { bankPartners } = readConfig({ ...production, BANK_PARTNERS: 'GD7301:甲银行,X9:乙银行' })
    expect(bankPartners).toEqual([
      { code: 'GD7301', name: '甲银行' },
      { code: 'X9', name: '乙银行' },
    ])
    expect(complaintsOf({ ...production, BANK_PARTNERS: 'GD0001:甲银行' })).toContain(
      'BANK_PARTNERS has GD0001, a code of the sandbox',
    )
    expect(complaintsOf({ ...production, BANK_PARTNERS: 'GD7301' })).toContain('BANK_PARTNERS')
  })
})

describe('the description of the calls', () => {
  it('is off in production unless it is set', () => {
    expect(readConfig(production).openApi).toBe('off')
    expect(readConfig({ ...production, OPENAPI: 'on' }).openApi).toBe('on')
    expect(readConfig(sandbox).openApi).toBe('on')
  })
})

describe('the second factor of staff', () => {
  it('is required in production and cannot be made optional', () => {
    expect(readConfig(production).staffSecondFactor).toBe('required')
    const complaints = complaintsOf({ ...production, STAFF_SECOND_FACTOR: 'optional' })
    expect(complaints).toContain('STAFF_SECOND_FACTOR has to be required in production')
  })
})

it('a key is never printed, even when written in place of its id', () => {
  for (const VAULT_KEYS of [`${key}:2026`, key, `:${key}`]) {
    const complaints = complaintsOf({ ...production, VAULT_KEYS })
    expect(complaints).toContain('VAULT_KEYS has a key without a proper id')
    expect(complaints).not.toContain(key)
  }
})

it('an invalid setting is named', () => {
  const complaints = complaintsOf({ ...sandbox, MODE: 'test', PORT: '99999', LOG_LEVEL: 'loud' })
  expect(complaints).toContain('MODE has to be one of sandbox, production')
  expect(complaints).toContain('PORT has to be a whole number')
  expect(complaints).toContain('LOG_LEVEL has to be one of')
})
