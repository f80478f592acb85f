import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { HandledEvidence, OwnPart } from '@qingzhou/contract/features/staff'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { findPerson } from '#features/identity/index.ts'
import { getPhone } from '#features/onboarding/index.ts'
import {
  filesWithLinks,
  readEvidenceViews,
  type EvidenceWithLoan,
} from '#features/evidence/evidence-view.ts'
import type { EvidenceEvent } from '#features/evidence/evidence-event-store.ts'
import { listEvidenceEvents } from '#features/evidence/evidence-event-store.ts'
import { listCurrentFiles } from '#features/evidence/evidence-file-store.ts'
import type { EvidenceRecord } from '#features/evidence/evidence-store.ts'
import { findEvidenceByNo } from '#features/evidence/evidence-store.ts'
import { isPhoneOfStaff, namesOfStaff } from '#features/staff-members/index.ts'
import type { StaffCaller, StaffMember } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'

type EvidenceDetail = {
  evidence: HandledEvidence
  files: FileRecord[]
  note: string | undefined
  principalLeft: Money
  history: {
    round: number
    act: EvidenceEvent['act']
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
export async function readEvidence(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>,
  caller: StaffCaller,
  evidenceNo: string,
): Promise<EvidenceDetail> {
  const { database } = services
  const { staff } = caller
  const evidence = await findEvidenceByNo(database, services, evidenceNo)
  if (!evidence) throw new Refused({ kind: 'evidence-unknown' })
  const { customer, round } = evidence
  const about = `evidence=${evidenceNo} round=${round}`
  await recordStaffAct(database, services, { staff, act: 'look-at-evidence', customer, about })

  const [viewed] = await evidenceViewsForStaff(services, [evidence], staff)
  if (!viewed) throw new Refused({ kind: 'evidence-unknown' })
  const events = await listEvidenceEvents(database, services, evidence)
  const names = await namesOfStaff(
    database,
    services,
    events.map(({ by }) => by),
  )
  return {
    evidence: viewed.handled,
    files: await filesWithLinks(services, evidence, caller.readSecret('staff')),
    note: evidence.note,
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
  { act, by }: Pick<EvidenceEvent, 'act' | 'by'>,
  names: ReadonlyMap<string, string>,
): string {
  if (act === 'lapsed') return SYSTEM
  return by === '' ? BORROWER : (names.get(by) ?? by)
}

/** Evidence records for staff, with the borrower masked. */
export async function evidenceViewsForStaff(
  services: Pick<Services, 'database' | 'vault' | 'businessDate'>,
  evidenceList: readonly EvidenceRecord[],
  staff: Pick<StaffMember, 'staffNo'>,
): Promise<(EvidenceWithLoan & { readonly handled: HandledEvidence })[]> {
  const viewed = await readEvidenceViews(services, evidenceList)
  return Promise.all(
    viewed.map(async (one) => ({
      ...one,
      handled: {
        ...one.view,
        ...(await readMaskedBorrower(services, one.record.customer)),
        productNo: one.loan.product,
        summary: one.record.summary,
        ownPart: await findInvolvement(services.database, services, {
          evidence: one.record,
          staff,
        }),
      },
    })),
  )
}

async function readMaskedBorrower(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  customer: CustomerNo,
): Promise<{ borrowerName: string; mobile: string }> {
  const person = await findPerson(database, { vault }, customer)
  const phone = await getPhone(database, { vault }, customer)
  return { borrowerName: person ? maskName(person.name) : '', mobile: mask(phone) }
}

/**
 * How a member of staff is involved in an evidence record: it belongs to their own loan, or they
 * uploaded or submitted its files. In these cases another reviewer has to decide.
 */
export async function findInvolvement(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  request: { readonly evidence: EvidenceRecord; readonly staff: Pick<StaffMember, 'staffNo'> },
): Promise<OwnPart | undefined> {
  const { evidence, staff } = request
  const { staffNo } = staff
  const phone = await getPhone(db, services, evidence.customer)
  if (await isPhoneOfStaff(db, services, { staffNo, phone })) return 'loan'
  if (evidence.submittedBy === staffNo) return 'upload'
  const files = await listCurrentFiles(db, services, evidence)
  return files.some(({ putBy }) => putBy === staffNo) ? 'upload' : undefined
}
