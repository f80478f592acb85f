import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOWHERE, holderOf } from '#testing/bank-customer.ts'
import { listenForCallbacks } from '#testing/callback-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  sandbox = await runSandbox()
})
afterEach(() => sandbox.stop())

const settleAtOnce = () => postJson(`${sandbox.url}/faults`, { provider: 'bureau', settleMs: 0 })
const order = (requestNo: string, idNumber: string, notifyUrl = NOWHERE) =>
  ask(sandbox.url, '/bureau/order', {
    requestNo,
    idNumber,
    notifyUrl,
    name: '某人',
    authorisationNo: 'a-1',
  })

describe('the bureau', () => {
  it('is pending for a while, also after a restart', async () => {
    const { idNumber } = holderOf('new-phone')
    expect((await order('r-1', idNumber)).content).toEqual({ state: 'pending' })
    await sandbox.restart()
    await settleAtOnce()
    expect((await order('r-1', idNumber)).content).toEqual({ state: 'pending' })
    expect((await ask(sandbox.url, '/bureau/report', { requestNo: 'r-2' })).content).toEqual({
      state: 'unknown',
    })
  })

  it.each([
    ['new-phone', { isOnFraudList: false, isEnforced: false, overdueNow: false }],
    ['wallet-customer', { score: 468, isOnFraudList: false }],
    ['wallet-newcomer', { isOnFraudList: true }],
    ['enforced', { isEnforced: true }],
  ])('returns the report of test person %s', async (key, report) => {
    await settleAtOnce()
    expect((await order('r-1', holderOf(key).idNumber)).content).toMatchObject({
      state: 'ready',
      report,
    })
  })

  it('returns the same report for an unknown person each time', async () => {
    await settleAtOnce()
    const one = await order('r-1', '110101199003070012')
    const two = await order('r-2', '110101199003070012')
    expect(two.content).toEqual(one.content)
  })

  it('sends a callback when a report is ready', async () => {
    const listener = await listenForCallbacks()
    await postJson(`${sandbox.url}/faults`, { provider: 'bureau', settleMs: 0, reorder: true })
    await order('r-1', holderOf('new-phone').idNumber, `${listener.url}/callbacks/bureau/report`)
    await expect
      .poll(() => listener.heard)
      .toMatchObject([
        { isSigned: true, content: { requestNo: 'r-1', state: 'ready', report: { score: 742 } } },
        { isSigned: true, content: { requestNo: 'r-1', state: 'pending' } },
      ])
    listener.stop()
  })
})
