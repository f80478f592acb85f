import type { OwnPart } from '@qingzhou/contract/staff'
import type { StaffMember } from '#caller.ts'
import type { Queryable } from '#database/database.ts'
import { phoneOf } from '#modules/onboarding/index.ts'
import { filesOf } from '#modules/proofs/proof-file-store.ts'
import type { KeptProof } from '#modules/proofs/proof-store.ts'
import { isPhoneOfStaff } from '#modules/staff-members/index.ts'
import type { Services } from '#services.ts'

/**
 * What a member of staff has to do with a proof themselves: it is of their own loan, or they put one of
 * its files there or handed them in. Then another has to review it.
 */
export async function ownPartIn(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  asked: { readonly proof: KeptProof; readonly staff: Pick<StaffMember, 'staffNo'> },
): Promise<OwnPart | undefined> {
  const { proof, staff } = asked
  const { staffNo } = staff
  const phone = await phoneOf(db, services, proof.customer)
  if (await isPhoneOfStaff(db, services, { staffNo, phone })) return 'loan'
  if (proof.submittedBy === staffNo) return 'upload'
  const files = await filesOf(db, services, proof)
  return files.some(({ putBy }) => putBy === staffNo) ? 'upload' : undefined
}
