import { repaymentShapes } from '@qingzhou/contract/repayment'
import { routes } from '#app/routes.ts'
import { callsOf } from '#platform/api.ts'
import { browserKind } from '#platform/browser.ts'
import { payByBridge } from '#platform/messenger-bridge.ts'
import { go } from '#platform/navigation.ts'
import { orders } from './order-query.ts'
import type { PayMethod } from './pay-methods.ts'

type PlacedOrder = {
  readonly repaySeqNo: string
  readonly state: string
  readonly needsCode: boolean
}

/** After an order is placed: to the code, to the app that pays it, or to the result. */
export async function goOnPaying(
  { repaySeqNo, state, needsCode }: PlacedOrder,
  { payBy }: Pick<PayMethod, 'payBy'>,
): Promise<void> {
  const query = { repaySeqNo }
  if (state !== 'confirming') return go(routes.repayment.paymentResult, { query })
  if (payBy !== 'card') {
    const showResult = async () => go(routes.repayment.paymentResult, { query, replace: true })
    return payInApp({ repaySeqNo, showResult })
  }
  if (needsCode) return go(routes.repayment.confirmPayment, { query })
  await orders.confirm({ repaySeqNo }, { quiet: true })
  return go(routes.repayment.paymentResult, { query, replace: true })
}

const { createWalletOrder } = callsOf('repayment', {
  createWalletOrder: repaymentShapes.createWalletOrder,
})

/**
 * Pays an order in an app: inside the messaging app on its own sheet, over the page; else, or where
 * the sheet does not open, on the app's page, which comes back by itself. What the sheet says is not
 * believed either way: the page that is shown next asks the server.
 */
export async function payInApp({
  repaySeqNo,
  showResult,
}: {
  readonly repaySeqNo: string
  readonly showResult: () => Promise<void>
}): Promise<void> {
  const { url, bridge } = await createWalletOrder({ repaySeqNo }, { quiet: true })
  const answer = bridge && browserKind() === 'messenger' ? await payByBridge(bridge) : 'absent'
  if (answer === 'ok' || answer === 'cancelled') return showResult()
  window.location.assign(ownAddress(url))
  return undefined
}

/** The server names the page; one that is no web page at all is not gone to. */
function ownAddress(url: string): string {
  const address = new URL(url, window.location.href)
  if (address.protocol !== 'https:' && address.origin !== window.location.origin) {
    throw new Error('a payment page is on our host, or on a secure one')
  }
  return address.href
}
