import { repaymentShapes } from '@qingzhou/contract/repayment'
import { callsOf } from '#platform/api.ts'
import { browserKind } from '#platform/browser.ts'
import { payByBridge } from '#platform/messenger-bridge.ts'

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
