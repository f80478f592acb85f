import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  readClearingBalance,
  dueOf,
  newPayer,
  readOrderNo,
  placeOrder,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { reconcileDay, readDifferences } from '#features/reconciliation/index.ts'
import {
  startAlipaySandbox,
  type AlipaySandbox,
} from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import { shanghaiTime, yuanOf } from '@qingzhou/providers/alipay/format'
import { ALIPAY_CONSENT_PATH, ALIPAY_NOTICE_PATH } from '@qingzhou/providers/alipay/notices'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'

let product: TestProduct
let sandbox: AlipaySandbox
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ product, sandbox, stop } = await startVendorProduct(startAlipaySandbox))
})
afterAll(() => stop())

/** An order at the payment page of the app, and the fields of its notice. */
async function openPayment(): Promise<{
  payer: Payer
  requestNo: string
  url: string
  fields: Fields
}> {
  const payer = await newPayer(product)
  const { repayment } = payer.client.api
  const { amount } = await repayment.quote({ aim: dueOf(payer, 1) })
  const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'wallet' })
  const { url } = await repayment.createWalletOrder({ requestNo })
  await fetch(url)
  const fields = {
    app_id: sandbox.settings.appId,
    seller_id: sandbox.settings.sellerId,
    notify_time: shanghaiTime(product.services.now()),
    out_trade_no: await readOrderNo(product, requestNo),
    total_amount: yuanOf(amount),
    trade_status: 'TRADE_SUCCESS',
  }
  return { payer, requestNo, url, fields }
}

/** A form without the ways in which its bytes can be written. */
const normalForm = (form: string) => new URLSearchParams(form).toString()

type Fields = Readonly<Record<string, string>>

async function sendNotice(body: string, contentType = 'application/x-www-form-urlencoded') {
  const headers = { 'content-type': contentType }
  const answer = await product.app.inject({
    method: 'POST',
    url: ALIPAY_NOTICE_PATH,
    headers,
    body,
  })
  return { status: answer.statusCode, body: answer.body }
}

describe('a payment in the app Alipay', { timeout: 120_000 }, () => {
  it('is booked after a notice of the app, and reconciled with its bill', async () => {
    await sandbox.setFault({ settleMs: 1, duplicate: true })
    const { payer, requestNo, url } = await openPayment()
    const { host } = new URL(product.services.publicOrigin)
    expect(await sandbox.decide(url, 'pay', host)).toBe(303)
    await vi.waitFor(async () => expect(await readOrderState(payer, requestNo)).toBe('paid'), {
      timeout: 20_000,
      interval: 200,
    })
    expect(await readClearingBalance(product)).toBe(0n)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
    await sandbox.setFault({ settleMs: null, duplicate: false })
  })

  it('is booked once by a genuine notice that is repeated, and answered with success', async () => {
    await sandbox.setFault({ silent: true })
    const { payer, requestNo, url, fields } = await openPayment()
    const { host } = new URL(product.services.publicOrigin)
    expect(await sandbox.decide(url, 'pay', host)).toBe(303)
    product.advance(3)
    const body = sandbox.notice(fields)
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendNotice(body)))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body}`))).toEqual(
      new Set(['200 success']),
    )
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect(await sendNotice(body)).toMatchObject({ status: 200 })
    expect(await readClearingBalance(product)).toBe(0n)
    await sandbox.setFault({ silent: false })
  })

  it('is not booked by a genuine notice before it is paid: the app is asked', async () => {
    const { payer, requestNo, fields } = await openPayment()
    expect(await sendNotice(sandbox.notice(fields))).toMatchObject({ status: 200 })
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })
})

describe('a notice of the app Alipay', { timeout: 120_000 }, () => {
  const changes: [string, Fields, { algorithm?: string; type?: string }?][] = [
    ['with a SHA-1 signature', {}, { algorithm: 'RSA-SHA1', type: 'RSA' }],
    ['with a SHA-1 signature that claims RSA2', {}, { algorithm: 'RSA-SHA1' }],
    ['with an unknown signature type', {}, { type: 'RSA3' }],
    ['for another app', { app_id: '2021000000000002' }],
    ['for another merchant', { seller_id: '2088000000000002' }],
    ['with another amount', { total_amount: '0.01' }],
    ['for an unknown order', { out_trade_no: '0123456789abcdef0123456789abcdef' }],
    ['of last week', { notify_time: '2020-01-06 10:00:00' }],
  ]

  it.each(changes)('%s is refused and changes nothing', async (_, change, how) => {
    const { payer, requestNo, fields } = await openPayment()
    const { status } = await sendNotice(sandbox.notice({ ...fields, ...change }, how))
    expect(status).toBe(401)
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })

  it('is refused with one byte changed, wherever it is', async () => {
    const { payer, requestNo, fields } = await openPayment()
    const body = sandbox.notice(fields)
    const accepted: number[] = []
    for (let position = 0; position < body.length; position += POSITION_STEP) {
      const changed = byteChanged(body, position)
      // Some bytes of a form can be written in two ways.
      if (normalForm(changed.toString()) === normalForm(body)) continue
      product.advance(2)
      if ((await sendNotice(changed.toString())).status === 200) accepted.push(position)
    }
    expect(accepted).toEqual([])
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })

  it('a notice of the app Alipay that is too long, of another type or with a name twice is refused', async () => {
    const { fields } = await openPayment()
    const body = sandbox.notice(fields)
    expect((await sendNotice(`${body}&more=${'x'.repeat(20_000)}`)).status).toBe(413)
    expect((await sendNotice(body, 'application/json')).status).toBe(415)
    expect((await sendNotice(`${body}&out_trade_no=1`)).status).toBe(400)
    expect(product.logged()).not.toContain(fields['out_trade_no'])
  })
})

describe('the return from the consent page of the app Alipay', () => {
  it('goes to our page with the code under our name', async () => {
    const { headers } = await product.app.inject({
      url: `${ALIPAY_CONSENT_PATH}?auth_code=c-1&state=s-1&scope=auth_user`,
    })
    expect(headers.location).toMatch(/^\/\?provider=wallet&state=s-1&code=c-1#\//)
    const refused = await product.app.inject({ url: `${ALIPAY_CONSENT_PATH}?state=s-1` })
    expect(refused.headers.location).toContain('error=access_denied')
  })
})
