import { afterEach, describe, expect, it, vi } from 'vitest'
import { lendBridge } from './bridge-sheet.tsx'

type Bridge = {
  invoke(action: string, order: object, answer: (word: { err_msg: string }) => void): void
}

// A new page for each test, with the members that the bridge uses.
const newPage = (): typeof window =>
  Object.create(window, { document: { value: new EventTarget() }, Event: { value: Event } })

// The bridge has the messaging app's name, which is not in the type of this page.
const bridgeOf = (view: object) => (view as { WeixinJSBridge: Bridge }).WeixinJSBridge

afterEach(() => vi.restoreAllMocks())

describe('the messaging app’s bridge', () => {
  it('dispatches its ready event once', () => {
    const page = newPage()
    const onReady = vi.fn()
    page.document.addEventListener('WeixinJSBridgeReady', onReady)
    lendBridge(page, () => {})
    lendBridge(page, () => {})
    expect(onReady).toHaveBeenCalledOnce()
  })

  it('shows a payment, and refuses every other method', () => {
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
