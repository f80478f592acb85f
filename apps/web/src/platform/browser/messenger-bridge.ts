import type { BridgePayment } from '@qingzhou/contract/repayment'

/** What the messaging app's browser puts into every page, sooner or later. */
export type MessengerBridge = {
  invoke(
    action: string,
    parameters: object,
    answer: (result: { readonly err_msg?: string }) => void,
  ): void
}

declare global {
  interface Window {
    WeixinJSBridge?: MessengerBridge
  }
}

/** A page that was just opened may be there before the bridge; after this long, there is none. */
const PATIENCE_MS = 3_000

/** What the bridge says of a payment. It is a hint and no more: the page can be made to hear anything. */
export type BridgeAnswer = 'ok' | 'cancelled' | 'failed' | 'absent'

/** Shows the messaging app's own payment sheet over the page, where the app has a bridge. */
export async function payByBridge(payment: BridgePayment): Promise<BridgeAnswer> {
  const bridge = await readyBridge()
  if (!bridge) return 'absent'
  return new Promise((resolve) => {
    try {
      bridge.invoke('getBrandWCPayRequest', payment, (result) => resolve(answerOf(result.err_msg)))
    } catch {
      // An old app's bridge that does not know the action throws instead of answering.
      resolve('failed')
    }
  })
}

function answerOf(message: string | undefined): BridgeAnswer {
  if (message === 'get_brand_wcpay_request:ok') return 'ok'
  return message === 'get_brand_wcpay_request:cancel' ? 'cancelled' : 'failed'
}

async function readyBridge(): Promise<MessengerBridge | undefined> {
  if (window.WeixinJSBridge) return window.WeixinJSBridge
  return new Promise((resolve) => {
    const timer = setTimeout(settle, PATIENCE_MS)
    document.addEventListener('WeixinJSBridgeReady', settle)

    function settle() {
      clearTimeout(timer)
      document.removeEventListener('WeixinJSBridgeReady', settle)
      resolve(window.WeixinJSBridge)
    }
  })
}
