import type { ProofSubject } from '@qingzhou/contract/features/proofs'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { SentPart } from '@qingzhou/platform/files/uploads'
import { Refused, orRefuse } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import {
  findProof,
  lockEvidence,
  saveSubmission,
  type EvidenceRecord,
  type EvidenceKey,
} from './evidence-store.ts'
import { addPart, removeFile, removeOrDetachFile, type Arrived } from './upload-file.ts'
import { moveProof, type ProofState } from '@qingzhou/domain/proofs/proof'
import type { Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { insertEvidenceEvent } from './evidence-event-store.ts'
import { filesOf, markFilesSubmitted, type EvidenceFile } from './evidence-file-store.ts'

type Upload =
  | (SentPart & { readonly act: 'part'; readonly proofNo: string; readonly uploadNo: string })
  | { readonly act: 'remove'; readonly proofNo: string; readonly fileNo: string }

/** Adds a part of a file to the borrower's own evidence of a subject, or removes a file. */
export async function uploadByBorrower(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'businessDate'>,
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
  services: Pick<Services, 'database' | 'vault' | 'files' | 'now'>,
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
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  key: EvidenceKey,
  subject: ProofSubject,
): Promise<EvidenceRecord> {
  const proof = await findProof(database, { vault }, key)
  if (proof?.subject !== subject) throw new Refused({ kind: 'proof-unknown' })
  return proof
}

type SubmitEvidenceInput = EvidenceKey & {
  /** A staff number, or empty for the borrower. */
  readonly by: string
  readonly fileNos: readonly string[]
  /** The borrower's comment. */
  readonly note?: string | undefined
}

/**
 * Submits evidence with the named files and removes the others. A repeated call with the same files
 * returns the same answer.
 */
export async function submitEvidence(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'files' | 'now'>,
  { customer, proofNo, by, fileNos, note }: SubmitEvidenceInput,
): Promise<ProofState> {
  const proof = await lockEvidence(tx, services, { customer, proofNo })
  if (!proof) throw new Refused({ kind: 'proof-unknown' })
  const files = await filesOf(tx, services, proof)
  const named = new Set(fileNos)
  if (isAlreadySubmitted(proof, { files, named, by })) return proof.state

  const on = await readBusinessDate(tx)
  const { state, round } = orRefuse(moveProof(proof, { type: 'handed-in', on }))
  if (named.size === 0) throw new Refused({ kind: 'files-needed' })
  const chosen = files.filter(({ fileNo }) => named.has(fileNo))
  if (chosen.length !== named.size) throw new Refused({ kind: 'proof-changed' })

  for (const file of files)
    if (!named.has(file.fileNo)) await removeOrDetachFile(tx, services, { proof, file })
  await markFilesSubmitted(tx, proof, { fileNos: [...named], round })
  const at = services.now()
  await saveSubmission(tx, services, proof, { round, by, at, on, note })
  const reason = undefined
  await insertEvidenceEvent(tx, services, proof, {
    act: 'submitted',
    round,
    by,
    at,
    reason,
    fileNos: [...named],
  })
  return state
}

function isAlreadySubmitted(
  { state, round, submittedBy }: EvidenceRecord,
  request: {
    readonly files: readonly EvidenceFile[]
    readonly named: ReadonlySet<string>
    readonly by: string
  },
): boolean {
  if (state !== 'toReview' && state !== 'approved') return false
  const handedIn = request.files.filter((file) => file.isHandedIn && file.round === round)
  const isSame = handedIn.every(({ fileNo }) => request.named.has(fileNo))
  return submittedBy === request.by && isSame && handedIn.length === request.named.size
}
