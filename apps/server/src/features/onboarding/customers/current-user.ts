import type { Caller, SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { pageVersion } from '#features/reference/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { insertConsent } from './visit-store.ts'
import { mask } from '@qingzhou/domain/people/masking'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { getPhone, readCustomer } from './customer-store.ts'

type Deps = Pick<Services, 'database' | 'vault'>

/** Stores a person's consents: page, version, time, IP address and device. */
export async function saveConsents(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  { ip, deviceId, userAgent }: Pick<Caller, 'ip' | 'deviceId' | 'userAgent'>,
  { customer, agreed }: { readonly customer: CustomerNo; readonly agreed: readonly string[] },
): Promise<void> {
  for (const page of new Set(agreed)) {
    const version = pageVersion(page)
    if (version === undefined) throw new Refused({ kind: 'page-data-missing' })
    await insertConsent(db, services, { customer, page, version, ip, deviceId, userAgent })
  }
}

export async function currentUser(
  services: Deps,
  { session }: SignedInCaller,
): Promise<{ maskedPhone: string; userId: string; customerNo: string }> {
  const { phone, userId } = await readCustomer(services.database, services, session.customer)
  return { maskedPhone: mask(phone), userId, customerNo: session.customer }
}

export async function maskedPhone(
  services: Deps,
  { session }: SignedInCaller,
): Promise<{ mobile: string }> {
  return { mobile: mask(await getPhone(services.database, services, session.customer)) }
}

export async function isOwnPhone(
  services: Deps,
  { session }: SignedInCaller,
  request: { readonly mobile: string },
): Promise<{ same: boolean }> {
  return {
    same: (await getPhone(services.database, services, session.customer)) === request.mobile,
  }
}

/** Test people exist in the sandbox only; in other modes the call is refused. */
export async function isTestPhone(
  { mode }: Pick<Services, 'mode'>,
  request: { readonly mobile: string },
): Promise<{ isTest: boolean }> {
  if (mode !== 'sandbox') throw new Refused({ kind: 'not-in-sandbox' })
  return { isTest: testPeople.some(({ phone }) => phone === request.mobile) }
}
