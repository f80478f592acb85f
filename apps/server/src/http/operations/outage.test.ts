import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import { codes } from '@qingzhou/contract/codes'
import { KEY_ID_HEADER, sealInBlocks } from '@qingzhou/contract/sealing/sealing'
import { startPostgres, type PostgresServer } from '@qingzhou/tools/postgres/postgres.ts'
import { execute } from '@qingzhou/tools/postgres/test-database.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let directory: string
let postgres: PostgresServer
let product: TestProduct

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'qingzhou-outage-'))
  postgres = await startPostgres({ directory, fsync: false })
  product = await startTestProduct({ DATABASE_URL: postgres.url })
}, 60_000)
afterAll(async () => {
  await product.stop()
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
})

const readiness = async () => {
  const response = await product.app.inject({ method: 'GET', url: '/readyz' })
  return [response.statusCode, response.json()]
}

it('the server recovers after a database outage', { timeout: 60_000 }, async () => {
  const client = product.client()
  expect((await client.send(calls.system.version)).status).toBe(200)
  expect(await readiness()).toEqual([200, { ready: true, missing: [] }])

  await postgres.stop()
  expect(await readiness()).toEqual([
    503,
    { ready: false, missing: ['database: it cannot be reached'] },
  ])
  const answer = await client.send(calls.system.version)
  expect(answer).toMatchObject({ status: 503, message: '服务器繁忙，请稍后再试' })
  expect(answer.headers).toHaveProperty('retry-after')
  expect((await product.app.inject({ method: 'GET', url: '/healthz' })).statusCode).toBe(200)

  postgres = await startPostgres({ directory, fsync: false })
  await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, { ready: true, missing: [] }])
  expect((await client.send(calls.system.version)).status).toBe(200)
})

it(
  'a body sealed before a database crash is not served after it, and the client has to seal it again',
  { timeout: 60_000 },
  async () => {
    const { database } = product.services
    const client = product.client()
    const key = await client.publicKey()
    const json = JSON.stringify({ timestamp: product.services.now().getTime() })
    const body = await sealInBlocks(platformCipher(crypto.subtle), key, json)
    const headers = { 'x-requested-with': 'x', [KEY_ID_HEADER]: key.keyId }
    const send = async () => {
      const { path } = calls.system.version
      const response = await product.app.inject({ method: 'POST', url: path, headers, body })
      const { statusInfo } = response.json<{ statusInfo: { code: string } }>()
      return [response.statusCode, statusInfo.code]
    }
    const startedAt = async () => {
      const rows = await database.query<{ at: Date }>('SELECT pg_postmaster_start_time() AS at')
      return rows[0]?.at.getTime()
    }
    expect(await send()).toEqual([200, codes.success])

    const before = await startedAt()
    process.kill(postgres.pid(), 'SIGKILL')
    await expect.poll(() => startedAt().catch(() => before), { timeout: 30_000 }).not.toBe(before)
    expect(await send()).toEqual([503, codes.sealAgain])
    expect((await client.send(calls.system.version)).status).toBe(200)
  },
)

it('readiness names a missing migration', async () => {
  await execute(postgres.url, `DELETE FROM migrations WHERE name = '0001-platform.sql'`)
  expect(await readiness()).toEqual([
    503,
    { ready: false, missing: ['migration: 0001-platform.sql'] },
  ])
})
