import { amendmentNo, type AmendmentRequest } from '@qingzhou/contract/features/profile'
import { newApplicant, type Applicant } from '#features/identity/testing/applicant.ts'
import type { TestProduct } from '#testing/product.ts'
import { latestCode, newPhone } from '#features/onboarding/testing/visitor.ts'

/** Marks the face session as passed; the camera check has its own tests. */
export async function passFaceCheckFor(
  { services }: TestProduct,
  { client }: Pick<Applicant, 'client'>,
  request: AmendmentRequest,
): Promise<void> {
  const { faceSessionNo } = await client.api.identity.openFaceSession({
    purpose: 'amend',
    businessNo: amendmentNo(request),
  })
  await services.database.query(
    `UPDATE face_sessions SET state = 'passed', passed_at = $2 WHERE face_session_no = $1`,
    [faceSessionNo, services.now()],
  )
}

/** A customer with a second phone number to change to. */
export type PhoneChanger = Applicant & { readonly newPhone: string }

export async function newPhoneChanger(product: TestProduct): Promise<PhoneChanger> {
  return { ...(await newApplicant(product)), newPhone: newPhone() }
}

export function start(
  mover: PhoneChanger,
  more: { readonly way?: 'bothPhones' | 'identity'; readonly changeNo?: string } = {},
) {
  const { way = 'bothPhones', ...rest } = more
  return mover.client.api.profile.startPhoneChange({ mobile: mover.newPhone, way, ...rest })
}

/** Starts a change; returns it with the codes sent to both phones. */
export async function beginPhoneChange(product: TestProduct, mover: PhoneChanger) {
  const { changeNo } = await start(mover)
  return {
    changeNo,
    newCode: await latestCode(product, mover.newPhone),
    oldCode: await latestCode(product, mover.phone),
  }
}

/** Starts and confirms a change by codes. */
export async function changePhone(product: TestProduct, mover: PhoneChanger): Promise<void> {
  await mover.client.api.profile.confirmPhoneChange(await beginPhoneChange(product, mover))
}
