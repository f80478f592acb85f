import { afterEach, describe, expect, it } from 'vitest'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { reconcileDay, readDifferences } from '#features/reconciliation/index.ts'
import {
  bankBook,
  readClearingBalance,
  moveDays,
  newPayer,
  placeOrder,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { readOrderNos } from '@qingzhou/providers/records/wire-order-store'
import { startProductForFile } from '#testing/product.ts'
import { collect } from '#features/repayment/orders/collect.ts'
import { sendRefund } from './send-refund.ts'

const product = startProductForFile()

const apps = ['wallet', 'messenger'] as const
type App = (typeof apps)[number]
afterEach(async () => {
  for (const provider of [...apps, 'bank'] as const) {
    await setFault(product, { provider, down: false, decline: false, cutAfter: false })
  }
})

/** Pays a loan early in an app, a day late, so that all of it is to be refunded. */
async function overpaid(payBy: App): Promise<{ payer: Payer; refundNo: string }> {
  const payer = await newPayer(product)
  const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
  const requestNo = await placeOrder(payer, { aim, payBy })
  const { url } = await payer.client.api.repayment.createWalletOrder({ requestNo })
  await moveDays(product, 1)
  const page = new URL(url.replace(/^\/sandbox/, ''), product.sandbox.url)
  const ticket = page.searchParams.get('ticket') ?? ''
  const body = new URLSearchParams({ ticket, decision: 'pay' })
  await fetch(`${page.origin}${page.pathname}-decide`, { method: 'POST', redirect: 'manual', body })
  product.advance(3)
  await collect(product.services, { customer: payer.customer, requestNo })
  return { payer, refundNo: `${requestNo}-1` }
}

const refundOf = ({ client }: Payer, refundNo: string) => client.api.repayment.refund({ refundNo })
const statesOf = async (payer: Payer, refundNo: string) =>
  (await refundOf(payer, refundNo)).timeline.map(({ state }) => state)

/** What went back by the app and by the bank. */
async function readMovedBack(app: App, refundNo: string) {
  const { services } = product
  const lines = await services.providers[app].dayFile(services.today())
  const orderNoOf = await readOrderNos(
    services.database,
    lines.map(({ wireNo }) => wireNo),
  )
  const isOurs = (orderNo: string) => orderNo.startsWith(`${refundNo}-`)
  const byBank = await bankBook(product, 'refund')
  return {
    byApp: lines.filter(({ kind, wireNo }) => kind === 'refund' && isOurs(orderNoOf(wireNo))),
    byBank: byBank.filter(({ orderNo, state }) => state === 'done' && isOurs(orderNo)),
  }
}

const waitUntilSettled = async () => {
  for (const _ of [1, 2, 3, 4]) await waitForBank(product, 60)
}

describe.each(apps)('a refund of a payment in the %s', { timeout: 60_000 }, (app) => {
  it('goes back to that payment, and is reconciled with the day file of the app', async () => {
    const { payer, refundNo } = await overpaid(app)
    await waitUntilSettled()
    const { state, amount } = await refundOf(payer, refundNo)
    expect(state).toBe('returned')
    const { byApp, byBank } = await readMovedBack(app, refundNo)
    expect(byApp).toMatchObject([{ amount }])
    expect(byBank).toEqual([])
    const [message] = await messagesTo(product, payer.phone)
    expect(message?.text).toContain('已退回您付款的应用')
    expect(await readClearingBalance(product)).toBe(0n)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
  })

  it('a refund that the payment app declines goes to a card six hours later', async () => {
    const { payer, refundNo } = await overpaid(app)
    await setFault(product, { provider: app, decline: true })
    await waitUntilSettled()
    expect(await statesOf(payer, refundNo)).toEqual(['owed', 'sent', 'failed'])
    product.advance(6 * 3_600)
    await waitUntilSettled()
    expect(await statesOf(payer, refundNo)).toEqual(['owed', 'sent', 'failed', 'sent', 'returned'])
    const { byApp, byBank } = await readMovedBack(app, refundNo)
    expect(byApp).toEqual([])
    expect(byBank).toHaveLength(1)
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('已退回银行卡')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it.each([
    ['is down', { down: true }],
    ['is cut off after the order arrived', { cutAfter: true }],
  ] as const)('is made once when the app %s', async (_, fault) => {
    const { payer, refundNo } = await overpaid(app)
    await setFault(product, { provider: app, ...fault })
    await sendRefund(product.services, { customer: payer.customer, refundNo })
    expect((await refundOf(payer, refundNo)).state).toBe('sent')
    await setFault(product, { provider: app, down: false, cutAfter: false })
    await waitUntilSettled()
    expect((await refundOf(payer, refundNo)).state).toBe('returned')
    const { byApp, byBank } = await readMovedBack(app, refundNo)
    expect([byApp.length, byBank.length]).toEqual([1, 0])
  })

  it('is made once by concurrent runs', async () => {
    const { payer, refundNo } = await overpaid(app)
    const key = { customer: payer.customer, refundNo }
    await Promise.all([1, 2, 3, 4].map(() => sendRefund(product.services, key)))
    await waitUntilSettled()
    expect(await statesOf(payer, refundNo)).toEqual(['owed', 'sent', 'returned'])
    const { byApp, byBank } = await readMovedBack(app, refundNo)
    expect([byApp.length, byBank.length]).toEqual([1, 0])
  })

  it('a refund that an older version sent by the bank is asked for and made there', async () => {
    const { payer, refundNo } = await overpaid(app)
    await setFault(product, { provider: app, down: true })
    await sendRefund(product.services, { customer: payer.customer, refundNo })
    const owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
    await owner.query('UPDATE refund_steps SET sent_by = NULL WHERE refund_no = $1', [refundNo])
    await owner.close()
    await setFault(product, { provider: app, down: false })
    await waitUntilSettled()
    expect((await refundOf(payer, refundNo)).state).toBe('returned')
    const { byApp, byBank } = await readMovedBack(app, refundNo)
    expect([byApp.length, byBank.length]).toEqual([0, 1])
    expect(await readClearingBalance(product)).toBe(0n)
  })
})
