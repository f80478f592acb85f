import { afterEach, describe, expect, it, vi } from 'vitest'
import { lendBridge } from './lend-bridge.ts'

type Bridge = {
  invoke(action: string, order: object, answer: (word: { err_msg: string }) => void): void
}

// A page of its own for each test; only what the bridge touches is there.
const newPage = () =>
  Object.assign(Object.create(window), { document: new EventTarget(), Event }) as typeof window

// The bridge is put there under the messaging app's name, which this page knows nothing of.
const bridgeOf = (view: object) => (view as { WeixinJSBridge: Bridge }).WeixinJSBridge

afterEach(() => vi.restoreAllMocks())

describe('the bridge the desk lends', () => {
  it('tells the page that it is there, once', () => {
    const page = newPage()
    const onReady = vi.fn()
    page.document.addEventListener('WeixinJSBridgeReady', onReady)
    lendBridge(page, () => {})
    lendBridge(page, () => {})
    expect(onReady).toHaveBeenCalledOnce()
  })

  it('shows a payment, and knows nothing else', () => {
    const page = newPage()
    const pay = vi.fn()
    lendBridge(page, pay)
    const answer = vi.fn()
    bridgeOf(page).invoke('getBrandWCPayRequest', { package: 'prepay_id=1' }, answer)
    expect(pay).toHaveBeenCalledWith({ package: 'prepay_id=1' }, answer)
    bridgeOf(page).invoke('openAddress', {}, answer)
    expect(answer).toHaveBeenCalledWith({ err_msg: 'openAddress:fail' })
  })
})
