import type { StaffCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { SentPart } from '@qingzhou/platform/files/uploads'
import { findEvidenceByNo } from '#features/proofs/evidence-store.ts'
import { submitEvidence } from '#features/proofs/submit-evidence.ts'
import { addPart, removeFile, type Arrived } from '#features/proofs/upload-file.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { ProofState, ProofSubject } from '@qingzhou/contract/features/proofs'
import type { HandledProof } from '@qingzhou/contract/features/staff'
import { countEvidence, listEvidencePage } from '#features/proofs/proof-list-store.ts'
import { stateOfSource } from '#features/proofs/evidence-lists.ts'
import { evidenceViewsForStaff } from './evidence-detail.ts'

type Upload =
  | (SentPart & { readonly act: 'part'; readonly proofNo: string; readonly uploadNo: string })
  | { readonly act: 'remove'; readonly proofNo: string; readonly fileNo: string }
  | { readonly act: 'submit'; readonly proofNo: string; readonly fileNos: readonly string[] }

/** Lets staff upload, remove and submit files of a borrower's loan-use evidence. */
export async function uploadOnBehalf(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'businessDate'>,
  { staff }: StaffCaller,
  input: Upload,
): Promise<Arrived> {
  const { database } = services
  const { proofNo } = input
  const proof = await findEvidenceByNo(database, services, proofNo)
  if (!proof) throw new Refused({ kind: 'proof-unknown' })
  // Evidence of other subjects belongs to an application, which only the borrower may submit.
  if (proof.subject !== 'loanUse') throw new Refused({ kind: 'proof-not-on-behalf' })
  const { customer } = proof
  const note = (tx: Transaction, act: string, about: string) =>
    recordStaffAct(tx, services, { staff, customer, act, about: `proof=${proofNo} ${about}` })
  if (input.act === 'part') {
    const noteStored = (tx: Transaction, fileNo: string) =>
      note(tx, 'upload-proof', `file=${fileNo}`)
    return addPart(services, { proof, by: staff.staffNo, noteStored }, input)
  }
  await database.inTransaction(async (tx) => {
    if (input.act === 'remove') {
      await removeFile(tx, services, { customer, proofNo, fileNo: input.fileNo })
      await note(tx, 'remove-proof-file', `file=${input.fileNo}`)
      return
    }
    const { fileNos } = input
    const state = await submitEvidence(tx, services, {
      customer,
      proofNo,
      by: staff.staffNo,
      fileNos,
    })
    await note(tx, 'submit-proof', `files=${fileNos.length} state=${state}`)
  })
  return { parts: 0 }
}

type LoansInput = {
  readonly source: number
  readonly subject?: ProofSubject | undefined
  readonly pageNo: number
}

/** A page of evidence records in one state, with the counts of all states. */
export async function loansToHandle(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>,
  { staff }: StaffCaller,
  { source, subject, pageNo }: LoansInput,
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
