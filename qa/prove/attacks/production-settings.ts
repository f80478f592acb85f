import { execFile } from 'node:child_process'
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
  async run({ ownerSettings }) {
    const [unsafe, asOwner] = await Promise.all([startServer(settings), startServer(ownerSettings)])
    return outcomeOf([
      { what: 'the server started', isRefused: unsafe.status === 1 },
      ...complaints.map((what) => ({ what, isRefused: unsafe.stdout.includes(what) })),
      {
        what: 'the server started with the login that owns the schema',
        isRefused:
          asOwner.status === 1 && asOwner.stdout.includes('the login that owns the schema'),
      },
    ])
  },
}

const PATIENCE_MS = 30_000

/** Starts a server; one that does not refuse is ended after a while. */
function startServer(environment: Readonly<Record<string, string>>) {
  return new Promise<{ readonly status: unknown; readonly stdout: string }>((resolve) => {
    const path = join(root, 'apps/server/src/main.ts')
    const env = { PATH: process.env['PATH'], ...environment }
    execFile(process.execPath, [path], { env, timeout: PATIENCE_MS }, (error, stdout) =>
      resolve({ status: error?.code, stdout }),
    )
  })
}
