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
const register = async (headers: Record<string, string>) =>
  (await fetch(`${sandbox.url}/wechat/merchant`, { method: 'POST', headers, body })).status

it('the console takes the key of a program on the same machine', async () => {
  expect(await register(json)).toBe(204)
  expect((await fetch(`${sandbox.url}/wechat/merchant`)).status).toBe(200)
})

it('the console takes nothing from a page, through the product, or in another type than JSON', async () => {
  const refused = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { ...json, origin: 'https://evil.example' },
    { ...json, 'x-forwarded-host': 'localhost:8080' },
    { ...json, 'sec-fetch-site': 'cross-site' },
  ]
  for (const headers of refused) expect(await register(headers)).toBe(404)
  const rotate = `${sandbox.url}/wechat/certificates/rotate`
  for (const headers of refused) {
    expect((await fetch(rotate, { method: 'POST', headers, body: '{}' })).status).toBe(404)
  }
  const shown = await fetch(`${sandbox.url}/wechat/merchant`, {
    headers: { 'x-forwarded-host': 'localhost:8080' },
  })
  expect(shown.status).toBe(404)
})

it('the console refuses what is no key', async () => {
  const answer = await fetch(`${sandbox.url}/wechat/merchant`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ publicKey: '' }),
  })
  expect(answer.status).toBe(400)
})
