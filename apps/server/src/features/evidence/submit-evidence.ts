import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { SentPart } from '@qingzhou/platform/files/uploads'
import { Refused, orRefuse } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import {
  findEvidence,
  lockEvidence,
  saveSubmission,
  type EvidenceRecord,
  type EvidenceKey,
} from './evidence-store.ts'
import { addPart, removeFile, removeOrDetachFile, type UploadProgress } from './upload-file.ts'
import { applyEvidenceEvent, type EvidenceState } from '@qingzhou/domain/evidence/evidence'
import type { Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { insertEvidenceEvent } from './evidence-event-store.ts'
import { listCurrentFiles, markFilesSubmitted, type EvidenceFile } from './evidence-file-store.ts'

type Upload =
  | (SentPart & { readonly act: 'part'; readonly evidenceNo: string; readonly uploadNo: string })
  | { readonly act: 'remove'; readonly evidenceNo: string; readonly fileNo: string }

/** Adds a part of a file to the borrower's own evidence of a subject, or removes a file. */
export async function uploadByBorrower(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'businessDate'>,
  caller: SignedInCaller,
  input: Upload,
  subject: EvidenceSubject,
): Promise<UploadProgress> {
  const { customer } = caller.session
  const { evidenceNo } = input
  const evidence = await getOwnEvidence(services, { customer, evidenceNo }, subject)
  if (input.act === 'part') return addPart(services, { evidence, by: '' }, input)
  const { fileNo } = input
  await services.database.inTransaction((tx) =>
    removeFile(tx, services, { customer, evidenceNo, fileNo }),
  )
  return { parts: 0 }
}

/** Submits the borrower's loan-use evidence. */
export async function submitLoanUse(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'now'>,
  caller: SignedInCaller,
  { evidenceNo, fileNos }: { readonly evidenceNo: string; readonly fileNos: readonly string[] },
): Promise<{ state: EvidenceState }> {
  const { customer } = caller.session
  await getOwnEvidence(services, { customer, evidenceNo }, 'loanUse')
  const state = await services.database.inTransaction((tx) =>
    submitEvidence(tx, services, { customer, evidenceNo, by: '', fileNos }),
  )
  return { state }
}

/**
 * Returns the same error for another customer's evidence, another subject and an unknown number.
 */
async function getOwnEvidence(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  key: EvidenceKey,
  subject: EvidenceSubject,
): Promise<EvidenceRecord> {
  const evidence = await findEvidence(database, { vault }, key)
  if (evidence?.subject !== subject) throw new Refused({ kind: 'evidence-unknown' })
  return evidence
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
  { customer, evidenceNo, by, fileNos, note }: SubmitEvidenceInput,
): Promise<EvidenceState> {
  const evidence = await lockEvidence(tx, services, { customer, evidenceNo })
  if (!evidence) throw new Refused({ kind: 'evidence-unknown' })
  const files = await listCurrentFiles(tx, services, evidence)
  const named = new Set(fileNos)
  if (isAlreadySubmitted(evidence, { files, named, by })) return evidence.state

  const on = await readBusinessDate(tx)
  const { state, round } = orRefuse(applyEvidenceEvent(evidence, { type: 'handed-in', on }))
  if (named.size === 0) throw new Refused({ kind: 'files-needed' })
  const chosen = files.filter(({ fileNo }) => named.has(fileNo))
  if (chosen.length !== named.size) throw new Refused({ kind: 'evidence-changed' })

  for (const file of files)
    if (!named.has(file.fileNo)) await removeOrDetachFile(tx, services, { evidence, file })
  await markFilesSubmitted(tx, evidence, { fileNos: [...named], round })
  const at = services.now()
  await saveSubmission(tx, services, evidence, { round, by, at, on, note })
  const reason = undefined
  await insertEvidenceEvent(tx, services, evidence, {
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
