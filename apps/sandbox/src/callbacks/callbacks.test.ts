import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindCard, holderOf } from '#testing/bank-customer.ts'
import { listenForCallbacks } from '#testing/callback-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'
import { createCallbacks } from './callbacks.ts'

let listener: Awaited<ReturnType<typeof listenForCallbacks>>
let sandbox: Awaited<ReturnType<typeof runSandbox>>
let cardToken: string
beforeEach(async () => {
  listener = await listenForCallbacks()
  sandbox = await runSandbox()
  await fault({ settleMs: 0 })
  cardToken = await bindCard(sandbox.url, holderOf('new-phone'))
})
afterEach(async () => {
  await sandbox.stop()
  listener.stop()
})

const fault = (change: object) => postJson(`${sandbox.url}/faults`, { provider: 'bank', ...change })
const pay = (orderNo: string, origin = listener.url) =>
  ask(sandbox.url, '/bank/transfer', {
    orderNo,
    kind: 'disbursement',
    amountFen: '100',
    cardToken,
    notifyUrl: `${origin}/callbacks/bank/transfer`,
  })
const statesHeard = () => listener.heard.map(({ content }) => (content as { state: string }).state)

describe('a callback', () => {
  it('is signed and contains the result of the order', async () => {
    await pay('t-1')
    await expect
      .poll(() => listener.heard)
      .toEqual([
        {
          path: '/callbacks/bank/transfer',
          isSigned: true,
          content: {
            orderNo: 't-1',
            state: 'done',
            amountFen: '100',
            bankDate: expect.any(String),
          },
        },
      ])
  })

  it('is sent again until it is accepted', async () => {
    listener.refuseNext(1)
    await pay('t-1')
    await expect.poll(statesHeard, { timeout: 5_000 }).toEqual(['done', 'done'])
  })

  it('a callback in another protocol is sent again until its word of acceptance comes', async () => {
    const callbacks = createCallbacks({ secret: 's', now: Date.now })
    const delivering = callbacks.deliver({
      kind: 'appPayment',
      url: `${listener.url}/notice`,
      body: {},
      encode: () => ({ contentType: 'application/json', body: '{}', accepted: 'success' }),
    })
    await expect.poll(() => listener.heard.length, { timeout: 5_000 }).toBe(2)
    callbacks.stop()
    expect(await delivering).toBe(false)
  })

  it('is sent twice with the duplicate fault', async () => {
    await fault({ duplicate: true })
    await pay('t-1')
    await expect.poll(statesHeard).toEqual(['done', 'done'])
  })

  it('is followed by an older one with the reorder fault', async () => {
    await fault({ reorder: true })
    await pay('t-1')
    await expect.poll(statesHeard).toEqual(['done', 'processing'])
  })

  it('is not sent with the silent fault', async () => {
    await fault({ silent: true })
    await pay('t-1')
    await fault({ silent: false })
    await pay('t-2')
    await expect.poll(() => listener.heard).toMatchObject([{ content: { orderNo: 't-2' } }])
  })

  it('waits until its provider is up again', async () => {
    await fault({ settleMs: 50 })
    await pay('t-1')
    await fault({ down: true })
    await fault({ down: false })
    await expect.poll(statesHeard, { timeout: 5_000 }).toEqual(['done'])
  })

  it('a callback that is still due is sent after a restart', async () => {
    await fault({ settleMs: 300 })
    await pay('t-1')
    await sandbox.restart()
    await expect.poll(statesHeard, { timeout: 5_000 }).toEqual(['done'])
  })

  it('is sent to this machine only, and only to an open port', async () => {
    await pay('t-1', 'http://198.51.100.7')
    await pay('t-0', 'http://127.0.0.1:0')
    await pay('t-2')
    await expect.poll(statesHeard).toEqual(['done'])
  })
})
