import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import { KEY_ID_HEADER, sealInBlocks } from '@qingzhou/contract/sealing/sealing'
import { execute } from '@qingzhou/tools/postgres/test-database.ts'
import { WriteRefused } from '@qingzhou/platform/database/database-unavailable'
import { newBorrower, type TestBorrower } from '#features/loans/testing/borrower.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
let borrower: TestBorrower
beforeAll(async () => {
  product = await startTestProduct()
  borrower = await newBorrower(product)
}, 60_000)
afterAll(() => product.stop())

async function readiness() {
  const response = await product.app.inject({ method: 'GET', url: '/readyz' })
  return [response.statusCode, response.json<{ missing: string[] }>().missing]
}

/** As after a failover to a standby, or set by an operator. Only new connections see it. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const url = product.config.databaseUrl
  const name = new URL(url).pathname.slice(1)
  const root = new URL(url)
  root.pathname = '/postgres'
  await execute(root.href, `ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
  await execute(
    root.href,
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  )
}

describe('while the database is read-only, the server', { timeout: 60_000 }, () => {
  it('serves reads, answers writes with 503 and Retry-After, reports not ready, and recovers', async () => {
    const { client } = borrower
    expect(await readiness()).toEqual([200, []])
    await setReadOnly('on')

    await expect
      .poll(readiness, { timeout: 20_000 })
      .toEqual([503, ['storage: database cannot be written (25006)']])
    const before = await product.services.businessDate()
    expect(await client.api.credit.limit({})).toMatchObject({ state: 'open' })
    expect((await client.send(calls.repayment.overview)).status).toBe(200)
    expect((await client.send(calls.credit.currentStep)).status).toBe(200)
    const write = await client.send(calls.onboarding.sendPurposeCode, { purpose: 'loan' })
    expect(write.status).toBe(503)
    expect(write.headers).toHaveProperty('retry-after')
    expect(await product.services.businessDate()).toBe(before)

    await setReadOnly('off')
    await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, []])
    product.advance(61)
    await client.api.onboarding.sendPurposeCode({ purpose: 'loan' })
  })

  it('rejects a repeated body although the database cannot record it', async () => {
    const key = await borrower.client.publicKey()
    await setReadOnly('on')
    try {
      await expect.poll(readiness, { timeout: 20_000 }).toMatchObject([503, {}])
      const json = JSON.stringify({ timestamp: product.services.now().getTime() })
      const body = await sealInBlocks(platformCipher(crypto.subtle), key, json)
      const headers = { 'x-requested-with': 'x', [KEY_ID_HEADER]: key.keyId }
      const { path: url } = calls.system.version
      const send = () => product.app.inject({ method: 'POST', url, headers, body })
      expect((await send()).statusCode).toBe(200)
      expect((await send()).statusCode).toBe(400)
    } finally {
      await setReadOnly('off')
    }
    await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, []])
  })
})

describe('while the uploads folder cannot be written, the server', { timeout: 60_000 }, () => {
  it('reports not ready with the reason, and recovers', async () => {
    const folder = join(product.config.dataDirectory, 'uploads')
    await mkdir(folder, { recursive: true })
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'not a folder')
    await expect
      .poll(readiness, { timeout: 20_000 })
      .toEqual([503, [expect.stringMatching(/^storage: uploads cannot be written/)]])
    const put = product.services.files.put(Buffer.alloc(10), {
      customer: borrower.customer,
      kind: 'evidence',
    })
    await expect(put).rejects.toBeInstanceOf(WriteRefused)
    await rm(folder)
    await rename(`${folder}-away`, folder)
    await expect.poll(readiness, { timeout: 20_000 }).toEqual([200, []])
  })
})
