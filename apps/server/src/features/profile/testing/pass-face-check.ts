import { amendmentNo, type AmendmentAsked } from '@qingzhou/contract/features/profile'
import type { Applicant } from '#features/identity/testing/applicant.ts'
import type { TestProduct } from '#testing/product.ts'

/** Marks the face session as passed; the camera check has its own tests. */
export async function passFaceCheckFor(
  { services }: TestProduct,
  { client }: Pick<Applicant, 'client'>,
  asked: AmendmentAsked,
): Promise<void> {
  const { faceSessionNo } = await client.api.identity.openFaceSession({
    purpose: 'amend',
    businessNo: amendmentNo(asked),
  })
  await services.database.query(
    `UPDATE face_sessions SET state = 'passed', passed_at = $2 WHERE face_session_no = $1`,
    [faceSessionNo, services.now()],
  )
}
