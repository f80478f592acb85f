import type { StaffActName } from '@qingzhou/contract/staff-acts'
import type { StaffCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { SentPart } from '@qingzhou/platform/files/uploads'
import { findEvidenceByNo } from '#features/evidence/evidence-store.ts'
import { submitEvidence } from '#features/evidence/submit-evidence.ts'
import { addPart, removeFile, type UploadProgress } from '#features/evidence/upload-file.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { EvidenceState, EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { HandledEvidence } from '@qingzhou/contract/features/staff'
import { countEvidence, listEvidencePage } from '#features/evidence/evidence-list-store.ts'
import { stateOfSource } from '#features/evidence/evidence-lists.ts'
import { evidenceViewsForStaff } from './evidence-detail.ts'

type Upload =
  | (SentPart & { readonly act: 'part'; readonly evidenceNo: string; readonly uploadNo: string })
  | { readonly act: 'remove'; readonly evidenceNo: string; readonly fileNo: string }
  | { readonly act: 'submit'; readonly evidenceNo: string; readonly fileNos: readonly string[] }

/** Lets staff upload, remove and submit files of a borrower's loan-use evidence. */
export async function uploadOnBehalf(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'businessDate'>,
  { staff }: StaffCaller,
  input: Upload,
): Promise<UploadProgress> {
  const { database } = services
  const { evidenceNo } = input
  const evidence = await findEvidenceByNo(database, services, evidenceNo)
  if (!evidence) throw new Refused({ kind: 'evidence-unknown' })
  // Evidence of other subjects belongs to an application, which only the borrower may submit.
  if (evidence.subject !== 'loanUse') throw new Refused({ kind: 'evidence-not-on-behalf' })
  const { customer } = evidence
  const note = (tx: Transaction, act: StaffActName, about: string) =>
    recordStaffAct(tx, services, { staff, customer, act, about: `evidence=${evidenceNo} ${about}` })
  if (input.act === 'part') {
    const noteStored = (tx: Transaction, fileNo: string) =>
      note(tx, 'upload-evidence', `file=${fileNo}`)
    return addPart(services, { evidence, by: staff.staffNo, noteStored }, input)
  }
  await database.inTransaction(async (tx) => {
    if (input.act === 'remove') {
      await removeFile(tx, services, { customer, evidenceNo, fileNo: input.fileNo })
      await note(tx, 'remove-evidence-file', `file=${input.fileNo}`)
      return
    }
    const { fileNos } = input
    const state = await submitEvidence(tx, services, {
      customer,
      evidenceNo,
      by: staff.staffNo,
      fileNos,
    })
    await note(tx, 'submit-evidence', `files=${fileNos.length} state=${state}`)
  })
  return { parts: 0 }
}

type LoansInput = {
  readonly source: number
  readonly subject?: EvidenceSubject | undefined
  readonly pageNo: number
}

/** A page of evidence records in one state, with the counts of all states. */
export async function loansToHandle(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>,
  { staff }: StaffCaller,
  { source, subject, pageNo }: LoansInput,
): Promise<{
  evidenceList: HandledEvidence[]
  counts: Record<EvidenceState, number>
  hasMore: boolean
}> {
  const { database } = services
  const state = stateOfSource(source)
  const counts = await countEvidence(database, { subject })
  const page = await listEvidencePage(database, services, { subject, state, pageNo })
  const viewed = await evidenceViewsForStaff(services, page.evidenceList, staff)
  const about = `source=${source} page=${pageNo} evidence=${page.evidenceList.map(({ evidenceNo }) => evidenceNo).join(',')}`
  await recordStaffAct(database, services, { staff, act: 'list-evidence', about })
  return { evidenceList: viewed.map(({ handled }) => handled), counts, hasMore: page.hasMore }
}
