import type { OwnPart } from '@qingzhou/contract/staff'
import type { StaffMember } from '#platform/caller.ts'
import type { Queryable } from '#platform/database/database.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import { filesOf } from '#features/proofs/proof-file-store.ts'
import type { EvidenceRecord } from '#features/proofs/proof-store.ts'
import { isPhoneOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#platform/services.ts'

/**
 * What a member of staff has to do with a proof themselves: it is of their own loan, or they put one of
 * its files there or handed them in. Then another has to review it.
 */
export async function ownPartIn(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  asked: { readonly proof: EvidenceRecord; readonly staff: Pick<StaffMember, 'staffNo'> },
): Promise<OwnPart | undefined> {
  const { proof, staff } = asked
  const { staffNo } = staff
  const phone = await phoneOf(db, services, proof.customer)
  if (await isPhoneOfStaff(db, services, { staffNo, phone })) return 'loan'
  if (proof.submittedBy === staffNo) return 'upload'
  const files = await filesOf(db, services, proof)
  return files.some(({ putBy }) => putBy === staffNo) ? 'upload' : undefined
}
