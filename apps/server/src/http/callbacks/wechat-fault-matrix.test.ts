import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reconcileDay, readDifferences } from '#features/reconciliation/index.ts'
import { collect } from '#features/repayment/orders/collect.ts'
import { sendRefund } from '#features/repayment/refunds/send-refund.ts'
import {
  readClearingBalance,
  moveDays,
  newPayer,
  readOrderNo,
  placeOrder,
  readOrderState,
} from '#features/repayment/testing/payer.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import {
  startWechatSandbox,
  type WechatSandbox,
} from '@qingzhou/providers/wechat/testing/wechat-sandbox'
import { CallRefused } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'
import { startVendorProduct } from '#testing/vendor-product.ts'

let product: TestProduct
let sandbox: WechatSandbox
let stop: () => Promise<void>
beforeAll(async () => {
  ;({ product, sandbox, stop } = await startVendorProduct(startWechatSandbox))
})
afterAll(() => stop())

const well = { delayMs: 0, silent: false, duplicate: false, reorder: false, cutAfter: false }
const faults: Record<string, object | 'throttled'> = {
  'is slow': { delayMs: 200 },
  'is silent': { silent: true },
  'sends twice': { duplicate: true },
  'sends out of order': { reorder: true, duplicate: true },
  'is cut off after the arrival': { cutAfter: true },
  'is throttled': 'throttled',
}
const steps = ['order', 'ask', 'notice', 'refund', 'day file'] as const
type Step = (typeof steps)[number]
const cells = Object.entries(faults).flatMap(([name, fault]) =>
  steps.map((step) => [step, name, fault] as const),
)

async function set(fault: object | 'throttled'): Promise<void> {
  if (fault !== 'throttled') await sandbox.setFault(fault)
  // The call has arrived nevertheless, which is the worse case.
  else sandbox.between.state.change = (answer) => ({ ...answer, status: 429 })
}

async function heal(): Promise<void> {
  sandbox.between.reset()
  await sandbox.setFault(well)
}

/** A step may fail while the fault lasts; afterwards it is made again. */
async function tryAct(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof ProviderFault) && !(error instanceof CallRefused)) throw error
  }
}

/** Pays a loan early, a day late, so that all of it is refunded; one step meets a fault. */
async function live(faulty: Step, fault: object | 'throttled') {
  const during = async (step: Step, act: () => Promise<unknown>) => {
    if (step === faulty) {
      await set(fault)
      await tryAct(act)
      await heal()
    }
    await act()
  }
  const { services } = product
  const payer = await newPayer(product)
  const { customer } = payer
  const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
  const requestNo = await placeOrder(payer, { aim, payBy: 'messenger' })
  const { repayment } = payer.client.api
  await during('order', () => repayment.createWalletOrder({ requestNo }))
  const { url } = await repayment.createWalletOrder({ requestNo })
  await moveDays(product, 1)
  const { host } = new URL(services.publicOrigin)
  await during('notice', async () => sandbox.decide(url, 'pay', host))
  product.advance(3)
  await during('ask', () => collect(services, { customer, requestNo }))
  const refundNo = `${requestNo}-1`
  await during('refund', () => sendRefund(services, { customer, refundNo }))
  product.advance(3)
  await sendRefund(services, { customer, refundNo })
  await during('day file', () => reconcileDay(services, services.today()))
  return { payer, requestNo, refundNo, wireNo: await readOrderNo(product, requestNo) }
}

describe('the app WeChat', { timeout: 120_000 }, () => {
  it.each(cells)(
    'the app WeChat at the step %s has one effect when it %s',
    async (step, _, fault) => {
      const { payer, requestNo, refundNo, wireNo } = await live(step, fault)
      // Booked, and nothing of it belonged to a bill any more.
      expect(await readOrderState(payer, requestNo)).toBe('partly')
      const { state, amount } = await payer.client.api.repayment.refund({ refundNo })
      expect(state).toBe('returned')
      const file = await product.services.providers.messenger.dayFile(product.services.today())
      const ours = (
        await product.services.database.query<{ wire_no: string }>(
          `SELECT wire_no FROM wire_orders WHERE order_no = $1 OR starts_with(order_no, $2)`,
          [wireNo, `${refundNo}-`],
        )
      ).map((row) => row.wire_no)
      const lines = file.filter((line) => ours.includes(line.wireNo))
      expect(lines).toHaveLength(2)
      expect(Object.fromEntries(lines.map((line) => [line.kind, line.amount]))).toEqual({
        debit: amount,
        refund: amount,
      })
      expect(await readClearingBalance(product)).toBe(0n)
      expect(await readDifferences(product.services.database, undefined)).toEqual([])
    },
  )
})
