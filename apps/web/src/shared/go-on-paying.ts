import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { orders } from './order-query.ts'
import { payInApp } from './pay-in-app.ts'
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
