import { MALL_ACCOUNT } from '#merchant.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOWHERE } from '#testing/bank-customer.ts'
import { listenForCallbacks } from '#testing/callback-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { getJson, postJson, runSandbox } from '#testing/running-sandbox.ts'

const PRICE = '159900'
const wanted = { offerNo: 'bicycle-city', priceFen: PRICE, paymentNo: 'p-1', notifyUrl: NOWHERE }

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  sandbox = await runSandbox()
  await fault('bank', { settleMs: 0 })
  await fault('mall', { settleMs: 0 })
})
afterEach(() => sandbox.stop())

const fault = (provider: string, change: object) =>
  postJson(`${sandbox.url}/faults`, { provider, ...change })
const order = async (change: object = {}) =>
  (await ask(sandbox.url, '/mall/order', { orderNo: 'm-1', ...wanted, ...change })).content
const orderState = async () =>
  (await ask(sandbox.url, '/mall/order-state', { orderNo: 'm-1' })).content
const giveBack = async () => (await ask(sandbox.url, '/mall/give-back', { orderNo: 'm-1' })).content
const mark = async (as: string) => postJson(`${sandbox.url}/mall/orders`, { orderNo: 'm-1', as })
const readTransfers = (orderNo: string) =>
  getJson(`${sandbox.url}/bank/transfers?orderNo=${orderNo}`)

async function pay(amountFen = PRICE) {
  const disbursement = {
    orderNo: 'p-1',
    kind: 'disbursement',
    cardToken: MALL_ACCOUNT,
    notifyUrl: NOWHERE,
  }
  return (await ask(sandbox.url, '/bank/transfer', { ...disbursement, amountFen })).content
}

describe('an order at the mall', () => {
  it('is accepted once it is paid, and once per order number', async () => {
    expect(await order()).toEqual({ error: 'unpaid' })
    expect(await pay()).toMatchObject({ state: 'done' })
    expect(await order()).toEqual({ state: 'ordered' })
    expect(await order()).toEqual({ state: 'ordered' })
    expect(await order({ offerNo: 'sofa-3' })).toEqual({ error: 'order-taken' })
    expect(await getJson(`${sandbox.url}/mall/orders`)).toMatchObject({
      orders: [{ orderNo: 'm-1', name: '青石通勤自行车', state: 'ordered' }],
    })
  })

  it('is refused when it was paid with less than its price', async () => {
    await pay('100')
    expect(await order()).toEqual({ error: 'unpaid' })
  })

  it('is carried out although the connection was cut, and known after a restart', async () => {
    await pay()
    await fault('mall', { cutAfter: true })
    await expect(order()).rejects.toThrow()
    await sandbox.restart()
    expect(await orderState()).toEqual({ state: 'ordered' })
  })

  it('is cancelled at once before shipping, and refunded once', async () => {
    await pay()
    await order()
    const back = { state: 'returned', returnNo: 'm-1return', isTaken: true }
    expect(await giveBack()).toMatchObject(back)
    expect(await giveBack()).toMatchObject(back)
    expect(await readTransfers('m-1return')).toMatchObject({
      transfers: [{ kind: 'return', amountFen: PRICE, state: 'done' }],
    })
  })

  it('is refunded after a delivered item has come back, and cannot be returned in transit', async () => {
    await pay()
    await order()
    await mark('sent')
    expect(await giveBack()).toMatchObject({ isTaken: false, reason: expect.any(String) })
    await mark('delivered')
    // A delivered order is not sent again.
    await mark('sent')
    expect(await orderState()).toMatchObject({ state: 'delivered' })
    expect(await giveBack()).toMatchObject({ isTaken: true })
    expect(await orderState()).toMatchObject({ state: 'returning' })
    expect(await readTransfers('m-1return')).toEqual({ transfers: [] })
    await mark('returned')
    expect(await orderState()).toMatchObject({ state: 'returned', returnNo: 'm-1return' })
  })

  it('is refunded when it is sold out or its price has changed', async () => {
    await pay()
    await postJson(`${sandbox.url}/mall/prices`, { offerNo: 'bicycle-city', priceFen: '169900' })
    expect(await order()).toMatchObject({
      state: 'returned',
      reason: expect.stringContaining('价格'),
    })
  })

  it('sends a signed callback for each change of state, twice with the duplicate fault', async () => {
    const listener = await listenForCallbacks()
    await pay()
    await order({ notifyUrl: `${listener.url}/callbacks/mall/order` })
    await fault('mall', { duplicate: true })
    await mark('sent')
    const told = {
      path: '/callbacks/mall/order',
      isSigned: true,
      content: { orderNo: 'm-1', state: 'sent' },
    }
    await expect.poll(() => listener.heard).toEqual([told, told])
    listener.stop()
  })

  it('an order at the mall is unknown without an order', async () => {
    expect(await orderState()).toEqual({ state: 'unknown' })
    expect(await giveBack()).toEqual({ state: 'unknown', isTaken: false })
  })
})
