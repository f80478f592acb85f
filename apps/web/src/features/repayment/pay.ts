import type { RepaymentAim } from '@qingzhou/contract/repayment'
import { goOnPaying } from '#shared/go-on-paying.ts'
import type { PayMethod } from '#shared/pay-methods.ts'
import type { RepaymentQuote } from '#shared/payment-quote.ts'
import { repayment } from './queries.ts'

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
  return goOnPaying(placed, method)
}
