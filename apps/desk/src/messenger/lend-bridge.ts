import type { FrameWindow } from '#camera/film.ts'

/** What the page is told of a payment, in the messaging app's own words. */
export type BridgeWord = { readonly err_msg: string }

export const FAILED: BridgeWord = { err_msg: 'get_brand_wcpay_request:fail' }

type Answer = (word: BridgeWord) => void
type Pay = (order: object, answer: Answer) => void

/** Puts the messaging app's bridge into a page, and tells the page that it is there, as the app does. */
export function lendBridge(view: FrameWindow, pay: Pay): void {
  if ('WeixinJSBridge' in view) return
  const bridge = {
    invoke(action: string, order: object, answer: Answer) {
      if (action === 'getBrandWCPayRequest') pay(order, answer)
      else answer({ err_msg: `${action}:fail` })
    },
  }
  Object.defineProperty(view, 'WeixinJSBridge', { value: bridge })
  view.document.dispatchEvent(new view.Event('WeixinJSBridgeReady'))
}
