import type { ProofState, ProofSubject } from '@qingzhou/contract/proofs'
import type { SignedInCaller } from '#platform/caller.ts'
import type { SentPart } from '#platform/files/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findProof, type EvidenceRecord, type ProofKey } from './proof-store.ts'
import { submitProof } from './submit-proof.ts'
import { addPart, removeFile, type Arrived } from './upload-file.ts'

type Upload =
  | (SentPart & { readonly act: 'part'; readonly proofNo: string; readonly uploadNo: string })
  | { readonly act: 'remove'; readonly proofNo: string; readonly fileNo: string }

/** A borrower puts a file to a proof of a kind, or takes one out. */
export async function uploadByBorrower(
  services: Services,
  caller: SignedInCaller,
  input: Upload,
  subject: ProofSubject,
): Promise<Arrived> {
  const { customer } = caller.session
  const { proofNo } = input
  const proof = await ownProof(services, { customer, proofNo }, subject)
  if (input.act === 'part') return addPart(services, { proof, by: '' }, input)
  const { fileNo } = input
  await services.database.inTransaction((tx) =>
    removeFile(tx, services, { customer, proofNo, fileNo }),
  )
  return { parts: 0 }
}

/** A borrower hands in what a loan was used for. */
export async function submitLoanUse(
  services: Services,
  caller: SignedInCaller,
  { proofNo, fileNos }: { readonly proofNo: string; readonly fileNos: readonly string[] },
): Promise<{ state: ProofState }> {
  const { customer } = caller.session
  await ownProof(services, { customer, proofNo }, 'loanUse')
  const state = await services.database.inTransaction((tx) =>
    submitProof(tx, services, { customer, proofNo, by: '', fileNos }),
  )
  return { state }
}

/** Another's, one of another kind and a made-up one are all the same. */
async function ownProof(
  { database, vault }: Services,
  key: ProofKey,
  subject: ProofSubject,
): Promise<EvidenceRecord> {
  const proof = await findProof(database, { vault }, key)
  if (proof?.subject !== subject) throw new Refused({ kind: 'proof-unknown' })
  return proof
}
