import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { root } from '@qingzhou/tools/root.ts'
import { outcomeOf, type Attack } from './attack.ts'

const zeroKey = Buffer.alloc(32).toString('base64')
const settings = {
  MODE: 'production',
  DATABASE_URL: 'postgresql:///qingzhou?host=%2Ftmp%2Fqingzhou-0123456789abcdef&user=qingzhou',
  PUBLIC_URL: 'http://loans.example',
  PROVIDERS_URL: 'http://127.0.0.1:9000',
  CONSENT_URL: 'http://127.0.0.1:9000',
  PROVIDERS_SECRET: 'x'.repeat(40),
  METRICS_TOKEN: 'x'.repeat(40),
  VAULT_KEYS: `sandbox-1:${zeroKey}`,
  VAULT_INDEX_KEY: zeroKey,
  BANK_PARTNERS: 'GD0001:A',
  SANDBOX_URL: 'http://127.0.0.1:9000',
}
const complaints = [
  'PUBLIC_URL has to be https',
  'PROVIDERS_URL has to be an https',
  'CONSENT_URL has to be an https',
  'PROVIDERS_SECRET is trivial',
  'METRICS_TOKEN has the same value as PROVIDERS_SECRET',
  'VAULT_KEYS has a sandbox key',
  'VAULT_KEYS (sandbox-1) is trivial',
  'VAULT_INDEX_KEY has the same value',
  'the embedded PostgreSQL',
  'PROXY_HOPS is missing',
  'BANK_PARTNERS has GD0001',
  'SANDBOX_URL is not allowed',
]

/** A production server with unsafe settings must not start, and must name each of them. */
export const productionSettings: Attack = {
  name: 'production with unsafe settings',
  async run() {
    const path = join(root, 'apps/server/src/main.ts')
    const { status, stdout } = spawnSync(process.execPath, [path], {
      env: { PATH: process.env['PATH'], ...settings },
      encoding: 'utf8',
    })
    return outcomeOf([
      { what: 'the server started', isRefused: status === 1 },
      ...complaints.map((what) => ({ what, isRefused: stdout.includes(what) })),
    ])
  },
}
