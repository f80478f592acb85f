import { replaceCode } from '#features/onboarding/codes/sms-code-store.ts'
import { getPhone } from '#features/onboarding/customers/customer-store.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Services } from '#services.ts'
import type { Client } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'
import { latestCode } from './visitor.ts'

/** Requests the SMS code for a signature and reads it from the sandbox. */
export async function signingCode(
  product: TestProduct,
  { client, phone }: { readonly client: Client; readonly phone: string },
): Promise<string> {
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'agreement' })
  return latestCode(product, phone)
}

/** Creates the code for a signature directly; other tests cover its delivery. */
export async function insertSigningCode(
  services: Services,
  { session }: Pick<SignedInCaller, 'session'>,
): Promise<string> {
  const { database, now } = services
  const code = '12345'
  await replaceCode(database, services, {
    phone: await getPhone(database, services, session.customer),
    purpose: 'agreement',
    requester: `session ${session.id}`,
    code,
    expiresAt: minutesAfter(now(), 5),
    waitSeconds: 0,
  })
  return code
}
