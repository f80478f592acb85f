import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindCard, holderOf } from '#testing/bank-customer.ts'
import { listenForNotices } from '#testing/notice-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'

let listener: Awaited<ReturnType<typeof listenForNotices>>
let sandbox: Awaited<ReturnType<typeof runSandbox>>
let cardToken: string
beforeEach(async () => {
  listener = await listenForNotices()
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
    kind: 'payout',
    amountFen: '100',
    cardToken,
    notifyUrl: `${origin}/callbacks/bank/transfer`,
  })
const statesHeard = () => listener.heard.map(({ content }) => (content as { state: string }).state)

describe('a notice', () => {
  it('is signed and says what became of the order', async () => {
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

  it('comes again until it is heard', async () => {
    listener.refuseNext(1)
    await pay('t-1')
    await expect.poll(statesHeard, { timeout: 5_000 }).toEqual(['done', 'done'])
  })

  it('comes twice on request', async () => {
    await fault({ duplicate: true })
    await pay('t-1')
    await expect.poll(statesHeard).toEqual(['done', 'done'])
  })

  it('is followed by an older one on request', async () => {
    await fault({ reorder: true })
    await pay('t-1')
    await expect.poll(statesHeard).toEqual(['done', 'processing'])
  })

  it('does not come from somebody who is silent', async () => {
    await fault({ silent: true })
    await pay('t-1')
    await fault({ silent: false })
    await pay('t-2')
    await expect.poll(() => listener.heard).toMatchObject([{ content: { orderNo: 't-2' } }])
  })

  it('waits until whoever sends it is up again', async () => {
    await fault({ settleMs: 50 })
    await pay('t-1')
    await fault({ down: true })
    await fault({ down: false })
    await expect.poll(statesHeard, { timeout: 5_000 }).toEqual(['done'])
  })

  it('that was still to come is sent after a restart', async () => {
    await fault({ settleMs: 300 })
    await pay('t-1')
    await sandbox.restart()
    await expect.poll(statesHeard, { timeout: 5_000 }).toEqual(['done'])
  })

  it('never leaves this machine', async () => {
    await pay('t-1', 'http://198.51.100.7')
    await pay('t-2')
    await expect.poll(statesHeard).toEqual(['done'])
  })
})
