import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import {
  readClearingBalance,
  dueOf,
  newPayer,
  readOrderNo,
  makeCardPayment,
  placeOrder,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { shanghaiTime, yuanOf } from '@qingzhou/providers/alipay/format'
import { ALIPAY_NOTICE_PATH } from '@qingzhou/providers/alipay/notices'
import {
  startAlipaySandbox,
  type AlipaySandbox,
} from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'
import { askCollection, collect } from './collect.ts'
import { findOrder } from './order-store.ts'

let product: TestProduct
let sandbox: AlipaySandbox
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ product, sandbox, stop } = await startVendorProduct(startAlipaySandbox))
})
afterAll(() => stop())
// Notices are sent by the tests that are about them.
afterEach(() => sandbox.setFault({ silent: true, down: false }))

type HandedOrder = { readonly payer: Payer; readonly requestNo: string; readonly url: string }

/** An order whose page was handed out, and not opened. */
async function handOut(): Promise<HandedOrder> {
  await sandbox.setFault({ silent: true })
  const payer = await newPayer(product)
  const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'wallet' })
  const { url } = await payer.client.api.repayment.createWalletOrder({ requestNo })
  return { payer, requestNo, url }
}

const giveUp = ({ payer, requestNo }: HandedOrder) =>
  payer.client.api.repayment.cancel({ requestNo })

const decide = ({ url }: HandedOrder) =>
  sandbox.decide(url, 'pay', new URL(product.services.publicOrigin).host)

const collectOrder = ({ payer, requestNo }: HandedOrder) =>
  collect(product.services, { customer: payer.customer, requestNo })

async function isPaidInApp({ payer, requestNo }: HandedOrder): Promise<boolean> {
  const key = { customer: payer.customer, requestNo }
  const order = await findOrder(product.services.database, key)
  if (!order) throw new Error(`no order ${requestNo}`)
  return (await askCollection(product.services, order)).state === 'done'
}

const state = ({ payer, requestNo }: HandedOrder) => readOrderState(payer, requestNo)

describe('an order whose page in the app was never opened', { timeout: 120_000 }, () => {
  it('is given up at once, and its bill can be paid another way', async () => {
    const order = await handOut()
    const { payer, requestNo } = order
    const { repayment } = payer.client.api
    for (const _ of ['once', 'twice']) expect(await giveUp(order)).toEqual({ state: 'closed' })
    const aim = dueOf(payer, 1)
    expect((await repayment.quote({ aim })).order).toBeUndefined()
    await expectRefusal(repayment.createWalletOrder({ requestNo }), { kind: 'payment-unknown' })
    expect(await readOrderState(payer, await makeCardPayment(product, payer, aim))).toBe('paid')
    product.advance(31 * 60)
    await product.runTasks()
    expect(await state(order)).toBe('closed')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is not given up while the app does not answer', async () => {
    const order = await handOut()
    await sandbox.setFault({ down: true })
    await expectRefusal(giveUp(order), { kind: 'outside-unavailable' })
    await sandbox.setFault({ down: false })
    expect(await state(order)).toBe('processing')
  })

  it('is closed in the app when its page is opened after it was given up', async () => {
    const order = await handOut()
    await giveUp(order)
    await fetch(order.url)
    await collectOrder(order)
    expect(await decide(order)).not.toBe(303)
    product.advance(3)
    await collectOrder(order)
    expect(await state(order)).toBe('closed')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is booked when it is paid after it was given up', async () => {
    const order = await handOut()
    await giveUp(order)
    expect(await decide(order)).toBe(303)
    product.advance(3)
    await Promise.all([1, 2, 3].map(() => collectOrder(order)))
    expect(await state(order)).toBe('paid')
    expect(await readClearingBalance(product)).toBe(0n)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
  })

  it('is booked by a notice of the app after it was given up', async () => {
    const order = await handOut()
    const { payer, requestNo } = order
    const { amount } = await payer.client.api.repayment.quote({ aim: dueOf(payer, 1) })
    await giveUp(order)
    await decide(order)
    product.advance(3)
    const body = sandbox.notice({
      app_id: sandbox.settings.appId,
      seller_id: sandbox.settings.sellerId,
      notify_time: shanghaiTime(product.services.now()),
      out_trade_no: await readOrderNo(product, requestNo),
      total_amount: yuanOf(amount),
      trade_status: 'TRADE_SUCCESS',
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const notice = { method: 'POST', url: ALIPAY_NOTICE_PATH, headers, body } as const
    const answers = await Promise.all([1, 2, 3].map(() => product.app.inject(notice)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await state(order)).toBe('paid')
  })

  it('is refunded to the app when the bill was paid another way before it', async () => {
    const order = await handOut()
    const { payer, requestNo } = order
    await giveUp(order)
    const { amount } = await payer.client.api.repayment.quote({ aim: dueOf(payer, 1) })
    expect(
      await readOrderState(payer, await makeCardPayment(product, payer, dueOf(payer, 1))),
    ).toBe('paid')
    expect(await decide(order)).toBe(303)
    product.advance(3)
    await collectOrder(order)
    expect(await state(order)).toBe('partly')
    for (const _ of [1, 2, 3]) await waitForBank(product, 60)
    const refundNo = `${requestNo}-1`
    const refund = await payer.client.api.repayment.refund({ refundNo })
    expect(refund).toMatchObject({ state: 'returned', amount })
    const lines = await product.services.providers.wallet.dayFile(product.services.today())
    expect(lines).toContainEqual(expect.objectContaining({ kind: 'refund', amount }))
    expect(await readClearingBalance(product)).toBe(0n)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
  })

  it('is given up or paid, and never both, when the two happen at once', async () => {
    const orders: HandedOrder[] = []
    for (const _ of [1, 2, 3, 4]) orders.push(await handOut())
    await Promise.all(
      orders.map((order) =>
        Promise.allSettled([giveUp(order), decide(order), collectOrder(order)]),
      ),
    )
    product.advance(3)
    for (const order of orders) {
      await Promise.all([collectOrder(order), collectOrder(order)])
    }
    product.advance(31 * 60)
    await product.runTasks()
    for (const order of orders) {
      // A page that was open when the order was closed takes no payment, and returns all the same.
      const ends = (await isPaidInApp(order)) ? ['paid'] : ['closed', 'failed']
      expect(ends).toContain(await state(order))
    }
    expect(await readClearingBalance(product)).toBe(0n)
  })
})
