import type { ProofState, ProofSubject } from '@qingzhou/contract/proofs'
import type { HandledProof } from '@qingzhou/contract/staff'
import type { StaffCaller } from '#platform/caller.ts'
import { countProofs, pageOfProofs } from '#features/proofs/proof-list-store.ts'
import { stateOfSource } from '#features/proofs/proof-lists.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { handledViews } from './handled-proof.ts'

type Asked = {
  readonly source: number
  readonly subject?: ProofSubject | undefined
  readonly pageNo: number
}

/** A page of what waits for staff, or was handled, with how many there are of each. */
export async function loansToHandle(
  services: Services,
  { staff }: StaffCaller,
  { source, subject, pageNo }: Asked,
): Promise<{ proofs: HandledProof[]; counts: Record<ProofState, number>; hasMore: boolean }> {
  const { database } = services
  const state = stateOfSource(source)
  const counts = await countProofs(database, { subject })
  const page = await pageOfProofs(database, services, { subject, state, pageNo })
  const viewed = await handledViews(services, page.proofs, staff)
  const about = `source=${source} page=${pageNo} proofs=${page.proofs.map(({ proofNo }) => proofNo).join(',')}`
  await noteStaffAct(database, services, { staff, act: 'list-proofs', about })
  return { proofs: viewed.map(({ handled }) => handled), counts, hasMore: page.hasMore }
}
