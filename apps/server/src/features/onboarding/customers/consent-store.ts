import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Vault } from '#platform/database/vault.ts'

export type Consent = {
  readonly customer: CustomerNo
  readonly page: string
  readonly version: string
  readonly ip: string
  readonly deviceId: string | undefined
  readonly userAgent: string
}

/** The first time a version was agreed to counts; saying yes again changes nothing. */
export async function insertConsent(
  db: Queryable,
  { vault, now }: { readonly vault: Vault; readonly now: () => Date },
  consent: Consent,
): Promise<void> {
  const place = placeIn('consents', consent.customer, consent.page, consent.version)
  await db.query(
    `INSERT INTO consents (customer_no, page_name, page_version, agreed_at,
       ip_sealed, device_sealed, user_agent_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (customer_no, page_name, page_version) DO NOTHING`,
    [
      consent.customer,
      consent.page,
      consent.version,
      now(),
      vault.seal(consent.ip, place('ip_sealed')),
      consent.deviceId === undefined ? null : vault.seal(consent.deviceId, place('device_sealed')),
      vault.seal(consent.userAgent, place('user_agent_sealed')),
    ],
  )
}
