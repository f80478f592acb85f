import { queryOptions } from '@tanstack/react-query'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { BridgePayment } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { orderParam } from '@qingzhou/contract/wire/params'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { routes } from '#app/routes.ts'
import { callsOf } from '#platform/api/api.ts'
import { browserKind } from '#platform/browser/browser.ts'
import { go } from '#platform/navigation/navigation.ts'
import { pollDelayMs } from '#shared/pages/timers.ts'
import type { PayMethod } from './pay-methods.tsx'
import { clearRequestNo, requestNoFor } from './request-no.ts'

declare global {
  interface Window {
    WeixinJSBridge?: MessengerBridge
  }
}

/** The bridge may appear after the page; after this time there is none. */
const BRIDGE_TIMEOUT_MS = 3_000

const { signPageUrl } = callsOf('onboarding', { signPageUrl: onboardingShapes.signPageUrl })

type PlacedOrder = {
  readonly requestNo: string
  readonly state: string
  readonly needsCode: boolean
}

/** After an order is placed: opens the SMS code, the paying app or the result. */
export async function continuePayment(
  { requestNo, state, needsCode }: PlacedOrder,
  { payBy }: Pick<PayMethod, 'payBy'>,
): Promise<void> {
  const query = { [orderParam]: requestNo }
  if (state !== 'confirming') return go(routes.repayment.paymentResult, { query })
  if (payBy !== 'card') {
    const showResult = async () => go(routes.repayment.paymentResult, { query, replace: true })
    return payInApp({ requestNo, showResult })
  }
  if (needsCode) return go(routes.repayment.confirmPayment, { query })
  await orders.confirm({ requestNo }, { quiet: true })
  return go(routes.repayment.paymentResult, { query, replace: true })
}

const { createWalletOrder } = callsOf('repayment', {
  createWalletOrder: repaymentShapes.createWalletOrder,
})

export type PayerReturn = { readonly authCode: string; readonly state: string }

/**
 * Pays an order in an app: inside the messaging app on its payment sheet, otherwise or if that
 * fails on the app's page, which returns by itself. The sheet's report is untrusted: the result
 * page asks the server.
 */
export async function payInApp({
  requestNo,
  payer,
  showResult,
}: {
  readonly requestNo: string
  /** What the messaging app's page returned, which names the person who pays. */
  readonly payer?: PayerReturn | undefined
  readonly showResult: () => Promise<void>
}): Promise<void> {
  const order = { requestNo, ...(payer && { payer }) }
  const { url, bridge } = await createWalletOrder(order, { quiet: true })
  const answer = bridge && browserKind() === 'messenger' ? await payByBridge(bridge) : 'absent'
  if (answer === 'ok' || answer === 'cancelled') return showResult()
  window.location.assign(ownAddress(url))
  return undefined
}

/** Opens the page named by the server if it is a web page. */
export function ownAddress(url: string): string {
  const address = new URL(url, window.location.href)
  if (address.protocol !== 'https:' && address.origin !== window.location.origin) {
    throw new Error('payment page refused: neither our host nor https')
  }
  return address.href
}

/**
 * A repeated tap without an answer is the same order; an order that took no money gets a new
 * number.
 */
export async function placeOrder<Order extends { readonly state: string }>(
  { request, what }: { readonly request: string; readonly what: string },
  place: (requestNo: string) => Promise<Order>,
): Promise<Order> {
  const order = await place(requestNoFor(request, what))
  if (order.state !== 'failed' && order.state !== 'closed') return order
  clearRequestNo(request)
  return place(requestNoFor(request, what))
}

export const orders = callsOf('repayment', {
  confirm: repaymentShapes.confirm,
  cancel: repaymentShapes.cancel,
  result: repaymentShapes.result,
  walletOrder: repaymentShapes.walletOrder,
})

export type RepaymentResult = Output<typeof repaymentShapes.result>

/**
 * Polled until the order is settled, with growing intervals. While a payment app has the order, only
 * its state is asked for.
 */
export function resultQuery(requestNo: string) {
  const queryKey = ['repayment', 'result', requestNo]
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const how = { signal, quiet: true } as const
      const known = client.getQueryData<RepaymentResult>(queryKey)
      if (known && known.payBy !== 'card' && known.state === 'processing') {
        const { state } = await orders.walletOrder({ requestNo }, how)
        if (state === known.state) return known
      }
      return orders.result({ requestNo }, how)
    },
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'processing'
        ? pollDelayMs(state.dataUpdateCount + state.errorUpdateCount)
        : false,
    gcTime: 0,
  })
}

/** The object the messaging app's browser adds to the page, possibly late. */
type MessengerBridge = {
  invoke(
    action: string,
    parameters: object,
    answer: (result: { readonly err_msg?: string }) => void,
  ): void
}

/** The bridge's report on a payment. Untrusted: any page script can fake it. */
type BridgeAnswer = 'ok' | 'cancelled' | 'failed' | 'absent'

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
