import type { Services } from '#platform/services.ts'
import { advancePurchase } from './follow-purchase.ts'
import { findMallOrder, ownerOf } from './mall-order-store.ts'

/**
 * Callback of the mall for an order. Its content is not used: callbacks arrive late, twice and out
 * of order, so the mall is asked for the state.
 */
export async function mallCallback(
  services: Services,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await ownerOf(services.database, orderNo)
  if (customer === undefined) return
  const order = await findMallOrder(services.database, { customer, orderNo })
  if (order) await advancePurchase(services, order)
}
