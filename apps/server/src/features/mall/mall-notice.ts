import type { Services } from '#platform/services.ts'
import { followPurchase } from './follow-purchase.ts'
import { findMallOrder, ownerOf } from './mall-order-store.ts'

/**
 * The mall says that something became of an order. What, it is asked: notices come late, twice and out
 * of order, and the answer to a question of our own does not.
 */
export async function mallNotice(
  services: Services,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await ownerOf(services.database, orderNo)
  if (customer === undefined) return
  const order = await findMallOrder(services.database, { customer, orderNo })
  if (order) await followPurchase(services, order)
}
