import type { StaffCaller } from '#platform/caller.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { SentPart } from '#platform/files/uploads.ts'
import { findProofByNo } from '#features/proofs/proof-store.ts'
import { submitProof } from '#features/proofs/submit-proof.ts'
import { addPart, removeFile, type Arrived } from '#features/proofs/upload-file.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'

type Upload =
  | (SentPart & { readonly act: 'part'; readonly proofNo: string; readonly uploadNo: string })
  | { readonly act: 'remove'; readonly proofNo: string; readonly fileNo: string }
  | { readonly act: 'submit'; readonly proofNo: string; readonly fileNos: readonly string[] }

/** A member of staff puts files to a borrower's proof, takes them out, or hands it in. */
export async function uploadOnBehalf(
  services: Services,
  { staff }: StaffCaller,
  input: Upload,
): Promise<Arrived> {
  const { database } = services
  const { proofNo } = input
  const proof = await findProofByNo(database, services, proofNo)
  if (!proof) throw new Refused({ kind: 'proof-unknown' })
  // The others belong to an application, and nobody but the borrower says what is applied for.
  if (proof.subject !== 'loanUse') throw new Refused({ kind: 'proof-not-on-behalf' })
  const { customer } = proof
  const note = (tx: Transaction, act: string, about: string) =>
    noteStaffAct(tx, services, { staff, customer, act, about: `proof=${proofNo} ${about}` })
  if (input.act === 'part') {
    const noteKept = (tx: Transaction, fileNo: string) => note(tx, 'upload-proof', `file=${fileNo}`)
    return addPart(services, { proof, by: staff.staffNo, noteKept }, input)
  }
  await database.inTransaction(async (tx) => {
    if (input.act === 'remove') {
      await removeFile(tx, services, { customer, proofNo, fileNo: input.fileNo })
      await note(tx, 'remove-proof-file', `file=${input.fileNo}`)
      return
    }
    const { fileNos } = input
    const state = await submitProof(tx, services, { customer, proofNo, by: staff.staffNo, fileNos })
    await note(tx, 'submit-proof', `files=${fileNos.length} state=${state}`)
  })
  return { parts: 0 }
}
