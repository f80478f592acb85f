import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'qingzhou-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

const sandbox = {
  DATABASE_URL: 'postgresql:///x',
  DATA_DIR: directory,
  SANDBOX_URL: 'http://127.0.0.1:9/',
  SANDBOX_SECRET: 'any',
}
const key = Buffer.alloc(32, 7).toString('base64')
const production = {
  MODE: 'production',
  DATABASE_URL: 'postgresql:///x',
  PUBLIC_URL: 'https://loans.example/',
  PROVIDERS_URL: 'https://gateway.example',
  PROVIDERS_SECRET: 'a secret of at least thirty-two characters',
  CONSENT_URL: 'https://consent.example',
  VAULT_KEYS: `2026:${key},2027:${key}`,
  VAULT_INDEX_KEY: key,
  METRICS_TOKEN: 'what-a-monitor-sends-to-be-let-in',
  LENDER_KEY_FILE: 'lender-key.pem',
  LENDER_CERTIFICATE_FILE: 'lender.pem',
}

const complaintsOf = (environment: Record<string, string | undefined>): string => {
  try {
    readConfig(environment)
    return ''
  } catch (error) {
    return String(error)
  }
}

describe('sandbox mode', () => {
  it('makes its keys at first boot, for its owner alone, and keeps them', () => {
    const first = readConfig(sandbox)
    const folder = join(directory, 'keys')
    for (const name of readdirSync(folder)) {
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
    }
    expect(readConfig(sandbox).vaultKeys).toEqual(first.vaultKeys)
    expect(first.vaultKeys.index).toHaveLength(32)
  })

  it('needs the sandbox to talk to', () => {
    const complaints = complaintsOf({ DATABASE_URL: 'x' })
    expect(complaints).toContain('SANDBOX_URL is missing')
    expect(complaints).toContain('SANDBOX_SECRET is missing')
  })
})

describe('settings of background work', () => {
  it('change timeouts of providers, the lease of a task and when a circuit opens', () => {
    const { providers, taskLeaseMs } = readConfig({
      ...sandbox,
      PROVIDER_TIMEOUTS_MS: 'bank:3000, mail:20000',
      PROVIDER_OUTAGES_MAX: '7',
      TASK_LEASE_MS: '2000',
    })
    expect(providers.timeoutsMs).toEqual({ bank: 3_000, mail: 20_000 })
    expect([providers.outagesMax, taskLeaseMs]).toEqual([7, 2_000])
  })

  it.each(['bank', 'bank:', 'bank:99', 'bank:60001', 'nobody:3000', 'bank:3000,,mail:1000'])(
    'refuse the timeouts %s',
    (text) => {
      const complaints = complaintsOf({ ...sandbox, PROVIDER_TIMEOUTS_MS: text })
      expect(complaints).toContain('PROVIDER_TIMEOUTS_MS has to be provider:milliseconds pairs')
    },
  )

  it('refuse a lease that a heartbeat could not keep', () => {
    const complaints = complaintsOf({ ...sandbox, TASK_LEASE_MS: '499' })
    expect(complaints).toContain('TASK_LEASE_MS has to be 500 or more')
  })
})

describe('production mode', () => {
  it('starts with everything given', () => {
    const config = readConfig(production)
    expect(config).toMatchObject({ mode: 'production', publicOrigin: 'https://loans.example' })
    expect(config.vaultKeys.sealing.map(({ id }) => id)).toEqual(['2026', '2027'])
    expect(config.ipLookupUrl).toBeUndefined()
  })

  it('names everything that is missing at once', () => {
    const complaints = complaintsOf({ MODE: 'production' })
    const { MODE: _, ...needed } = production
    for (const name of Object.keys(needed)) expect(complaints).toContain(`${name} is missing`)
  })

  it('refuses the sandbox, its keys, weak secrets and plain http', () => {
    const complaints = complaintsOf({
      ...production,
      ...sandbox,
      VAULT_KEYS: `sandbox-1:${key},2026:c2hvcnQ=`,
      PROVIDERS_SECRET: 'short',
      PUBLIC_URL: 'http://loans.example',
    })
    expect(complaints).toContain('SANDBOX_URL is not allowed')
    expect(complaints).toContain('SANDBOX_SECRET is not allowed')
    expect(complaints).toContain('sandbox key (sandbox-1)')
    expect(complaints).toContain('VAULT_KEYS (2026) is not 32 bytes')
    expect(complaints).toContain('PROVIDERS_SECRET is too short')
    expect(complaints).toContain('PUBLIC_URL has to be https')
    expect(complaints).not.toContain('c2hvcnQ')
  })
})

it('a key is never shown, also where it stands in the place of its id', () => {
  for (const VAULT_KEYS of [`${key}:2026`, key, `:${key}`]) {
    const complaints = complaintsOf({ ...production, VAULT_KEYS })
    expect(complaints).toContain('VAULT_KEYS has a key without a proper id')
    expect(complaints).not.toContain(key)
  }
})

it('a setting that makes no sense is named', () => {
  const complaints = complaintsOf({ ...sandbox, MODE: 'test', PORT: '99999', LOG_LEVEL: 'loud' })
  expect(complaints).toContain('MODE has to be one of sandbox, production')
  expect(complaints).toContain('PORT has to be a whole number')
  expect(complaints).toContain('LOG_LEVEL has to be one of')
})
