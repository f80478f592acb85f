import { afterEach, describe, expect, it } from 'vitest'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { startProductForFile } from '#testing/product.ts'
import { collect } from './orders/collect.ts'
import {
  readClearingBalance,
  dueOf,
  newPayer,
  readOrderNo,
  makeCardPayment,
  paymentCode,
  placeOrder,
  readOrderState,
} from './testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'

const product = startProductForFile()
const apps = ['wallet', 'messenger'] as const
afterEach(async () => {
  for (const provider of apps)
    await setFault(product, { provider, down: false, decline: false, settleMs: null })
})

/** Submits the decision of the app's page without a browser. */
async function press(url: string, decision: 'pay' | 'cancel'): Promise<Response> {
  const page = new URL(url.replace(/^\/sandbox/, ''), product.sandbox.url)
  return fetch(`${page.origin}${page.pathname}-decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket: page.searchParams.get('ticket') ?? '', decision }),
  })
}

describe.each(apps)('paying in the %s', (payBy) => {
  it('[7.107] pays the quoted amount on the page and returns to the result', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    const { amount } = await api.repayment.quote({ aim: dueOf(payer, 1) })
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    const { url } = await api.repayment.createWalletOrder({ requestNo })
    expect(url).toMatch(new RegExp(`^/sandbox/${payBy}/pay\\?ticket=`))
    expect(await api.repayment.createWalletOrder({ requestNo })).toMatchObject({ url })
    expect((await press(url, 'pay')).headers.get('location')).toContain(requestNo)
    await waitForBank(product)
    expect(await api.repayment.result({ requestNo })).toMatchObject({ state: 'paid', amount })
    expect(await api.repayment.walletOrder({ requestNo })).toEqual({ state: 'paid' })
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('opens a page that can be paid for an order that was placed half an hour ago', async () => {
    const payer = await newPayer(product)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    product.advance(30 * 60)
    const { url } = await payer.client.api.repayment.createWalletOrder({ requestNo })
    expect((await press(url, 'pay')).status).toBe(303)
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
  })

  it('is settled once by repeated callbacks, and forged callbacks are refused', async () => {
    const payer = await newPayer(product)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    const { url } = await payer.client.api.repayment.createWalletOrder({ requestNo })
    const notice = { orderNo: await readOrderNo(product, requestNo), state: 'done' }
    expect(await sendCallback(product, 'appPayment', notice, { secret: 'guessed' })).toBe(401)
    // Correctly signed but false: the app has no payment yet.
    expect(await sendCallback(product, 'appPayment', notice)).toBe(200)
    expect(await readOrderState(payer, requestNo)).toBe('processing')
    await press(url, 'pay')
    product.advance(3)
    await Promise.all([1, 2, 3, 4].map(() => sendCallback(product, 'appPayment', notice)))
    expect(await readOrderState(payer, requestNo)).toBe('paid')
  })

  it('is shown with the quote of the same bill, and giving it up closes its page', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const aim = dueOf(payer, 1)
    const requestNo = await placeOrder(payer, { aim, payBy })
    const waiting = { requestNo, payBy, canGoOn: true, canGiveUp: true, isAutomatic: false }
    const { order, amount } = await repayment.quote({ aim })
    expect(order).toMatchObject({ ...waiting, state: 'confirming', amount })
    const { url } = await repayment.createWalletOrder({ requestNo })
    const after = await repayment.quote({ aim })
    expect(after.order).toMatchObject({ ...waiting, state: 'processing' })

    await setFault(product, { provider: payBy, down: true })
    await expectRefusal(repayment.cancel({ requestNo }), { kind: 'outside-unavailable' })
    await setFault(product, { provider: payBy, down: false })
    for (const _ of ['once', 'twice']) {
      expect(await repayment.cancel({ requestNo })).toEqual({ state: 'closed' })
    }
    await press(url, 'pay')
    await waitForBank(product)
    expect(await repayment.result({ requestNo })).toMatchObject({ state: 'closed' })
    const free = await repayment.quote({ aim })
    expect(free).toMatchObject({ amount })
    expect(free.order).toBeUndefined()
    const next = await placeOrder(payer, { aim, payBy })
    await repayment.createWalletOrder({ requestNo: next })
    await expectRefusal(repayment.createWalletOrder({ requestNo }), { kind: 'payment-unknown' })
  })

  it('is shown with another order of the same bill, which uses up no code before it has ended', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const aim = dueOf(payer, 1)
    const byCard = await placeOrder(payer, { aim })
    const byApp = await placeOrder(payer, { aim, payBy })
    expect((await repayment.result({ requestNo: byCard })).underWay).toMatchObject({
      requestNo: byCard,
      state: 'confirming',
    })
    await repayment.createWalletOrder({ requestNo: byApp })
    const waiting = { requestNo: byApp, state: 'processing', canGoOn: true, canGiveUp: true }
    for (const requestNo of [byCard, byApp]) {
      expect((await repayment.result({ requestNo })).underWay).toMatchObject(waiting)
    }
    const dynamicCode = await paymentCode(product, payer)
    await expectRefusal(repayment.confirm({ requestNo: byCard, dynamicCode }), {
      kind: 'payment-running',
    })
    await repayment.cancel({ requestNo: byApp })
    // The code is still valid.
    expect(await repayment.confirm({ requestNo: byCard, dynamicCode })).toEqual({
      state: 'processing',
    })
    expect((await repayment.result({ requestNo: byApp })).underWay).toBeUndefined()
  })

  it('is booked when it was paid before it is given up', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    const { url } = await repayment.createWalletOrder({ requestNo })
    await press(url, 'pay')
    await expectRefusal(repayment.cancel({ requestNo }), { kind: 'payment-in-app' })
    product.advance(3)
    expect(await repayment.cancel({ requestNo })).toEqual({ state: 'paid' })
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('closes an order left unpaid or cancelled, and the bill can be paid another way', async () => {
    const payer = await newPayer(product)
    const aim = dueOf(payer, 1)
    const left = await placeOrder(payer, { aim, payBy })
    await payer.client.api.repayment.createWalletOrder({ requestNo: left })
    const meanwhile = await placeOrder(payer, { aim, payBy })
    await expectRefusal(payer.client.api.repayment.createWalletOrder({ requestNo: meanwhile }), {
      kind: 'payment-running',
    })
    await product.runTasks()
    product.advance(16 * 60)
    await product.runTasks()
    expect(await payer.client.api.repayment.result({ requestNo: left })).toMatchObject({
      state: 'failed',
      reason: '超时未支付，订单已关闭',
    })
    const { url } = await payer.client.api.repayment.createWalletOrder({ requestNo: meanwhile })
    await press(url, 'cancel')
    await waitForBank(product)
    expect(await readOrderState(payer, meanwhile)).toBe('failed')
    const [sms] = await messagesTo(product, payer.phone)
    expect(sms?.text).toContain('没有完成付款')
    expect(sms?.text).not.toMatch(/卡|余额/)
    expect(await readOrderState(payer, await makeCardPayment(product, payer, aim))).toBe('paid')
  })

  it('is closed in the app after half an hour when the app itself keeps it open for ever', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const key = (requestNo: string) => ({ customer: payer.customer, requestNo })
    const waits = { payment: async () => ({ state: 'processing' as const }) }
    const { providers } = product.services
    const patient = {
      ...product.services,
      providers: { ...providers, [payBy]: { ...providers[payBy], ...waits } },
    }
    const left = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    await repayment.createWalletOrder({ requestNo: left })
    product.advance(29 * 60)
    await collect(patient, key(left))
    expect(await readOrderState(payer, left)).toBe('processing')
    product.advance(2 * 60)
    await collect(patient, key(left))
    expect(await readOrderState(payer, left)).toBe('failed')

    // Paid, but not yet known: the app does not close it, and it is booked when it is known.
    const paidLate = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    const { url } = await repayment.createWalletOrder({ requestNo: paidLate })
    await setFault(product, { provider: payBy, settleMs: 40 * 60_000 })
    await press(url, 'pay')
    product.advance(35 * 60)
    await collect(patient, key(paidLate))
    expect(await readOrderState(payer, paidLate)).toBe('processing')
    product.advance(10 * 60)
    await product.runTasks()
    expect(await readOrderState(payer, paidLate)).toBe('paid')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('keeps the order when the app is down, so that it can be opened again', async () => {
    const payer = await newPayer(product)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    await setFault(product, { provider: payBy, down: true })
    const open = () => payer.client.api.repayment.createWalletOrder({ requestNo })
    await expectRefusal(open(), { kind: 'outside-unavailable' })
    await setFault(product, { provider: payBy, down: false })
    await press((await open()).url, 'pay')
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
  })

  it('refuses to reopen an order that is about to expire', async () => {
    const payer = await newPayer(product)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    await setFault(product, { provider: payBy, down: true })
    const open = () => payer.client.api.repayment.createWalletOrder({ requestNo })
    await expectRefusal(open(), { kind: 'outside-unavailable' })
    await setFault(product, { provider: payBy, down: false })
    product.advance(16 * 60)
    await expectRefusal(open(), { kind: 'payment-running' })
    product.advance(15 * 60)
    await product.runTasks()
    expect(await readOrderState(payer, requestNo)).toBe('failed')
  })

  it('refuses confirmation by code, and refuses card orders on its page', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const byApp = await placeOrder(payer, { aim: dueOf(payer, 1), payBy })
    const unavailable = { kind: 'payment-method-unavailable' } as const
    await expectRefusal(repayment.confirm({ requestNo: byApp }), unavailable)
    const byCard = await placeOrder(payer, { aim: dueOf(payer, 1) })
    await expectRefusal(repayment.createWalletOrder({ requestNo: byCard }), unavailable)
  })
})
