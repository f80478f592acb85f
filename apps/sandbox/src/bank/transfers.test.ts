import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOWHERE, bindCard, holderOf } from '#testing/bank-customer.ts'
import { ask } from '#testing/provider-client.ts'
import { getJson, postJson, runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
let cardToken: string
beforeEach(async () => {
  sandbox = await runSandbox()
  await fault({ settleMs: 0 })
  cardToken = await bindCard(sandbox.url, holderOf('new-phone'))
})
afterEach(() => sandbox.stop())

const fault = (change: object) => postJson(`${sandbox.url}/faults`, { provider: 'bank', ...change })
const disbursement = {
  orderNo: 't-1',
  kind: 'disbursement',
  amountFen: '500000',
  notifyUrl: NOWHERE,
}
const transfer = (order: object = {}) =>
  ask(sandbox.url, '/bank/transfer', { ...disbursement, cardToken, ...order })
const transferState = async (orderNo = 't-1') =>
  (await ask(sandbox.url, '/bank/transfer-state', { orderNo })).content
const book = () => getJson(`${sandbox.url}/bank/transfers`)

async function balance(): Promise<string | undefined> {
  // The sandbox's own response shape.
  const { cards } = (await getJson(`${sandbox.url}/bank/cards`)) as {
    cards: { cardToken: string; balanceFen: string }[]
  }
  return cards.find((card) => card.cardToken === cardToken)?.balanceFen
}

const debitOrder = async (orderNo: string, amountFen: string) =>
  (await transfer({ orderNo, kind: 'debit', amountFen })).content

describe('a transfer', () => {
  it('moves the money and returns the bank date', async () => {
    expect((await transfer()).content).toEqual({
      state: 'done',
      amountFen: '500000',
      bankDate: expect.stringMatching(/^\d{8}$/),
    })
    expect(await balance()).toBe('5500000')
  })

  it('a transfer is processing until it settles', async () => {
    await fault({ settleMs: 60_000 })
    expect((await transfer()).content).toEqual({ state: 'processing', amountFen: '500000' })
    expect(await transferState()).toEqual({ state: 'processing', amountFen: '500000' })
  })

  it('moves the money once when it is ordered many times at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => transfer()))
    expect(await balance()).toBe('5500000')
    expect(await book()).toMatchObject({ transfers: [{ orderNo: 't-1', timesOrdered: 8 }] })
  })

  it('refuses another transfer under the same order number', async () => {
    await transfer()
    expect(await transfer({ amountFen: '1' })).toMatchObject({
      status: 409,
      content: { error: 'order-taken' },
    })
  })

  it('follows the conduct set for the card until the records are cleared', async () => {
    const { cardNumber } = holderOf('new-phone')
    await postJson(`${sandbox.url}/bank/conduct`, { cardNumber, conduct: 'frozen' })
    expect((await transfer()).content).toMatchObject({
      state: 'declined',
      reason: '银行卡状态异常，可能已冻结或挂失',
    })
    await postJson(`${sandbox.url}/bank/conduct`, { cardNumber, conduct: 'well' })
    expect((await transfer({ orderNo: 't-2' })).content).toMatchObject({ state: 'done' })
  })

  it('is carried out although the connection is cut, and found by a query', async () => {
    await fault({ cutAfter: true })
    await expect(transfer()).rejects.toThrow('fetch failed')
    expect(await transferState()).toMatchObject({ state: 'done' })
    await sandbox.restart()
    await transfer()
    expect(await balance()).toBe('5500000')
  })

  it('is not carried out while the bank is down', async () => {
    await fault({ down: true })
    await expect(transfer()).rejects.toThrow('fetch failed')
    await fault({ down: false })
    expect(await transferState()).toEqual({ state: 'unknown' })
  })

  it('is declined above the balance of the card', async () => {
    const debit = { orderNo: 't-2', kind: 'debit', amountFen: '5000001' }
    expect((await transfer(debit)).content).toMatchObject({ state: 'declined', reason: '余额不足' })
    const all = await transfer({ ...debit, orderNo: 't-3', amountFen: '5000000' })
    expect(all.content).toMatchObject({ state: 'done' })
    expect(await balance()).toBe('0')
  })

  it('is declined with a code above the bank’s limit at once and of its day', async () => {
    const { cardNumber } = holderOf('new-phone')
    const limits = { cardNumber, singleFen: '300000', dayFen: '500000' }
    await postJson(`${sandbox.url}/bank/limits`, limits)
    expect(await debitOrder('t-2', '300001')).toMatchObject({
      state: 'declined',
      code: 'SINGLE_LIMIT',
    })
    expect(await debitOrder('t-3', '300000')).toMatchObject({ state: 'done' })
    expect(await debitOrder('t-4', '200001')).toMatchObject({
      state: 'declined',
      code: 'DAY_LIMIT',
    })
    expect(await debitOrder('t-5', '200000')).toMatchObject({ state: 'done' })
    // Money to the card is not limited.
    expect((await transfer()).content).toMatchObject({ state: 'done' })
  })

  it('is declined while the decline fault is set, and moves nothing', async () => {
    await fault({ decline: true })
    expect((await transfer()).content).toMatchObject({ state: 'declined' })
    expect(await balance()).toBe('5000000')
  })

  it('is declined for a frozen card and for an unbound one', async () => {
    const frozen = await bindCard(sandbox.url, holderOf('messenger-customer', 1))
    expect((await transfer({ cardToken: frozen })).content).toMatchObject({
      state: 'declined',
      reason: '银行卡状态异常，可能已冻结或挂失',
    })
    const nobodys = await transfer({ orderNo: 't-2', cardToken: 'card-unknown' })
    expect(nobodys.content).toMatchObject({ state: 'declined', reason: '该卡未签约' })
  })

  it('is found by its order number, and deleted by a reset', async () => {
    await transfer()
    await transfer({ orderNo: 't-2' })
    expect(await getJson(`${sandbox.url}/bank/transfers?orderNo=t-2`)).toMatchObject({
      transfers: [{ orderNo: 't-2', kind: 'disbursement', cardNumber: '6222029900000000010' }],
    })
    await postJson(`${sandbox.url}/reset`, {})
    await sandbox.restart()
    expect(await book()).toEqual({ transfers: [] })
  })
})
