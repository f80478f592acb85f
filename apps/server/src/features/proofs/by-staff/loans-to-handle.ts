import type { ProofState, ProofSubject } from '@qingzhou/contract/features/proofs'
import type { HandledProof } from '@qingzhou/contract/features/staff'
import type { StaffCaller } from '#platform/caller.ts'
import { countEvidence, listEvidencePage } from '#features/proofs/proof-list-store.ts'
import { stateOfSource } from '#features/proofs/evidence-lists.ts'
import type { Services } from '#platform/services.ts'
import { recordStaffAct } from '#platform/staff-log/index.ts'
import { evidenceViewsForStaff } from './evidence-detail.ts'

type Asked = {
  readonly source: number
  readonly subject?: ProofSubject | undefined
  readonly pageNo: number
}

/** A page of evidence records in one state, with the counts of all states. */
export async function loansToHandle(
  services: Services,
  { staff }: StaffCaller,
  { source, subject, pageNo }: Asked,
): Promise<{ proofs: HandledProof[]; counts: Record<ProofState, number>; hasMore: boolean }> {
  const { database } = services
  const state = stateOfSource(source)
  const counts = await countEvidence(database, { subject })
  const page = await listEvidencePage(database, services, { subject, state, pageNo })
  const viewed = await evidenceViewsForStaff(services, page.proofs, staff)
  const about = `source=${source} page=${pageNo} proofs=${page.proofs.map(({ proofNo }) => proofNo).join(',')}`
  await recordStaffAct(database, services, { staff, act: 'list-proofs', about })
  return { proofs: viewed.map(({ handled }) => handled), counts, hasMore: page.hasMore }
}
