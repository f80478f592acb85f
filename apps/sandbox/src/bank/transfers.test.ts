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
const payout = { orderNo: 't-1', kind: 'payout', amountFen: '500000', notifyUrl: NOWHERE }
const transfer = (order: object = {}) =>
  ask(sandbox.url, '/bank/transfer', { ...payout, cardToken, ...order })
const standing = async (orderNo = 't-1') =>
  (await ask(sandbox.url, '/bank/transfer-state', { orderNo })).content
const book = () => getJson(`${sandbox.url}/bank/transfers`)

async function balance(): Promise<string | undefined> {
  // The sandbox's own answer, whose shape its routes fix.
  const { cards } = (await getJson(`${sandbox.url}/bank/cards`)) as {
    cards: { cardToken: string; balanceFen: string }[]
  }
  return cards.find((card) => card.cardToken === cardToken)?.balanceFen
}

describe('a transfer', () => {
  it('moves the money and says on which day', async () => {
    expect((await transfer()).content).toEqual({
      state: 'done',
      amountFen: '500000',
      bankDate: expect.stringMatching(/^\d{8}$/),
    })
    expect(await balance()).toBe('5500000')
  })

  it('is under way for a while', async () => {
    await fault({ settleMs: 60_000 })
    expect((await transfer()).content).toEqual({ state: 'processing', amountFen: '500000' })
    expect(await standing()).toEqual({ state: 'processing', amountFen: '500000' })
  })

  it('moves the money once, however often and at once it is ordered', async () => {
    await Promise.all(Array.from({ length: 8 }, () => transfer()))
    expect(await balance()).toBe('5500000')
    expect(await book()).toMatchObject({ transfers: [{ orderNo: 't-1', timesOrdered: 8 }] })
  })

  it('keeps to its number: another one under it is refused', async () => {
    await transfer()
    expect(await transfer({ amountFen: '1' })).toMatchObject({
      status: 409,
      content: { error: 'order-taken' },
    })
  })

  it('goes as the card was told to behave, until the books are cleared', async () => {
    const { cardNumber } = holderOf('new-phone')
    await postJson(`${sandbox.url}/bank/conduct`, { cardNumber, conduct: 'frozen' })
    expect((await transfer()).content).toMatchObject({ state: 'declined', reason: '账户状态异常' })
    await postJson(`${sandbox.url}/bank/conduct`, { cardNumber, conduct: 'well' })
    expect((await transfer({ orderNo: 't-2' })).content).toMatchObject({ state: 'done' })
  })

  it('is carried out although the line is cut, and found by asking', async () => {
    await fault({ cutAfter: true })
    await expect(transfer()).rejects.toThrow('fetch failed')
    expect(await standing()).toMatchObject({ state: 'done' })
    await sandbox.restart()
    await transfer()
    expect(await balance()).toBe('5500000')
  })

  it('never arrives at a bank that is down', async () => {
    await fault({ down: true })
    await expect(transfer()).rejects.toThrow('fetch failed')
    await fault({ down: false })
    expect(await standing()).toEqual({ state: 'unknown' })
  })

  it('takes no more from a card than is on it', async () => {
    const debit = { orderNo: 't-2', kind: 'debit', amountFen: '5000001' }
    expect((await transfer(debit)).content).toMatchObject({ state: 'declined', reason: '余额不足' })
    const all = await transfer({ ...debit, orderNo: 't-3', amountFen: '5000000' })
    expect(all.content).toMatchObject({ state: 'done' })
    expect(await balance()).toBe('0')
  })

  it('is declined on request, and moves nothing', async () => {
    await fault({ decline: true })
    expect((await transfer()).content).toMatchObject({ state: 'declined' })
    expect(await balance()).toBe('5000000')
  })

  it('is declined to a frozen card and to one that nobody has bound', async () => {
    const frozen = await bindCard(sandbox.url, holderOf('messenger-customer', 1))
    expect((await transfer({ cardToken: frozen })).content).toMatchObject({
      state: 'declined',
      reason: '账户状态异常',
    })
    const nobodys = await transfer({ orderNo: 't-2', cardToken: 'card-unknown' })
    expect(nobodys.content).toMatchObject({ state: 'declined', reason: '该卡未签约' })
  })

  it('can be looked up by its number, and is forgotten by a reset', async () => {
    await transfer()
    await transfer({ orderNo: 't-2' })
    expect(await getJson(`${sandbox.url}/bank/transfers?orderNo=t-2`)).toMatchObject({
      transfers: [{ orderNo: 't-2', kind: 'payout', cardNumber: '6222029900000000010' }],
    })
    await postJson(`${sandbox.url}/reset`, {})
    await sandbox.restart()
    expect(await book()).toEqual({ transfers: [] })
  })
})
