import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'

/**
 * Records today's visit of a customer. Accounts without visits are deleted after some time. If the
 * account is deleted at this moment, the sign-in is refused, and the phone can register again.
 */
export async function recordVisit(
  tx: Transaction,
  { today }: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<void> {
  const noted = await tx.query(
    `WITH known AS (SELECT customer_no FROM customers WHERE customer_no = $1 FOR KEY SHARE)
     INSERT INTO last_visits (customer_no, visited_on) SELECT customer_no, $2 FROM known
     ON CONFLICT (customer_no) DO UPDATE SET visited_on = excluded.visited_on
     RETURNING customer_no`,
    [customer, today()],
  )
  if (noted.length === 0) throw new Refused({ kind: 'outside-unavailable' })
}

type Consent = {
  readonly customer: CustomerNo
  readonly page: string
  readonly version: string
  readonly ip: string
  readonly deviceId: string | undefined
  readonly userAgent: string
}

/**
 * Records consent to a version of a text. A repeated consent to the same version changes nothing:
 * the first one counts.
 */
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

/** The time of the consent to a version of a text. */
export async function findConsentTime(
  db: Queryable,
  { customer, page, version }: Pick<Consent, 'customer' | 'page' | 'version'>,
): Promise<Date | undefined> {
  const [row] = await db.query<{ agreed_at: Date }>(
    `SELECT business_moment(agreed_at) AS agreed_at FROM consents
      WHERE customer_no = $1 AND page_name = $2 AND page_version = $3`,
    [customer, page, version],
  )
  return row?.agreed_at
}
