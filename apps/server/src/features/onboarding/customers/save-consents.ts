import type { Caller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { pageVersion } from '#features/reference/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { insertConsent } from './visit-store.ts'

/** Stores a person's consents: page, version, time, IP address and device. */
export async function saveConsents(
  db: Queryable,
  services: Services,
  { ip, deviceId, userAgent }: Pick<Caller, 'ip' | 'deviceId' | 'userAgent'>,
  { customer, agreed }: { readonly customer: CustomerNo; readonly agreed: readonly string[] },
): Promise<void> {
  for (const page of new Set(agreed)) {
    const version = pageVersion(page)
    if (version === undefined) throw new Refused({ kind: 'page-data-missing' })
    await insertConsent(db, services, { customer, page, version, ip, deviceId, userAgent })
  }
}
