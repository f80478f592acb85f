import { describe, expect, it } from 'vitest'
import type { BridgePayment } from '@qingzhou/contract/features/repayment/repayment'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  readClearingBalance,
  dueOf,
  newPayer,
  placeOrder,
  readOrderState,
  type Payer,
} from './testing/payer.ts'

const product = startProductForFile()

/** Opens an order as a page in the messaging app does. */
async function openPayment(payer: Payer) {
  const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'messenger' })
  const { bridge } = await payer.client.api.repayment.createWalletOrder({ requestNo })
  if (!bridge) throw new Error(`order ${requestNo}: no bridge payment`)
  return { requestNo, bridge }
}

/** The app's answer to the page after the user's decision on the payment sheet. */
async function decidePayment(order: BridgePayment, decision: 'pay' | 'cancel'): Promise<unknown> {
  const response = await fetch(`${product.sandbox.url}/messenger/bridge/decide`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order, decision }),
  })
  return response.json()
}

const bridgeMessage = (word: string) => ({ err_msg: `get_brand_wcpay_request:${word}` })

describe('paying on the messaging app’s payment sheet', { timeout: 30_000 }, () => {
  it('accepts the signed payment once and pays the loan', async () => {
    const payer = await newPayer(product)
    const { requestNo, bridge } = await openPayment(payer)
    const forged = { ...bridge, package: `${bridge.package}x` }
    expect(await decidePayment(forged, 'pay')).toEqual(bridgeMessage('fail'))
    expect(await decidePayment(bridge, 'pay')).toEqual(bridgeMessage('ok'))
    expect(await decidePayment(bridge, 'pay')).toEqual(bridgeMessage('fail'))
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('leaves the bill unpaid and payable when the sheet is closed', async () => {
    const payer = await newPayer(product)
    const input = await openPayment(payer)
    expect(await decidePayment(input.bridge, 'cancel')).toEqual(bridgeMessage('cancel'))
    await waitForBank(product)
    expect(await readOrderState(payer, input.requestNo)).toBe('failed')
    const again = await openPayment(payer)
    await decidePayment(again.bridge, 'pay')
    await waitForBank(product)
    expect(await readOrderState(payer, again.requestNo)).toBe('paid')
  })

  it('does not trust the sheet: a failed payment reported as ok stays unpaid', async () => {
    const payer = await newPayer(product)
    const { requestNo, bridge } = await openPayment(payer)
    await setFault(product, { provider: 'messenger', decline: true })
    expect(await decidePayment(bridge, 'pay')).toEqual(bridgeMessage('ok'))
    await setFault(product, { provider: 'messenger', decline: false })
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('failed')
  })

  it('is offered only by the messaging app', async () => {
    const payer = await newPayer(product)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1), payBy: 'wallet' })
    const opening = await payer.client.api.repayment.createWalletOrder({ requestNo })
    expect(opening.bridge).toBeUndefined()
  })
})
