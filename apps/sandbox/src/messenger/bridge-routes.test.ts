import { bridgeSignature } from '@qingzhou/provider-api/bridge'
import { MESSENGER_APP_ID } from '#merchant.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, SECRET } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  sandbox = await runSandbox()
  await postJson(`${sandbox.url}/faults`, { provider: 'messenger', settleMs: 0 })
})
afterEach(() => sandbox.stop())

async function orderOf(changed: { readonly age?: number; readonly secret?: string } = {}) {
  const { content } = await ask(sandbox.url, '/messenger/start-payment', {
    orderNo: 'p-1',
    amountFen: '123456',
    subject: '借款还款',
    returnUrl: '/',
    notifyUrl: 'http://127.0.0.1:9/',
  })
  const { prepayId } = content as { prepayId: string }
  const order = {
    appId: MESSENGER_APP_ID,
    timeStamp: String(Math.floor(Date.now() / 1000) - (changed.age ?? 0)),
    nonceStr: 'abc',
    package: `prepay_id=${prepayId}`,
    signType: 'HMAC-SHA256',
  } as const
  return { ...order, paySign: bridgeSignature(changed.secret ?? SECRET, order) }
}

const show = async (order: object) => postJson(`${sandbox.url}/messenger/bridge/show`, { order })
const decide = async (order: object, decision: 'pay' | 'cancel') =>
  (await postJson(`${sandbox.url}/messenger/bridge/decide`, { order, decision })).json()
const paymentState = async () =>
  (await ask(sandbox.url, '/messenger/payment', { orderNo: 'p-1' })).content

describe('the messaging app’s bridge', () => {
  it('shows the lender’s order and pays it once', async () => {
    const order = await orderOf()
    const shown = { amountFen: '123456', subject: '借款还款', isOpen: true }
    expect(await (await show(order)).json()).toEqual(shown)
    expect(await decide(order, 'pay')).toEqual({ err_msg: 'get_brand_wcpay_request:ok' })
    expect(await paymentState()).toMatchObject({ state: 'done', amountFen: '123456' })
    expect(await decide(order, 'cancel')).toEqual({ err_msg: 'get_brand_wcpay_request:fail' })
    expect(await paymentState()).toMatchObject({ state: 'done' })
  })

  it('reports that the person has cancelled', async () => {
    expect(await decide(await orderOf(), 'cancel')).toEqual({
      err_msg: 'get_brand_wcpay_request:cancel',
    })
    expect(await paymentState()).toMatchObject({ state: 'declined', reason: '已取消支付' })
  })

  it('refuses an order that was changed, is old, or has a wrong signature', async () => {
    const order = await orderOf()
    const flawed = [
      { ...order, nonceStr: 'other' },
      { ...order, package: 'prepay_id=other' },
      { ...order, appId: 'wx-other' },
      await orderOf({ secret: 'guessed' }),
      await orderOf({ age: 16 * 60 }),
      {},
    ]
    for (const one of flawed) {
      expect((await show(one)).status).toBe(400)
      expect(await decide(one, 'pay')).toEqual({ err_msg: 'get_brand_wcpay_request:fail' })
    }
    expect(await paymentState()).toMatchObject({ state: 'processing' })
  })
})
