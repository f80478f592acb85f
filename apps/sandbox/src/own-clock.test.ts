import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bindCard, holderOf } from '#testing/bank-customer.ts'
import { listenForCallbacks } from '#testing/callback-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { runSandbox } from '#testing/running-sandbox.ts'

/** Less than the age of a signature that is accepted: requests are signed with the clock of the machine. */
const MINUTE_MS = 60_000

let nowMs: number
let waits: { readonly until: number; readonly end: (isRunning: boolean) => void }[]
let listener: Awaited<ReturnType<typeof listenForCallbacks>>
let sandbox: Awaited<ReturnType<typeof runSandbox>>
let cardToken: string

beforeEach(async () => {
  nowMs = Date.now()
  waits = []
  listener = await listenForCallbacks()
  sandbox = await runSandbox({
    now: () => nowMs,
    wait: (ms) => new Promise((end) => void waits.push({ until: nowMs + ms, end })),
    faultPlan: {
      ofOrder: (_, orderNo) => (orderNo === 'slow' ? { settleMs: MINUTE_MS } : { settleMs: 0 }),
      ofRequest: (_, orderNo) => ({ down: orderNo === 'lost', cutAfter: orderNo === 'cut' }),
    },
  })
  cardToken = await bindCard(sandbox.url, holderOf('new-phone'))
})
afterEach(async () => {
  for (const { end } of waits) end(false)
  await sandbox.stop()
  listener.stop()
})

const pay = (orderNo: string) =>
  ask(sandbox.url, '/bank/transfer', {
    orderNo,
    kind: 'disbursement',
    amountFen: '100',
    cardToken,
    notifyUrl: `${listener.url}/callbacks/bank/transfer`,
  })

const transferState = (orderNo: string) => ask(sandbox.url, '/bank/transfer-state', { orderNo })

/** Moves the clock, and lets the callbacks that are due be sent. */
async function pass(ms: number): Promise<void> {
  nowMs += ms
  const due = waits.filter(({ until }) => until <= nowMs)
  waits = waits.filter(({ until }) => until > nowMs)
  for (const { end } of due) end(true)
  await new Promise(setImmediate)
  await sandbox.sent()
}

const heardOrders = () =>
  listener.heard.map(({ content }) => (content as { orderNo: string }).orderNo)

describe('a sandbox on a clock that is moved by hand', () => {
  it('sends a callback when the clock has reached its time, and not before', async () => {
    await pay('slow')
    await pay('quick')
    await pass(0)
    expect(heardOrders()).toEqual(['quick'])
    await pass(MINUTE_MS)
    expect(heardOrders()).toEqual(['quick', 'slow'])
  })

  it('loses the requests and answers of single orders, as its plan says', async () => {
    await expect(pay('lost')).rejects.toThrow()
    await expect(pay('cut')).rejects.toThrow()
    expect(await transferState('cut')).toMatchObject({ content: { state: 'done' } })
    await expect(transferState('lost')).rejects.toThrow()
  })
})
