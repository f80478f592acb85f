import { latestCode } from '#features/onboarding/testing/visitor.ts'
import type { Applicant } from '#features/identity/testing/applicant.ts'
import type { TestProduct } from '#testing/product.ts'

let requests = 0

export function newRequestNo(): string {
  requests += 1
  return `leave-${String(requests).padStart(8, '0')}`
}

/** Somebody who has said why, and typed the code: one tap is left. */
export async function aboutToLeave(
  product: TestProduct,
  { client, phone }: Pick<Applicant, 'client' | 'phone'>,
): Promise<void> {
  await client.api['limit-cancellation'].currentStep({ reason: 'noNeed' })
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'cancellation' })
  const dynamicCode = await latestCode(product, phone)
  await client.api['limit-cancellation'].checkSmsCode({ dynamicCode })
}

/** Ends their limit, from the reason to the last tap. */
export async function left(product: TestProduct, leaver: Applicant): Promise<string> {
  await aboutToLeave(product, leaver)
  const requestNo = newRequestNo()
  await leaver.client.api['limit-cancellation'].cancel({ requestNo })
  return requestNo
}
