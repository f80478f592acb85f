import { expect, it } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { sendCallback } from '#testing/send-callback.ts'
import { FILES_PATH } from '@qingzhou/platform/files/file-link-store'
import { DOCUMENTS_PATH } from '@qingzhou/platform/documents/print'
import { startProductForFile } from '#testing/product.ts'

const IP = '198.51.100.77'

const product = startProductForFile({ BODY_FORM: 'blocks' })

/** Uses up the network's allowance of this minute. */
async function spend(name: string, limit: number): Promise<void> {
  const key = `${name}:network:${IP}`
  await product.services.limiter.take({ key, limit, windowSeconds: 60, cost: limit })
}

const limited: readonly [name: string, limit: number, call: Call, fields: object][] = [
  [
    'device-keys',
    120,
    calls.onboarding.deviceKeys,
    { bqsDeviceId: 'x', tdBlackBox: 'x', channelNo: '0000000000' },
  ],
  ['mini-program-link', 60, calls.onboarding.miniProgramLink, { prodSubNo: '103001' }],
  ['mall-offers', 120, calls.mall.offers, {}],
]

it.each(limited)(
  '%s is rate limited per network, and other networks are still served',
  async (...row) => {
    const [name, limit, call, fields] = row
    const codeFor = async (ip?: string) => (await product.client(ip).send(call, { ...fields })).code
    expect(await codeFor(IP)).toBe('COMCC00000')
    await spend(name, limit)
    expect(await codeFor(IP)).toBe('COMLIM0001')
    expect(await codeFor()).toBe('COMCC00000')
  },
)

it.each([
  ['files', FILES_PATH],
  ['documents', DOCUMENTS_PATH],
])('lookups of links to %s are rate limited per network', async (name, path) => {
  const open = (remoteAddress: string) =>
    product.app.inject({ method: 'GET', url: `${path}/${'x'.repeat(32)}`, remoteAddress })
  expect((await open(IP)).statusCode).toBe(404)
  await spend(name, 600)
  const { statusCode, headers } = await open(IP)
  expect(statusCode).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await open('198.51.100.78')).statusCode).toBe(404)
})

it('callbacks over the rate limit get 429, because 200 would end their repetition', async () => {
  const notice = { orderNo: 'unknown-order', state: 'bound', cardToken: 'x' }
  const send = (secret: string) =>
    sendCallback(product, 'binding', notice, { secret, remoteAddress: IP })
  const { secret } = product.config.providers
  expect(await send('guessed')).toBe(401)
  await spend('forged', 60)
  const warnings = () => product.logged().split('callback.forged').length
  const before = warnings()
  expect(await send('guessed')).toBe(429)
  expect(warnings()).toBe(before)
  // Signatures from this network are not checked any more. The provider repeats its callback.
  expect(await send(secret)).toBe(429)
  product.advance(61)
  expect(await send(secret)).toBe(200)
  await spend('callback', 6_000)
  expect(await send(secret)).toBe(429)
})
