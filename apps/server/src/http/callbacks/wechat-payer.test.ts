import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { linkAccount } from '#features/onboarding/index.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import {
  readClearingBalance,
  dueOf,
  newPayer,
  placeOrder,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { WECHAT_PAYER_PATH } from '@qingzhou/providers/wechat/notices'
import {
  startWechatSandbox,
  type WechatSandbox,
} from '@qingzhou/providers/wechat/testing/wechat-sandbox'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'
import { orderParam } from '@qingzhou/contract/wire/params'

let product: TestProduct
let sandbox: WechatSandbox
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ product, sandbox, stop } = await startVendorProduct(startWechatSandbox))
})
afterAll(() => stop())

const notNamed = { kind: 'payer-not-named' } as const

async function becomesPaid(payer: Payer, requestNo: string): Promise<void> {
  const options = { timeout: 20_000, interval: 200 }
  await vi.waitFor(async () => expect(await readOrderState(payer, requestNo)).toBe('paid'), options)
}

/** Sends the browser to the app's page and back; what our page gets then. */
async function visit(url: string) {
  const { host } = new URL(product.services.publicOrigin)
  const headers = { 'x-forwarded-host': host, 'x-forwarded-proto': 'http' }
  const answer = await fetch(url, { redirect: 'manual', headers })
  expect(answer.status).toBe(303)
  const back = new URL(answer.headers.get('location') ?? '')
  const { headers: own } = await product.app.inject({ url: `${back.pathname}${back.search}` })
  const [page = '', query] = String(own.location).split('?')
  const pairs = new URLSearchParams(query)
  const valueOf = (name: string) => pairs.get(name) ?? ''
  return { page, payer: { authCode: valueOf('payerCode'), state: valueOf('payerState') } }
}

/** An order placed in the browser of the app. */
const inTheApp = async () => {
  const payer = await newPayer(product)
  payer.client.headers['user-agent'] = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50'
  const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
  return { payer, requestNo }
}
const link = (payer: Payer, openId: string) =>
  product.services.database.inTransaction((tx) =>
    linkAccount(tx, product.services, {
      customer: payer.customer,
      provider: 'messenger',
      openId,
    }),
  )

describe('an order in the browser of the app WeChat', { timeout: 60_000 }, () => {
  it('is paid on the sheet by the customer’s account there', async () => {
    const { payer, requestNo } = await inTheApp()
    await link(payer, `openid-${payer.customer}`)
    const { bridge, url } = await payer.client.api.repayment.createWalletOrder({ requestNo })
    if (!bridge) throw new Error(`order ${requestNo}: no bridge payment`)
    expect(url).toContain(requestNo)
    expect(bridge.signType).toBe('RSA')
    const forged = { ...bridge, package: `${bridge.package}x` }
    expect(await sandbox.decideOnSheet(forged, 'pay')).toEqual({
      err_msg: 'get_brand_wcpay_request:fail',
    })
    expect(await sandbox.decideOnSheet(bridge, 'pay')).toEqual({
      err_msg: 'get_brand_wcpay_request:ok',
    })
    await becomesPaid(payer, requestNo)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is opened after the app has named the person, without a question', async () => {
    const { payer, requestNo } = await inTheApp()
    const { repayment } = payer.client.api
    const asking = await repayment.createWalletOrder({ requestNo })
    expect(asking.bridge).toBeUndefined()
    expect(asking.url).toMatch(
      /response_type=code&scope=snsapi_base&state=[0-9a-f]+#wechat_redirect$/,
    )
    // Nothing is ordered or held before the payer is known.
    expect(await readOrderState(payer, requestNo)).toBe('confirming')
    const { page, payer: named } = await visit(asking.url)
    expect(page).toBe('/#/repay/resultRepay')
    const { bridge } = await repayment.createWalletOrder({ requestNo, payer: named })
    if (!bridge) throw new Error(`order ${requestNo}: no bridge payment`)
    // Opened again, as after a slow answer, it is the same payment, and the app is not asked again.
    const again = await repayment.createWalletOrder({ requestNo })
    expect(again.bridge?.package).toBe(bridge.package)
    await sandbox.decideOnSheet(bridge, 'pay')
    await becomesPaid(payer, requestNo)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('names its payer once: used, foreign and wrong returns are refused, and nothing moves', async () => {
    const { payer, requestNo } = await inTheApp()
    const { repayment } = payer.client.api
    const ask = async () =>
      (await visit((await repayment.createWalletOrder({ requestNo })).url)).payer
    const { authCode, state } = await ask()
    const stranger = await inTheApp()
    const { payer: other } = await visit(
      (
        await stranger.payer.client.api.repayment.createWalletOrder({
          requestNo: stranger.requestNo,
        })
      ).url,
    )
    const wrong = [
      { authCode, state: other.state },
      { authCode: other.authCode, state: 'invented' },
      { authCode, state: '' },
    ]
    for (const returned of wrong) {
      await expect(repayment.createWalletOrder({ requestNo, payer: returned })).rejects.toThrow()
    }
    // The state of this order does not name the payer of another one, nor the payer in another session.
    const foreign = { requestNo: stranger.requestNo, payer: { authCode, state } }
    await expectRefusal(stranger.payer.client.api.repayment.createWalletOrder(foreign), notNamed)
    const invented = { requestNo, payer: { authCode: 'invented', state } }
    await expectRefusal(repayment.createWalletOrder(invented), notNamed)
    // The state is used up, also by a refused code.
    await expectRefusal(
      repayment.createWalletOrder({ requestNo, payer: { authCode, state } }),
      notNamed,
    )
    expect(await readOrderState(payer, requestNo)).toBe('confirming')

    const late = await ask()
    product.advance(601)
    await expectRefusal(repayment.createWalletOrder({ requestNo, payer: late }), notNamed)
    expect(await readOrderState(payer, requestNo)).toBe('confirming')
  })

  it('names its payer in one of two returns at once, and is one payment', async () => {
    const { payer, requestNo } = await inTheApp()
    const { repayment } = payer.client.api
    const { payer: named } = await visit((await repayment.createWalletOrder({ requestNo })).url)
    const opened = await Promise.allSettled(
      [1, 2, 3].map(() => repayment.createWalletOrder({ requestNo, payer: named })),
    )
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { bridge } = await repayment.createWalletOrder({ requestNo })
    if (!bridge) throw new Error(`order ${requestNo}: no bridge payment`)
    await sandbox.decideOnSheet(bridge, 'pay')
    await becomesPaid(payer, requestNo)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('asks once more when the app did not answer, and stays open', async () => {
    const { payer, requestNo } = await inTheApp()
    const { repayment } = payer.client.api
    const { payer: named } = await visit((await repayment.createWalletOrder({ requestNo })).url)
    await sandbox.setFault({ down: true })
    await expectRefusal(repayment.createWalletOrder({ requestNo, payer: named }), notNamed)
    await sandbox.setFault({ down: false })
    expect(await readOrderState(payer, requestNo)).toBe('confirming')
    const { payer: next } = await visit((await repayment.createWalletOrder({ requestNo })).url)
    expect((await repayment.createWalletOrder({ requestNo, payer: next })).bridge).toBeDefined()
  })

  it('comes back without a code when the person is not named', async () => {
    const state = Buffer.from('s-1').toString('hex')
    const { headers } = await product.app.inject({
      url: `${WECHAT_PAYER_PATH}?${orderParam}=r-1&state=${state}`,
    })
    expect(headers.location).toBe(
      `/#/repay/resultRepay?${orderParam}=r-1&payerState=s-1&payerCode=`,
    )
    const odd = await product.app.inject({
      url: `${WECHAT_PAYER_PATH}?${orderParam}=${encodeURIComponent('//evil.example')}&state=zz`,
    })
    expect(odd.headers.location).toBe(`/#/repay/resultRepay?${orderParam}=&payerState=&payerCode=`)
  })
})
