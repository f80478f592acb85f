import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import { sendRefund } from '#features/repayment/refunds/send-refund.ts'
import {
  readClearingBalance,
  dueOf,
  moveDays,
  newPayer,
  readOrderNo,
  placeOrder,
  readOrderState,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { shanghaiTime, yuanOf } from '@qingzhou/providers/alipay/format'
import { ALIPAY_NOTICE_PATH } from '@qingzhou/providers/alipay/notices'
import {
  NO_FAULT,
  startAlipaySandbox,
  type AlipaySandbox,
} from '@qingzhou/providers/alipay/testing/alipay-sandbox'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'
import { collect } from './collect.ts'

let product: TestProduct
let sandbox: AlipaySandbox
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ product, sandbox, stop } = await startVendorProduct(startAlipaySandbox, {
    PROVIDER_TIMEOUTS_MS: 'wallet:3000',
  }))
})
afterAll(() => stop())

const { settleMs: _, ...WELL } = NO_FAULT
afterEach(() => sandbox.setFault(NO_FAULT))

const faults = {
  'is slower than the time limit': { delayMs: 4_000 },
  'fails once': { failNext: 1 },
  'is down': { down: true },
  'sends no notices': { silent: true },
  'sends notices twice': { duplicate: true },
  'sends notices out of order': { reorder: true },
  'is cut off after the order arrived': { cutAfter: true },
  'has reached its limit of calls': { throttle: true },
}

type OpenedOrder = { readonly payer: Payer; readonly requestNo: string }

async function newOrder(kind: 'due' | 'earlyFull' = 'due'): Promise<OpenedOrder> {
  const payer = await newPayer(product)
  const early = { kind: 'earlyFull', loanNo: payer.loanNo } as const
  const aim = kind === 'due' ? dueOf(payer, 1) : early
  return { payer, requestNo: await placeOrder(payer, { aim, payBy: 'wallet' }) }
}

async function pay({ payer, requestNo }: OpenedOrder): Promise<void> {
  const { url } = await payer.client.api.repayment.createWalletOrder({ requestNo })
  const { host } = new URL(product.services.publicOrigin)
  expect(await sandbox.decide(url, 'pay', host)).toBe(303)
}

const collectOrder = ({ payer, requestNo }: OpenedOrder) =>
  collect(product.services, { customer: payer.customer, requestNo })

/** The tasks of some minutes, which ask the app until it has answered. */
async function waitUntilSettled(): Promise<void> {
  for (const _ of [1, 2, 3, 4]) await waitForBank(product, 60)
}

/** What the app and what we have booked under a number. */
async function effectsOf(orderNo: string) {
  const { services } = product
  const { wireNo } = await readWireOrder(services.database, orderNo)
  const rows = await services.database.query<{ kind: string; amount_fen: bigint }>(
    'SELECT kind, amount_fen FROM provider_transfers WHERE order_no = $1',
    [orderNo],
  )
  const lines = await services.providers.wallet.dayFile(services.today())
  return {
    byApp: lines.filter((line) => line.wireNo === wireNo).map(({ kind, amount }) => [kind, amount]),
    byUs: rows.map((row) => [row.kind, row.amount_fen]),
  }
}

async function expectOne(orderNo: string, kind: 'debit' | 'refund'): Promise<void> {
  const { byApp, byUs } = await effectsOf(orderNo)
  expect(byApp).toEqual([[kind, expect.any(BigInt)]])
  expect(byUs).toEqual(byApp)
  expect(await readClearingBalance(product)).toBe(0n)
}

async function expectPaidOnce(order: OpenedOrder): Promise<void> {
  await sandbox.setFault(WELL)
  await waitUntilSettled()
  expect(await readOrderState(order.payer, order.requestNo)).toBe('paid')
  await expectOne(await readOrderNo(product, order.requestNo), 'debit')
}

/** A notice that the app could have sent. */
async function sendNotice({ payer, requestNo }: OpenedOrder): Promise<void> {
  const { amount } = await payer.client.api.repayment.result({ requestNo })
  const { appId, sellerId } = sandbox.settings
  const { wireNo } = await readWireOrder(
    product.services.database,
    await readOrderNo(product, requestNo),
  )
  const fields = {
    app_id: appId,
    seller_id: sellerId,
    notify_time: shanghaiTime(product.services.now()),
    out_trade_no: wireNo,
    total_amount: yuanOf(amount),
    trade_status: 'TRADE_SUCCESS',
  }
  const answer = await product.app.inject({
    method: 'POST',
    url: ALIPAY_NOTICE_PATH,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: sandbox.notice(fields),
  })
  expect(answer.statusCode).not.toBe(401)
}

type Fault = Readonly<Record<string, number | boolean>>

/** What is done while the app has a fault; each ends with exactly one effect. */
const cases: Readonly<Record<string, (fault: Fault) => Promise<void>>> = {
  async order(fault) {
    const order = await newOrder()
    await sandbox.setFault(fault)
    const { requestNo } = order
    const { url } = await order.payer.client.api.repayment.createWalletOrder({ requestNo })
    await fetch(url)
    await sandbox.setFault(WELL)
    await pay(order)
    await expectPaidOnce(order)
  },

  async question(fault) {
    const order = await newOrder()
    await sandbox.setFault({ silent: true })
    await pay(order)
    product.advance(3)
    await sandbox.setFault({ ...fault, silent: true })
    await collectOrder(order)
    await expectPaidOnce(order)
  },

  async notice(fault) {
    const order = await newOrder()
    const isOfNotices = 'duplicate' in fault || 'reorder' in fault
    await sandbox.setFault(isOfNotices ? { ...fault, settleMs: 1 } : { silent: true })
    await pay(order)
    if (isOfNotices) {
      const state = () => readOrderState(order.payer, order.requestNo)
      await expect.poll(state, { timeout: 20_000 }).toBe('paid')
    } else {
      product.advance(3)
      await sandbox.setFault({ ...fault, silent: true })
      await sendNotice(order)
    }
    await expectPaidOnce(order)
  },

  async refund(fault) {
    // Paid a day late, so that all of it is to be refunded.
    const order = await newOrder('earlyFull')
    const { payer, requestNo } = order
    await payer.client.api.repayment.createWalletOrder({ requestNo })
    await moveDays(product, 1)
    await pay(order)
    product.advance(3)
    await collectOrder(order)
    const refundNo = `${requestNo}-1`
    await sandbox.setFault(fault)
    await sendRefund(product.services, { customer: payer.customer, refundNo })
    await sandbox.setFault(WELL)
    await waitUntilSettled()
    const { state } = await payer.client.api.repayment.refund({ refundNo })
    expect(state).toBe('returned')
    await expectOne(`${refundNo}-${payer.customer.slice(-7)}-r1`, 'refund')
  },

  async 'day file'(fault) {
    const order = await newOrder()
    await pay(order)
    product.advance(3)
    await collectOrder(order)
    await sandbox.setFault(fault)
    const { services } = product
    await reconcileDay(services, services.today()).catch((cause: unknown) => {
      if (!(cause instanceof ProviderFault)) throw cause
    })
    // A refund of an earlier case may be a difference until the day is compared again.
    const orderNo = await readOrderNo(product, order.requestNo)
    const found = await readDifferences(services.database, undefined)
    expect(found.filter((one) => one.orderNo === orderNo)).toEqual([])
    await expectPaidOnce(order)
    await reconcileDay(services, services.today())
    expect(await readDifferences(services.database, undefined)).toEqual([])
  },
}

describe.each(Object.entries(faults))(
  'while the payment app %s',
  { timeout: 60_000 },
  (_, fault) => {
    it.each(Object.entries(cases))('each %s has one effect', async (__, act) => act(fault))
  },
)
