import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BridgePayment } from '@qingzhou/contract/repayment'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { clearing, dueOf, newPayer, placed, stateOf, type Payer } from './testing/payer.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

/** Opens an order as a page in the messaging app does. */
async function opened(payer: Payer) {
  const repaySeqNo = await placed(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
  const { bridge } = await payer.client.api.repayment.createWalletOrder({ repaySeqNo })
  if (!bridge) throw new Error('the messaging app has a bridge')
  return { repaySeqNo, bridge }
}

/** What the app tells the page, once the person has decided on its sheet. */
async function decided(order: BridgePayment, decision: 'pay' | 'cancel'): Promise<unknown> {
  const response = await fetch(`${product.sandbox.url}/messenger/bridge/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order, decision }),
  })
  return response.json()
}

const told = (word: string) => ({ err_msg: `get_brand_wcpay_request:${word}` })

describe('paying on the messaging app’s sheet', { timeout: 30_000 }, () => {
  it('the sheet takes what the lender has signed, once, and the loan is paid', async () => {
    const payer = await newPayer(product)
    const { repaySeqNo, bridge } = await opened(payer)
    const forged = { ...bridge, package: `${bridge.package}x` }
    expect(await decided(forged, 'pay')).toEqual(told('fail'))
    expect(await decided(bridge, 'pay')).toEqual(told('ok'))
    expect(await decided(bridge, 'pay')).toEqual(told('fail'))
    await waitForBank(product)
    expect(await stateOf(payer, repaySeqNo)).toBe('paid')
    expect(await clearing(product)).toBe(0n)
  })

  it('a sheet that is closed leaves the bill unpaid, and free to be paid again', async () => {
    const payer = await newPayer(product)
    const given = await opened(payer)
    expect(await decided(given.bridge, 'cancel')).toEqual(told('cancel'))
    await waitForBank(product)
    expect(await stateOf(payer, given.repaySeqNo)).toBe('failed')
    const again = await opened(payer)
    await decided(again.bridge, 'pay')
    await waitForBank(product)
    expect(await stateOf(payer, again.repaySeqNo)).toBe('paid')
  })

  it('what the sheet says is not what counts: told ok, a payment that failed is not paid', async () => {
    const payer = await newPayer(product)
    const { repaySeqNo, bridge } = await opened(payer)
    await setFault(product, { provider: 'messenger', decline: true })
    expect(await decided(bridge, 'pay')).toEqual(told('ok'))
    await setFault(product, { provider: 'messenger', decline: false })
    await waitForBank(product)
    expect(await stateOf(payer, repaySeqNo)).toBe('failed')
  })

  it('only the messaging app has a bridge', async () => {
    const payer = await newPayer(product)
    const repaySeqNo = await placed(payer, { aim: dueOf(payer, 1), payBy: 'wallet' })
    const opening = await payer.client.api.repayment.createWalletOrder({ repaySeqNo })
    expect(opening.bridge).toBeUndefined()
  })
})
