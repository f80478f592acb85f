import { daysBetween } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import { findExpiry } from './id-card-store.ts'

/** Whether the card on file has expired. It is valid on its last day. */
export async function idCardExpiry(
  services: Services,
  customer: CustomerNo,
): Promise<{ expired: boolean; daysLeft?: number }> {
  const card = await findExpiry(services.database, customer)
  if (card?.expiresOn === undefined) return { expired: false }

  const daysLeft = daysBetween({ from: services.today(), to: card.expiresOn })
  return { expired: daysLeft < 0, daysLeft: Math.max(0, daysLeft) }
}
