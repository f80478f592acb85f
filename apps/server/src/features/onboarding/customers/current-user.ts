import { mask } from '@qingzhou/domain/people/masking'
import { testPeople } from '@qingzhou/provider-api/test-people'
import type { SignedInCaller } from '#platform/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { phoneOf, readCustomer } from './customer-store.ts'

export async function currentUser(
  services: Services,
  { session }: SignedInCaller,
): Promise<{ maskedPhone: string; userId: string; customerNo: string }> {
  const { phone, userId } = await readCustomer(services.database, services, session.customer)
  return { maskedPhone: mask(phone), userId, customerNo: session.customer }
}

export async function maskedPhone(
  services: Services,
  { session }: SignedInCaller,
): Promise<{ mobile: string }> {
  return { mobile: mask(await phoneOf(services.database, services, session.customer)) }
}

export async function isOwnPhone(
  services: Services,
  { session }: SignedInCaller,
  request: { readonly mobile: string },
): Promise<{ same: boolean }> {
  return { same: (await phoneOf(services.database, services, session.customer)) === request.mobile }
}

/** Test people exist in the sandbox only; in other modes the call is refused. */
export async function isTestPhone(
  { mode }: Services,
  request: { readonly mobile: string },
): Promise<{ isTest: boolean }> {
  if (mode !== 'sandbox') throw new Refused({ kind: 'not-in-sandbox' })
  return { isTest: testPeople.some(({ phone }) => phone === request.mobile) }
}
