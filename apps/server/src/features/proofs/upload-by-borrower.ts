import type { ProofState, ProofSubject } from '@qingzhou/contract/features/proofs'
import type { SignedInCaller } from '#platform/caller.ts'
import type { SentPart } from '#platform/files/uploads.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findProof, type EvidenceRecord, type EvidenceKey } from './evidence-store.ts'
import { submitEvidence } from './submit-evidence.ts'
import { addPart, removeFile, type Arrived } from './upload-file.ts'

type Upload =
  | (SentPart & { readonly act: 'part'; readonly proofNo: string; readonly uploadNo: string })
  | { readonly act: 'remove'; readonly proofNo: string; readonly fileNo: string }

/** Adds a part of a file to the borrower's own evidence of a subject, or removes a file. */
export async function uploadByBorrower(
  services: Services,
  caller: SignedInCaller,
  input: Upload,
  subject: ProofSubject,
): Promise<Arrived> {
  const { customer } = caller.session
  const { proofNo } = input
  const proof = await getOwnEvidence(services, { customer, proofNo }, subject)
  if (input.act === 'part') return addPart(services, { proof, by: '' }, input)
  const { fileNo } = input
  await services.database.inTransaction((tx) =>
    removeFile(tx, services, { customer, proofNo, fileNo }),
  )
  return { parts: 0 }
}

/** Submits the borrower's loan-use evidence. */
export async function submitLoanUse(
  services: Services,
  caller: SignedInCaller,
  { proofNo, fileNos }: { readonly proofNo: string; readonly fileNos: readonly string[] },
): Promise<{ state: ProofState }> {
  const { customer } = caller.session
  await getOwnEvidence(services, { customer, proofNo }, 'loanUse')
  const state = await services.database.inTransaction((tx) =>
    submitEvidence(tx, services, { customer, proofNo, by: '', fileNos }),
  )
  return { state }
}

/**
 * Returns the same error for another customer's evidence, another subject and an unknown number.
 */
async function getOwnEvidence(
  { database, vault }: Services,
  key: EvidenceKey,
  subject: ProofSubject,
): Promise<EvidenceRecord> {
  const proof = await findProof(database, { vault }, key)
  if (proof?.subject !== subject) throw new Refused({ kind: 'proof-unknown' })
  return proof
}
