import { forgetRequestNo, requestNoFor } from './request-no.ts'

/**
 * A tap repeated for want of an answer is the same order; one that took no money is not tried under
 * its number again.
 */
export async function placeOrder<Order extends { readonly state: string }>(
  { request, what }: { readonly request: string; readonly what: string },
  place: (repaySeqNo: string) => Promise<Order>,
): Promise<Order> {
  const order = await place(requestNoFor(request, what))
  if (order.state !== 'failed' && order.state !== 'closed') return order
  forgetRequestNo(request)
  return place(requestNoFor(request, what))
}
