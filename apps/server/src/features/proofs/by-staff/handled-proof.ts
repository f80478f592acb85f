import type { FileRecord } from '@qingzhou/contract/files'
import type { HandledProof } from '@qingzhou/contract/staff'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import type { StaffCaller } from '#platform/caller.ts'
import { linkedFilesOf } from '#features/proofs/kept-file.ts'
import { eventsOf, type ProofEvent } from '#features/proofs/proof-event-store.ts'
import { findProofByNo } from '#features/proofs/proof-store.ts'
import { namesOfStaff } from '#features/staff-members/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { handledViews } from './handled-view.ts'

type Seen = {
  proof: HandledProof
  files: FileRecord[]
  note: string | undefined
  principalLeft: Money
  history: {
    round: number
    act: ProofEvent['act']
    by: string
    at: number
    reason: string | undefined
  }[]
}

const BORROWER = '借款人'
const SYSTEM = '系统'

/** One proof with all that was done with it. The look is written down before anything is shown. */
export async function handledProof(
  services: Services,
  caller: StaffCaller,
  proofNo: string,
): Promise<Seen> {
  const { database } = services
  const { staff } = caller
  const proof = await findProofByNo(database, services, proofNo)
  if (!proof) throw new Refused({ kind: 'proof-unknown' })
  const { customer, round } = proof
  const about = `proof=${proofNo} round=${round}`
  await noteStaffAct(database, services, { staff, act: 'look-at-proof', customer, about })

  const [viewed] = await handledViews(services, [proof], staff)
  if (!viewed) throw new Refused({ kind: 'proof-unknown' })
  const events = await eventsOf(database, services, proof)
  const names = await namesOfStaff(
    database,
    services,
    events.map(({ by }) => by),
  )
  return {
    proof: viewed.handled,
    files: await linkedFilesOf(services, proof, caller.readSecret('staff')),
    note: proof.note,
    principalLeft: principalOutstanding(viewed.loan.loan),
    history: events.map(({ act, by, at, reason, round: inRound }) => ({
      round: inRound,
      act,
      by: nameOf({ act, by }, names),
      at: at.getTime(),
      reason,
    })),
  }
}

function nameOf(
  { act, by }: Pick<ProofEvent, 'act' | 'by'>,
  names: ReadonlyMap<string, string>,
): string {
  if (act === 'lapsed') return SYSTEM
  return by === '' ? BORROWER : (names.get(by) ?? by)
}
