import type { CustomerNo } from '#customer-no.ts'
import { phoneOf } from '#modules/onboarding/index.ts'
import type { Services } from '#services.ts'
import { findUnsentText, markSent } from './outbox-store.ts'

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
  const text = await findUnsentText(database, services, message)
  if (text === undefined) return
  const phone = await phoneOf(database, services, customer)
  await providers.sms.send({ messageId: `${customer}-${messageNo}`, phone, text })
  await markSent(database, services, message)
}
