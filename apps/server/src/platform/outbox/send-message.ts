import type { CustomerNo } from '#platform/customer-no.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import type { Services } from '#platform/services.ts'
import { findUnsent, markSent } from './outbox-store.ts'

/**
 * Sends what is in the outbox. Killed before it is marked as sent, it is sent again, under the same
 * number, and a provider that has seen the number delivers nothing twice.
 */
export async function sendMessage(
  services: Services,
  message: { readonly customer: CustomerNo; readonly messageNo: string },
): Promise<void> {
  const { database, providers } = services
  const { customer, messageNo } = message
  const unsent = await findUnsent(database, services, message)
  if (!unsent) return
  const phone = unsent.phone ?? (await phoneOf(database, services, customer))
  const { text } = unsent
  await providers.sms.send({ messageId: `${customer}-${messageNo}`, phone, text })
  await markSent(database, services, message)
}
