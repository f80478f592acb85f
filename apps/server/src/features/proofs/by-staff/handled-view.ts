import type { HandledProof } from '@qingzhou/contract/staff'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import type { StaffMember } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { findPerson } from '#features/identity/index.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import type { EvidenceRecord } from '#features/proofs/proof-store.ts'
import { viewsOf, type ViewedProof } from '#features/proofs/proof-view.ts'
import type { Services } from '#platform/services.ts'
import { ownPartIn } from './own-part.ts'

/** Proofs as a member of staff sees them: whose they are, masked. */
export async function handledViews(
  services: Services,
  proofs: readonly EvidenceRecord[],
  staff: Pick<StaffMember, 'staffNo'>,
): Promise<(ViewedProof & { readonly handled: HandledProof })[]> {
  const viewed = await viewsOf(services, proofs)
  return Promise.all(
    viewed.map(async (one) => ({
      ...one,
      handled: {
        ...one.view,
        ...(await masked(services, one.kept.customer)),
        productNo: one.loan.product,
        ownPart: await ownPartIn(services.database, services, { proof: one.kept, staff }),
      },
    })),
  )
}

async function masked(
  { database, vault }: Services,
  customer: CustomerNo,
): Promise<{ borrowerName: string; mobile: string }> {
  const person = await findPerson(database, { vault }, customer)
  const phone = await phoneOf(database, { vault }, customer)
  return { borrowerName: person ? maskName(person.name) : '', mobile: mask(phone) }
}
