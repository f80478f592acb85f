import type { HandledProof } from '@qingzhou/contract/staff'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import type { StaffMember } from '#caller.ts'
import type { CustomerNo } from '#customer-no.ts'
import { findPerson } from '#modules/identity/index.ts'
import { phoneOf } from '#modules/onboarding/index.ts'
import type { KeptProof } from '#modules/proofs/proof-store.ts'
import { viewsOf, type ViewedProof } from '#modules/proofs/proof-view.ts'
import type { Services } from '#services.ts'
import { ownPartIn } from './own-part.ts'

/** Proofs as a member of staff sees them: whose they are, masked. */
export async function handledViews(
  services: Services,
  proofs: readonly KeptProof[],
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
