import { describe, expect, it, vi } from 'vitest'
import { providerCallbacks } from '@qingzhou/provider-api/calls'
import { signedHeaders, type Direction } from '@qingzhou/provider-api/signature'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { newCardNumber, readyToBind } from '#features/cards/testing/cardholder.ts'
import { latestCode, newPhone, setFault } from '#features/onboarding/testing/visitor.ts'

const product = startProductForFile()

type Changes = {
  readonly direction?: Direction
  readonly secret?: string
  readonly path?: string
  readonly sentBody?: string
  readonly ageSeconds?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a binding callback as the bank does, or with the given changes as an attacker would. */
async function sendCallback(notice: object, changes: Changes = {}): Promise<number> {
  const { path } = providerCallbacks.binding
  const body = JSON.stringify(notice)
  const sentAt = product.services.now().getTime() - (changes.ageSeconds ?? 0) * 1000
  const headers = signedHeaders(changes.secret ?? product.config.providers.secret, {
    direction: changes.direction ?? 'callback',
    path: changes.path ?? path,
    timestamp: String(sentAt),
    nonce: crypto.randomUUID(),
    body,
  })
  const response = await product.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', ...headers, ...changes.headers },
    body: changes.sentBody ?? body,
  })
  return response.statusCode
}

/** A binding that the bank has decided, without a callback so far. */
async function newDecidedBinding(): Promise<{ client: Client; bindingNo: string }> {
  const { client } = await readyToBind(product)
  const mobile = newPhone()
  const { bindingNo } = await client.api.cards.sendBindingCode({ cardNo: newCardNumber(), mobile })
  await client.api.cards.bind({
    bindingNo,
    agreed: ['card-binding'],
    dynamicCode: await latestCode(product, mobile),
  })
  product.advance(3)
  return { client, bindingNo }
}

describe('a signed provider callback', () => {
  it('is processed, and its repetition changes nothing', async () => {
    const { client, bindingNo } = await newDecidedBinding()
    const notice = { orderNo: bindingNo, state: 'bound', cardToken: 'another' }
    const told = await Promise.all([1, 2, 3].map(() => sendCallback(notice)))
    expect(told).toEqual([200, 200, 200])
    expect((await client.api.cards.bind({ bindingNo })).state).toBe('bound')
    expect((await client.api.cards.list({})).cards).toHaveLength(1)
    expect(await sendCallback({ orderNo: bindingNo, state: 'declined', reason: 'late' })).toBe(200)
    expect((await client.api.cards.bind({ bindingNo })).state).toBe('bound')
  })

  it('a signed provider callback for an unknown order is answered with success and ignored', async () => {
    expect(await sendCallback({ orderNo: 'unknown-order', state: 'bound', cardToken: 'x' })).toBe(
      200,
    )
  })

  it('a signed provider callback with a wrong state changes nothing, because the provider is queried for the state', async () => {
    const { client, bindingNo } = await newDecidedBinding()
    expect(await sendCallback({ orderNo: bindingNo, state: 'declined', reason: 'wrong' })).toBe(200)
    expect((await client.api.cards.bind({ bindingNo })).state).toBe('bound')
  })
})

describe('an invalid provider callback', () => {
  const cases: [string, Changes][] = [
    ['signed with another secret', { secret: 'guessed' }],
    ['signed for another address', { path: providerCallbacks.transfer.path }],
    ['altered on the way', { sentBody: '{"orderNo":"12345678","state":"bound"}' }],
    ['that was signed as a request to the provider', { direction: 'request' }],
    ['that was signed as an answer', { direction: 'answer' }],
    ['too old', { ageSeconds: 301 }],
    ['from the future', { ageSeconds: -301 }],
    ['without a signature', { headers: { 'x-provider-signature': '' } }],
    ['with a moment that is none', { headers: { 'x-provider-timestamp': 'now' } }],
  ]

  it.each(cases)('%s is refused and changes nothing', async (_, changes) => {
    const { client, bindingNo } = await newDecidedBinding()
    const notice = { orderNo: bindingNo, state: 'bound', cardToken: 'forged' }
    expect(await sendCallback(notice, changes)).toBe(401)
    expect((await client.api.cards.bind({ bindingNo })).state).toBe('processing')
  })

  it('a provider callback that is signed but malformed is refused with 400', async () => {
    expect(await sendCallback({ orderNo: 'x'.repeat(65), state: 'bound' })).toBe(400)
    expect(await sendCallback({ orderNo: '12345678', state: 'paid twice' })).toBe(400)
    expect(await sendCallback([])).toBe(400)
  })

  it('a provider callback that is too long is refused with 413', async () => {
    expect(
      await sendCallback({ orderNo: '12345678', state: 'bound', more: 'x'.repeat(20_000) }),
    ).toBe(413)
  })
})

describe('callbacks over the network', () => {
  it('the bank reaches the configured callback address, and the binding completes without a task', async () => {
    await product.listen()
    await setFault(product, { provider: 'bank', settleMs: 1 })
    const { client } = await readyToBind(product)
    const mobile = newPhone()
    const cardNo = newCardNumber()
    const { bindingNo } = await client.api.cards.sendBindingCode({ cardNo, mobile })
    await client.api.cards.bind({
      bindingNo,
      agreed: ['card-binding'],
      dynamicCode: await latestCode(product, mobile),
    })
    await vi.waitFor(
      async () => expect((await client.api.cards.bind({ bindingNo })).state).toBe('bound'),
      { timeout: 15_000, interval: 100 },
    )
    await setFault(product, { provider: 'bank', settleMs: 1_200 })
  })
})
