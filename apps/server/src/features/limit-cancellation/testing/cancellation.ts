import { latestCode } from '#features/onboarding/testing/visitor.ts'
import type { Applicant } from '#features/identity/testing/applicant.ts'
import type { TestProduct } from '#testing/product.ts'

let requests = 0

export function newRequestNo(): string {
  requests += 1
  return `leave-${String(requests).padStart(8, '0')}`
}

/** Saves a reason and verifies the code, so that only the final call is left. */
export async function readyToCancel(
  product: TestProduct,
  { client, phone }: Pick<Applicant, 'client' | 'phone'>,
): Promise<void> {
  await client.api['limit-cancellation'].currentStep({ reason: 'noNeed' })
  product.advance(61)
  await client.api.onboarding.sendPurposeCode({ purpose: 'cancellation' })
  const dynamicCode = await latestCode(product, phone)
  await client.api['limit-cancellation'].checkSmsCode({ dynamicCode })
}

/** Cancels the limit, from the reason to the final call. */
export async function cancelLimitByCalls(product: TestProduct, leaver: Applicant): Promise<string> {
  await readyToCancel(product, leaver)
  const requestNo = newRequestNo()
  await leaver.client.api['limit-cancellation'].cancel({ requestNo })
  return requestNo
}
