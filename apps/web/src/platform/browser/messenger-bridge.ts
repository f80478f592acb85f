import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import type { BridgePayment } from '@qingzhou/contract/features/repayment/repayment'
import { callsOf } from '#platform/api/api.ts'

/** The object the messaging app's browser adds to the page, possibly late. */
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

/** The bridge may appear after the page; after this time there is none. */
const BRIDGE_TIMEOUT_MS = 3_000

/** The bridge's report on a payment. Untrusted: any page script can fake it. */
export type BridgeAnswer = 'ok' | 'cancelled' | 'failed' | 'absent'

/** Opens the payment sheet of the messaging app, if there is a bridge. */
export async function payByBridge(payment: BridgePayment): Promise<BridgeAnswer> {
  const bridge = await readyBridge()
  if (!bridge) return 'absent'
  await verifyPage(bridge)
  return new Promise((resolve) => {
    try {
      bridge.invoke('getBrandWCPayRequest', payment, (result) => resolve(answerOf(result.err_msg)))
    } catch {
      // The bridge of an old app throws on unknown actions.
      resolve('failed')
    }
  })
}

const { signPageUrl } = callsOf('onboarding', { signPageUrl: onboardingShapes.signPageUrl })

/** The messaging app lets a page use its functions once the server has signed the page's address. */
async function verifyPage(bridge: MessengerBridge): Promise<void> {
  const [url = ''] = window.location.href.split('#')
  try {
    const signed = await signPageUrl({ url }, { leaveOutcome: true })
    await new Promise<void>((resolve) => {
      setTimeout(resolve, BRIDGE_TIMEOUT_MS)
      const proof = {
        verifyJsApiList: ['getBrandWCPayRequest'],
        verifyAppId: signed.appId,
        verifySignType: 'sha1',
        verifyTimestamp: String(signed.timestamp),
        verifyNonceStr: signed.nonceStr,
        verifySignature: signed.signature,
      }
      bridge.invoke('preVerifyJSAPI', proof, () => resolve())
    })
  } catch {
    // An app that does not know the verification needs none; the payment itself tells.
  }
}

function answerOf(message: string | undefined): BridgeAnswer {
  if (message === 'get_brand_wcpay_request:ok') return 'ok'
  return message === 'get_brand_wcpay_request:cancel' ? 'cancelled' : 'failed'
}

async function readyBridge(): Promise<MessengerBridge | undefined> {
  if (window.WeixinJSBridge) return window.WeixinJSBridge
  return new Promise((resolve) => {
    const timer = setTimeout(settle, BRIDGE_TIMEOUT_MS)
    document.addEventListener('WeixinJSBridgeReady', settle)

    function settle() {
      clearTimeout(timer)
      document.removeEventListener('WeixinJSBridgeReady', settle)
      resolve(window.WeixinJSBridge)
    }
  })
}
