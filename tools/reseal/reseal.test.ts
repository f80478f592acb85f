import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { newApplicant } from '@qingzhou/server/features/identity/testing/applicant.ts'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { resealColumns } from '@qingzhou/platform/database/vault/reseal'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import {
  asOwnServer,
  asServers,
  startProduction,
  type Production,
} from '@qingzhou/server/testing/production.ts'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createServerLogin, createTestDatabase } from '../postgres/test-database.ts'
import { run } from '../product/run.ts'
import { compileCache } from '../tests/test-cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'qingzhou-reseal-'))
const newKey = { id: 'next', bytes: randomBytes(32) }
let production: Production
let product: TestProduct
let owner: PoolDatabase
let ownerUrl: string
let bothKeys: string

beforeAll(async () => {
  production = await startProduction(folder)
  bothKeys = `${production.settings['VAULT_KEYS']},next:${newKey.bytes.toString('base64')}`
  ownerUrl = asOwnServer(await createTestDatabase(), folder)
  owner = createDatabase(ownerUrl, { max: 1, onIdleError: () => {} })
  product = await startProduct(await asServers(ownerUrl, folder))
  await newApplicant(product)
}, 60_000)
afterAll(async () => {
  await product.stop()
  await production.stop()
  await owner.close()
  rmSync(folder, { recursive: true })
})

async function startProduct(url: string, more: Record<string, string> = {}) {
  const settings = { ...production.settings, DATABASE_URL: url, ...more }
  const started = await startTestProduct(settings, [], 'now')
  production.connect(started)
  return started
}

const reseal = (DATABASE_URL: string) =>
  run(process.execPath, [join(import.meta.dirname, '../operate/reseal.ts')], {
    env: {
      PATH: process.env['PATH'],
      ...compileCache,
      ...production.settings,
      DATA_DIR: product.config.dataDirectory,
      DATABASE_URL,
      VAULT_KEYS: bothKeys,
    },
  })

/** How many phone numbers are sealed with the new key. */
async function countResealed(): Promise<number> {
  const [row] = await owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM customers
      WHERE position('next'::bytea IN phone_sealed) > 0`,
  )
  return row?.count ?? 0
}

async function readiness() {
  const { statusCode, json } = await product.app.inject({ method: 'GET', url: '/readyz' })
  return [statusCode, json<{ missing: string[] }>().missing]
}

it('npm run reseal changes nothing with a login that does not own the tables, or while a server lacks the new key', async () => {
  const asServer = await reseal(await createServerLogin(ownerUrl))
  expect(asServer.output).toMatch(/the login login_\w+ does not own the tables/)
  expect(asServer.code).toBe(1)

  const tooEarly = await reseal(ownerUrl)
  expect(tooEarly.output).toContain(
    `the process ${process.pid} on ${hostname()} does not hold the vault key "next"`,
  )
  expect(tooEarly.code).toBe(1)
  expect(await countResealed()).toBe(0)
})

it('a server that meets a key it does not hold is not ready and names the key', async () => {
  const { vaultKeys, databaseUrl } = product.config
  const { vault, database } = product.services
  const place = { table: 'customers', column: 'phone_sealed', owner: [] } as const
  const sealedWith = (id: string) => createVault({ ...vaultKeys, sealing: [{ ...newKey, id }] })
  // A damaged value may name any key, and is no reason to stop serving.
  expect(() => vault.open(sealedWith('damaged').seal('x', place), place)).toThrow('"damaged"')
  expect(await readiness()).toEqual([200, []])

  const settings = { VAULT_KEYS: bothKeys }
  const next = await startProduct(databaseUrl, settings)
  const { client } = await newApplicant(next)
  await client.api.onboarding.maskedPhone({})
  const [newest] = await database.query<{ phone_sealed: Buffer }>(
    'SELECT phone_sealed FROM customers ORDER BY registered_at DESC LIMIT 1',
  )
  expect(() => vault.open(newest?.phone_sealed ?? Buffer.alloc(0), place)).toThrow('"next"')
  expect(await readiness()).toEqual([
    503,
    ['vault: values are sealed with the key "next", which is not configured'],
  ])

  await product.stop()
  product = next
  expect(await readiness()).toEqual([200, []])
  const done = await reseal(ownerUrl)
  expect(done.output).toContain('VAULT_KEYS no longer needs 2026')
  expect(done.code).toBe(0)
  expect(await countResealed()).toBe(2)
})

it('a table with a value that no key opens is left as it is', async () => {
  const { vaultKeys } = product.config
  const third = { id: 'third', bytes: randomBytes(32) }
  const sealing = [...vaultKeys.sealing, third]
  const vault = createVault({ ...vaultKeys, sealing, binding: 'preferred' })
  await owner.query(
    `INSERT INTO customers (customer_no, user_id, phone_sealed, channel, registered_at)
     VALUES ('000000000000', 'broken', '\\x0662726f6b656e', '000000000004', now())`,
  )
  const { failures, left, rows } = await resealColumns({ database: owner, vault })
  expect(failures.join()).toMatch(/^customers: sealed with the vault key "broken"/)
  expect(rows).toBeGreaterThan(0)
  expect(left).toBe(3)
  expect(await countResealed()).toBe(2)
})
