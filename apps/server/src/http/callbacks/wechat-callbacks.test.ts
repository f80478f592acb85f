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
import { createAppOrder } from '#features/repayment/orders/app-order.ts'
import { reconcileDay, readDifferences } from '#features/reconciliation/index.ts'
import {
  startWechatSandbox,
  type NoticeChange,
  type WechatSandbox,
} from '@qingzhou/providers/wechat/testing/wechat-sandbox'
import { WECHAT_CONSENT_PATH, WECHAT_NOTICE_PATH } from '@qingzhou/providers/wechat/notices'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'
import { byteChanged, POSITION_STEP } from '@qingzhou/platform/testing/byte-changed'

let product: TestProduct
let sandbox: WechatSandbox
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ product, sandbox, stop } = await startVendorProduct(startWechatSandbox))
})
afterAll(() => stop())

/** An order at the payment page of the app, and the content of its notice. */
async function openPayment() {
  const payer = await newPayer(product)
  const { repayment } = payer.client.api
  const { amount } = await repayment.quote({ aim: dueOf(payer, 1) })
  const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
  const { url } = await repayment.createWalletOrder({ requestNo })
  const trade = {
    appid: sandbox.settings.appId,
    mchid: sandbox.settings.merchantId,
    out_trade_no: await readOrderNo(product, requestNo),
    trade_state: 'SUCCESS',
    amount: { total: Number(amount), currency: 'CNY' },
  }
  return { payer, requestNo, url, trade }
}

/** A caller in the plain browser of a phone. */
const anonymous = {
  requestId: 'request',
  ip: '192.0.2.200',
  userAgent: 'Mozilla/5.0 (iPhone)',
  deviceId: undefined,
  deviceKeys: {},
  channel: '',
  linkChannel: '',
  uriId: undefined,
  subChannel: undefined,
  applyNo: undefined,
  readSecret: () => undefined,
  setSecretCookie: () => {},
}

type SentCallback = { readonly body: string; readonly headers: Readonly<Record<string, string>> }

async function sendNotice({ body, headers }: SentCallback, contentType = 'application/json') {
  const answer = await product.app.inject({
    method: 'POST',
    url: WECHAT_NOTICE_PATH,
    headers: { 'content-type': contentType, ...headers },
    body,
  })
  return { status: answer.statusCode, body: answer.body }
}

const host = () => new URL(product.services.publicOrigin).host

async function becomesPaid(payer: Payer, requestNo: string): Promise<void> {
  const options = { timeout: 20_000, interval: 200 }
  await vi.waitFor(async () => expect(await readOrderState(payer, requestNo)).toBe('paid'), options)
}

describe('a payment in the app WeChat', { timeout: 120_000 }, () => {
  it('is booked after a notice of the app, and reconciled with its bill', async () => {
    await sandbox.setFault({ settleMs: 1, duplicate: true })
    const { payer, requestNo, url } = await openPayment()
    expect(await sandbox.decide(url, 'pay', host())).toBe(303)
    await becomesPaid(payer, requestNo)
    expect(await readClearingBalance(product)).toBe(0n)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
    await sandbox.setFault({ settleMs: null, duplicate: false })
  })

  it('is booked once by a genuine notice that is repeated, also after a rotation', async () => {
    await sandbox.setFault({ silent: true })
    const { payer, requestNo, url, trade } = await openPayment()
    expect(await sandbox.decide(url, 'pay', host())).toBe(303)
    await sandbox.rotate()
    product.advance(61)
    const notice = sandbox.notice(trade)
    const answers = await Promise.all([1, 2, 3, 4].map(() => sendNotice(notice)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect(await readClearingBalance(product)).toBe(0n)
    await sandbox.setFault({ silent: false })
  })

  it('is the same payment when it is opened again, whenever the clock ticks in between', async () => {
    const payer = await newPayer(product)
    const { customer } = payer
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
    // Each look at the clock is more than a second later.
    let ticks = 0
    const now = () => new Date(product.services.now().getTime() + (ticks += 1) * 1_100)
    const caller = { ...anonymous, session: { id: 'session', customer } }
    const first = await createAppOrder({ ...product.services, now }, caller, { requestNo })
    const again = await createAppOrder(product.services, caller, { requestNo })
    expect(again).toEqual(first)
  })

  it('is not booked by a genuine notice before it is paid: the app is asked', async () => {
    const { payer, requestNo, trade } = await openPayment()
    expect(await sendNotice(sandbox.notice(trade))).toMatchObject({ status: 200 })
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })
})

describe('a notice of the app WeChat', { timeout: 120_000 }, () => {
  type Trade = Awaited<ReturnType<typeof openPayment>>['trade']
  const changes: [string, (trade: Trade) => object, NoticeChange?][] = [
    ['for another merchant', (trade) => ({ ...trade, mchid: '1900000009' })],
    ['for another app', (trade) => ({ ...trade, appid: 'wx0000000000000000' })],
    ['with another amount', (trade) => ({ ...trade, amount: { total: 1, currency: 'CNY' } })],
    [
      'in another currency',
      ({ amount, ...trade }) => ({ ...trade, amount: { ...amount, currency: 'USD' } }),
    ],
    ['for an unknown order', (trade) => ({ ...trade, out_trade_no: '0123456789abcdef01234567' })],
    ['of yesterday', (trade) => trade, { now: 86_400_000 }],
    ['with a SHA-1 signature', (trade) => trade, { algorithm: 'RSA-SHA1' }],
  ]

  it.each(changes)('%s is refused and changes nothing', async (_, change, how) => {
    const { payer, requestNo, trade } = await openPayment()
    const { status } = await sendNotice(sandbox.notice(change(trade), how))
    expect(status).toBe(401)
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })

  it('a notice of the app WeChat that is sealed with another key, or about something else, is refused', async () => {
    const { payer, requestNo, trade } = await openPayment()
    const sealed = sandbox.notice(trade, { apiKey: 'f'.repeat(32) })
    expect((await sendNotice(sealed)).status).toBe(400)
    expect((await sendNotice(sandbox.notice(trade, { event: 'REFUND.SUCCESS' }))).status).toBe(400)
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })

  it('is refused with one byte changed, wherever it is', async () => {
    const { payer, requestNo, trade } = await openPayment()
    const accepted: string[] = []
    for (const name of ['body', ...Object.keys(sandbox.notice(trade).headers)]) {
      for (let position = 0, length = 1; position < length; position += POSITION_STEP) {
        // Time passes, because only some forged messages a minute are read.
        product.advance(2)
        const notice = sandbox.notice(trade)
        const text = { body: notice.body, ...notice.headers }[name] ?? ''
        ;({ length } = text)
        const changed = byteChanged(text, position)
        const { body, ...headers } = {
          body: notice.body,
          ...notice.headers,
          [name]: changed.toString(),
        }
        if ((await sendNotice({ body, headers })).status === 200) accepted.push(name)
      }
    }
    expect(accepted).toEqual([])
    expect(await readOrderState(payer, requestNo)).toBe('processing')
    expect(await sendNotice(sandbox.notice(trade))).toMatchObject({ status: 200 })
  })

  it('a notice of the app WeChat that is too long or of another type is refused, and no body is logged', async () => {
    const { trade } = await openPayment()
    const notice = sandbox.notice(trade)
    const long = { ...notice, body: `${notice.body}${' '.repeat(20_000)}` }
    expect((await sendNotice(long)).status).toBe(413)
    expect((await sendNotice(notice, 'text/plain')).status).toBe(415)
    expect(product.logged()).not.toContain(trade.out_trade_no)
  })

  it('is answered with 503 while the certificates cannot be fetched', async () => {
    const { trade } = await openPayment()
    const { body, headers } = sandbox.notice(trade)
    product.advance(61)
    await sandbox.setFault({ down: true })
    const unknown = { ...sandbox.notice(trade).headers, 'wechatpay-serial': 'ABCDEF01' }
    expect((await sendNotice({ body, headers: { ...headers, ...unknown } })).status).toBe(503)
    await sandbox.setFault({ down: false })
  })
})

describe('the return from the consent page of the app WeChat', () => {
  it('goes to our page with the code and the state under our names', async () => {
    const state = Buffer.from('s-1').toString('hex')
    const { headers } = await product.app.inject({
      url: `${WECHAT_CONSENT_PATH}?code=c-1&state=${state}`,
    })
    expect(headers.location).toMatch(/^\/\?provider=messenger&state=s-1&code=c-1#\//)
    const refused = await product.app.inject({ url: `${WECHAT_CONSENT_PATH}?state=${state}` })
    expect(refused.headers.location).toContain('error=access_denied')
  })
})
