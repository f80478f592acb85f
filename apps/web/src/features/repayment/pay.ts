import type { RepaymentAim } from '@qingzhou/contract/repayment'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import type { PayMethod } from './pay-methods.ts'
import { repayment, type RepaymentQuote } from './queries.ts'

/**
 * Places the order for exactly what was quoted and goes on: to the code, to the app's own page, or to
 * the result. A tap that is repeated because no answer came is the same order.
 */
export async function pay(paying: {
  readonly aim: RepaymentAim
  readonly repaySeqNo: string
  readonly quote: RepaymentQuote
  readonly method: PayMethod
}): Promise<void> {
  const { aim, repaySeqNo, quote, method } = paying
  const { payBy, cardId } = method
  const placed = await repayment.place(
    { repaySeqNo, aim, quoteId: quote.quoteId, payBy, cardId },
    { quiet: true },
  )
  const query = { repaySeqNo }
  if (placed.state !== 'confirming') return go(routes.repayment.paymentResult, { query })
  if (payBy !== 'card') {
    const { url } = await repayment.createWalletOrder({ repaySeqNo }, { quiet: true })
    window.location.assign(ownAddress(url))
    return undefined
  }
  if (placed.needsCode) return go(routes.repayment.confirmPayment, { query })
  await repayment.confirm({ repaySeqNo }, { quiet: true })
  return go(routes.repayment.paymentResult, { query, replace: true })
}

/** The server names the page; one that is no web page at all is not gone to. */
function ownAddress(url: string): string {
  const address = new URL(url, window.location.href)
  if (address.protocol !== 'https:' && address.origin !== window.location.origin) {
    throw new Error('a payment page is on our host, or on a secure one')
  }
  return address.href
}
