import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { dayInShanghai } from '@qingzhou/platform/clock'

describe('stopping', () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let product: TestProduct
  let address: string
  beforeAll(async () => {
    product = await startTestProduct({}, httpTestEndpoints(released))
    address = await product.listen()
  })
  afterAll(() => product.sandbox.stop())

  it('finishes running calls, accepts no new ones, and then exits', async () => {
    const call = fetch(`${address}${httpTestCalls.http.waits.path}`, {
      method: 'POST',
      headers: { 'x-requested-with': 'x', 'content-type': 'application/json' },
      body: '{}',
    })
    await expect.poll(inFlight).toBe(1)
    const stopped = product.stop()
    await expect.poll(isListening).toBe(false)
    release()
    const response = await call
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ statusInfo: { code: 'COMCC00000' } })
    await stopped
    await expect(product.services.database.query('SELECT 1')).rejects.toThrow()
  })

  async function inFlight(): Promise<number> {
    const figures = await (await fetch(`${address}/metrics`)).text()
    return Number(/^qingzhou_in_flight (\d+)$/m.exec(figures)?.[1])
  }

  async function isListening(): Promise<boolean> {
    return fetch(`${address}/healthz`, { headers: { connection: 'close' } }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
})

it('the current day is that of Shanghai, whatever the server’s time zone', () => {
  expect(dayInShanghai(new Date('2026-12-31T15:59:59.999Z'))).toBe('2026-12-31')
  expect(dayInShanghai(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
})
