import type { Page } from '@playwright/test'

/** The user's action on the messaging app's payment sheet; `broken` is a bridge that cannot pay. */
export type SheetAction = 'pay' | 'cancel' | 'broken'

/**
 * Simulates the messaging app around a page: its bridge appears a little after the page, shows the
 * signed order, and passes the user's decision to the sandbox.
 */
export async function installBridge(page: Page, decision: SheetAction): Promise<void> {
  await page.addInitScript((decided) => {
    type Answer = (word: { err_msg: string }) => void

    async function pay(order: object): Promise<{ err_msg: string }> {
      const response = await fetch('/sandbox/messenger/bridge/decide', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ order, decision: decided }),
      })
      return response.ok ? response.json() : { err_msg: 'get_brand_wcpay_request:fail' }
    }

    const bridge = {
      invoke: (action: string, order: object, answer: Answer) =>
        action === 'getBrandWCPayRequest'
          ? void pay(order).then(answer)
          : answer({ err_msg: `${action}:fail` }),
    }
    setTimeout(() => {
      Object.defineProperty(window, 'WeixinJSBridge', { value: bridge })
      document.dispatchEvent(new Event('WeixinJSBridgeReady'))
    }, 300)
  }, decision)
}
