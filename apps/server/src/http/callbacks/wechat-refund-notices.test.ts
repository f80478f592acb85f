import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { collect } from '#features/repayment/orders/collect.ts'
import { sendRefund } from '#features/repayment/refunds/send-refund.ts'
import {
  readClearingBalance,
  moveDays,
  newPayer,
  readOrderNo,
  placeOrder,
} from '#features/repayment/testing/payer.ts'
import { WECHAT_NOTICE_PATH } from '@qingzhou/providers/wechat/notices'
import {
  startWechatSandbox,
  type WechatSandbox,
} from '@qingzhou/providers/wechat/testing/wechat-sandbox'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'

let product: TestProduct
let sandbox: WechatSandbox
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ product, sandbox, stop } = await startVendorProduct(startWechatSandbox))
})
afterAll(() => stop())

/** A payment that came a day late and was sent back to the app, and the content of its notice. */
async function refundPayment(refundFault: object) {
  await sandbox.setFault({ silent: true, duplicate: false, settleMs: 1 })
  const payer = await newPayer(product)
  const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
  const requestNo = await placeOrder(payer, { aim, payBy: 'messenger' })
  const { repayment } = payer.client.api
  const { url } = await repayment.createWalletOrder({ requestNo })
  await moveDays(product, 1)
  await sandbox.decide(url, 'pay', new URL(product.services.publicOrigin).host)
  product.advance(3)
  const { customer } = payer
  await collect(product.services, { customer, requestNo })
  const refundNo = `${requestNo}-1`
  await sandbox.setFault(refundFault)
  await sendRefund(product.services, { customer, refundNo })
  const { amount } = await repayment.refund({ refundNo })
  const [row] = await product.services.database.query<{ wire_no: string }>(
    `SELECT wire_no FROM wire_orders WHERE starts_with(order_no, $1)`,
    [`${refundNo}-`],
  )
  const content = {
    mchid: sandbox.settings.merchantId,
    out_trade_no: await readOrderNo(product, requestNo),
    out_refund_no: row?.wire_no ?? '',
    refund_status: 'SUCCESS',
    amount: { total: Number(amount), refund: Number(amount) },
  }
  const state = async () => (await repayment.refund({ refundNo })).state
  return { content, state }
}

async function send(content: object, event: string): Promise<number> {
  const { body, headers } = sandbox.notice(content, { event })
  const answer = await product.app.inject({
    method: 'POST',
    url: WECHAT_NOTICE_PATH,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return answer.statusCode
}

describe('a notice of a refund in the app WeChat', { timeout: 60_000 }, () => {
  it('a refund notice of the app WeChat itself completes the refund, once also when it comes twice', async () => {
    const { state } = await refundPayment({ silent: false, duplicate: true })
    const options = { timeout: 20_000, interval: 200 }
    await vi.waitFor(async () => expect(await state()).toBe('returned'), options)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('only makes us ask: what it says is not believed', async () => {
    const { content, state } = await refundPayment({ settleMs: 60_000 })
    for (const event of ['REFUND.SUCCESS', 'REFUND.ABNORMAL', 'REFUND.CLOSED']) {
      expect(await send(content, event)).toBe(200)
      expect(await state()).toBe('sent')
    }
    product.advance(61)
    expect(await send(content, 'REFUND.CLOSED')).toBe(200)
    expect(await state()).toBe('returned')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('a refund notice of another merchant, amount or order is refused and changes nothing', async () => {
    const { content, state } = await refundPayment({ settleMs: 2_000 })
    product.advance(3)
    const { amount } = content
    const foreign = [
      { ...content, mchid: '1900000009' },
      { ...content, amount: { ...amount, refund: 1 } },
      { ...content, out_refund_no: '0123456789abcdef01234567' },
    ]
    for (const one of foreign) expect(await send(one, 'REFUND.SUCCESS')).toBe(401)
    const unreadable = { ...content, out_refund_no: undefined }
    expect(await send(unreadable, 'REFUND.SUCCESS')).toBe(400)
    expect(await send(content, 'REFUND.OTHER')).toBe(400)
    expect(await state()).toBe('sent')
  })
})
