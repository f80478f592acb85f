import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { HandledProof, OwnPart } from '@qingzhou/contract/features/staff'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { findPerson } from '#features/identity/index.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import { filesWithLinks, viewsOf, type EvidenceWithLoan } from '#features/proofs/evidence-view.ts'
import type { ProofEvent } from '#features/proofs/evidence-event-store.ts'
import { eventsOf } from '#features/proofs/evidence-event-store.ts'
import { filesOf } from '#features/proofs/evidence-file-store.ts'
import type { EvidenceRecord } from '#features/proofs/evidence-store.ts'
import { findEvidenceByNo } from '#features/proofs/evidence-store.ts'
import { isPhoneOfStaff, namesOfStaff } from '#features/staff-members/index.ts'
import type { StaffCaller, StaffMember } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'

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

/**
 * Returns one evidence record with its history. The access is logged before anything is returned.
 */
export async function handledProof(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>,
  caller: StaffCaller,
  proofNo: string,
): Promise<Seen> {
  const { database } = services
  const { staff } = caller
  const proof = await findEvidenceByNo(database, services, proofNo)
  if (!proof) throw new Refused({ kind: 'proof-unknown' })
  const { customer, round } = proof
  const about = `proof=${proofNo} round=${round}`
  await recordStaffAct(database, services, { staff, act: 'look-at-proof', customer, about })

  const [viewed] = await evidenceViewsForStaff(services, [proof], staff)
  if (!viewed) throw new Refused({ kind: 'proof-unknown' })
  const events = await eventsOf(database, services, proof)
  const names = await namesOfStaff(
    database,
    services,
    events.map(({ by }) => by),
  )
  return {
    proof: viewed.handled,
    files: await filesWithLinks(services, proof, caller.readSecret('staff')),
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

/** Evidence records for staff, with the borrower masked. */
export async function evidenceViewsForStaff(
  services: Pick<Services, 'database' | 'vault' | 'businessDate'>,
  proofs: readonly EvidenceRecord[],
  staff: Pick<StaffMember, 'staffNo'>,
): Promise<(EvidenceWithLoan & { readonly handled: HandledProof })[]> {
  const viewed = await viewsOf(services, proofs)
  return Promise.all(
    viewed.map(async (one) => ({
      ...one,
      handled: {
        ...one.view,
        ...(await masked(services, one.record.customer)),
        productNo: one.loan.product,
        summary: one.record.summary,
        ownPart: await involvementOf(services.database, services, { proof: one.record, staff }),
      },
    })),
  )
}

async function masked(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  customer: CustomerNo,
): Promise<{ borrowerName: string; mobile: string }> {
  const person = await findPerson(database, { vault }, customer)
  const phone = await phoneOf(database, { vault }, customer)
  return { borrowerName: person ? maskName(person.name) : '', mobile: mask(phone) }
}

/**
 * How a member of staff is involved in an evidence record: it belongs to their own loan, or they
 * uploaded or submitted its files. In these cases another reviewer has to decide.
 */
export async function involvementOf(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  request: { readonly proof: EvidenceRecord; readonly staff: Pick<StaffMember, 'staffNo'> },
): Promise<OwnPart | undefined> {
  const { proof, staff } = request
  const { staffNo } = staff
  const phone = await phoneOf(db, services, proof.customer)
  if (await isPhoneOfStaff(db, services, { staffNo, phone })) return 'loan'
  if (proof.submittedBy === staffNo) return 'upload'
  const files = await filesOf(db, services, proof)
  return files.some(({ putBy }) => putBy === staffNo) ? 'upload' : undefined
}
