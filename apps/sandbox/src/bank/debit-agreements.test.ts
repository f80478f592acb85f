import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOWHERE, bindCard, codeFor, holderOf } from '#testing/bank-customer.ts'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
let cardToken: string
let nowMs: number
const holder = holderOf('new-phone')
beforeEach(async () => {
  nowMs = Date.now()
  sandbox = await runSandbox({ now: () => nowMs })
  await fault({ settleMs: 0 })
  cardToken = await bindCard(sandbox.url, holder)
})
afterEach(() => sandbox.stop())

const fault = (change: object) => postJson(`${sandbox.url}/faults`, { provider: 'bank', ...change })
const start = async (order: object = {}) =>
  (await ask(sandbox.url, '/bank/start-debit-agreement', { orderNo: 'd-1', cardToken, ...order }))
    .content
const confirm = async (code: string, orderNo = 'd-1') =>
  (await ask(sandbox.url, '/bank/confirm-debit-agreement', { orderNo, code })).content

describe('an agreement to debit a card', () => {
  it('is signed with the code sent to the phone of the card, also when confirmed again', async () => {
    expect(await start()).toEqual({ state: 'codeSent' })
    const code = await codeFor(sandbox.url, holder.phone)
    expect(await confirm(code === '10000' ? '10001' : '10000')).toMatchObject({ state: 'codeSent' })
    expect(await confirm(code)).toEqual({ state: 'signed' })
    await sandbox.restart()
    expect(await confirm('00000')).toEqual({ state: 'signed' })
  })

  it('is not signed any more after it was ended, also when the end arrives before the start', async () => {
    const end = async (orderNo: string) =>
      (await ask(sandbox.url, '/bank/end-debit-agreement', { orderNo })).content
    await start()
    expect(await confirm(await codeFor(sandbox.url, holder.phone))).toEqual({ state: 'signed' })
    for (const orderNo of ['d-1', 'd-1', 'd-2'])
      expect(await end(orderNo)).toEqual({ state: 'ended' })
    expect(await confirm('00000')).toEqual({ state: 'ended' })
    expect(await start({ orderNo: 'd-2' })).toEqual({ state: 'ended' })
  })

  it('is declined after too many wrong codes and after an expired one', async () => {
    await start()
    for (const _ of [1, 2]) expect(await confirm('x')).toMatchObject({ state: 'codeSent' })
    expect(await confirm('x')).toMatchObject({ state: 'declined' })
    await start({ orderNo: 'd-2' })
    const code = await codeFor(sandbox.url, holder.phone)
    nowMs += 5 * 60_000
    const late = await ask(
      sandbox.url,
      '/bank/confirm-debit-agreement',
      { orderNo: 'd-2', code },
      { timestamp: String(nowMs) },
    )
    expect(late.content).toMatchObject({ state: 'declined' })
  })

  it('is declined for an unbound card, by the decline fault, and without a start', async () => {
    expect(await start({ cardToken: 'card-unknown' })).toMatchObject({ state: 'declined' })
    await fault({ decline: true })
    expect(await start({ orderNo: 'd-3' })).toMatchObject({ state: 'declined' })
    expect(await confirm('12345', 'never')).toMatchObject({ state: 'declined' })
  })
})

const dayFile = async (day: string) =>
  (await ask(sandbox.url, '/bank/day-file', { bankDate: day })).content

describe('the day file', () => {
  it('lists all transfers of a day, without the declined ones', async () => {
    const order = { kind: 'debit', cardToken, notifyUrl: NOWHERE }
    const transfer = (more: object) => ask(sandbox.url, '/bank/transfer', { ...order, ...more })
    const { content } = await transfer({ orderNo: 't-1', amountFen: '100' })
    await transfer({ orderNo: 't-2', amountFen: '999999999' })
    await transfer({ orderNo: 't-3', amountFen: '250', kind: 'refund' })
    // The response shape of the call.
    const { bankDate } = content as { bankDate: string }
    expect(await dayFile(bankDate)).toEqual({
      transfers: [
        { orderNo: 't-1', kind: 'debit', amountFen: '100', bankDate },
        { orderNo: 't-3', kind: 'refund', amountFen: '250', bankDate },
      ],
    })
    expect(await dayFile('20200101')).toEqual({ transfers: [] })
  })
})
