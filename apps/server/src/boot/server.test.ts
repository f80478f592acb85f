import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { edgeCalls, edgeEndpoints } from '#testing/edge-calls.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { dayInShanghai } from '#platform/day-in-shanghai.ts'

describe('stopping', () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let product: TestProduct
  let address: string
  beforeAll(async () => {
    product = await startTestProduct({}, edgeEndpoints(released))
    address = await product.listen()
  })
  afterAll(() => product.sandbox.stop())

  it('finishes the calls under way, takes no new ones, and then is gone', async () => {
    const call = fetch(`${address}${edgeCalls.edge.waits.path}`, {
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

it('the day is the one in Shanghai, wherever the server stands', () => {
  expect(dayInShanghai(new Date('2026-12-31T15:59:59.999Z'))).toBe('2026-12-31')
  expect(dayInShanghai(new Date('2026-12-31T16:00:00Z'))).toBe('2027-01-01')
})
