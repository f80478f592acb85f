import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  sandbox = await runSandbox()
})
afterEach(() => sandbox.stop())

const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'pem',
})
const body = JSON.stringify({ publicKey, serial: 'ABCDEF0123456789' })
const json = { 'content-type': 'application/json' }
const consoles = ['/alipay/merchant', '/wechat/merchant', '/unionpay/merchant']
const post = async (path: string, headers: Record<string, string>) =>
  (await fetch(`${sandbox.url}${path}`, { method: 'POST', headers, body })).status

it.each(consoles)('%s takes the key of a program on the same machine', async (path) => {
  expect([200, 204]).toContain(await post(path, json))
  expect((await fetch(`${sandbox.url}${path}`)).status).toBe(200)
})

it.each([...consoles, '/wechat/certificates/rotate'])(
  '%s takes nothing from a page, through the product, or in another type than JSON',
  async (path) => {
    const refused = [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { ...json, origin: 'https://evil.example' },
      { ...json, 'x-forwarded-host': 'localhost:8080' },
      { ...json, 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of refused) expect(await post(path, headers)).toBe(404)
  },
)

it.each(consoles)('%s shows nothing through the product', async (path) => {
  const headers = { 'x-forwarded-host': 'localhost:8080' }
  expect((await fetch(`${sandbox.url}${path}`, { headers })).status).toBe(404)
})

it('the console refuses what is no key', async () => {
  const answer = await fetch(`${sandbox.url}/wechat/merchant`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ publicKey: '' }),
  })
  expect(answer.status).toBe(400)
})
