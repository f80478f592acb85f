import { customerOfOrder } from '#platform/bank-orders.ts'
import type { Services } from '#platform/services.ts'
import { findBinding } from './binding-store.ts'
import { settleBinding } from './settle-binding.ts'

/**
 * The bank says that something became of a binding. What, it is asked: notices come late, twice and
 * out of order, and the answer to a question of our own does not.
 */
export async function bindingNotice(
  services: Services,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await customerOfOrder(services.database, { orderNo, kind: 'binding' })
  if (customer === undefined) return
  const key = { customer, bindingNo: orderNo }
  const binding = await findBinding(services.database, services, key)
  if (binding?.state !== 'codeSent' && binding?.state !== 'processing') return
  await settleBinding(services, key, await services.providers.bank.binding(orderNo))
}
