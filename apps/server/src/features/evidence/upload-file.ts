import { FILES_MAX, type FileRecord } from '@qingzhou/contract/wire/files'
import { requireOpen } from '@qingzhou/domain/evidence/evidence'
import type { Transaction } from '@qingzhou/platform/database/database'
import { sanitiseFile, type SanitisedFile } from '@qingzhou/platform/files/sanitise-file'
import { createConcurrencyLimit } from '@qingzhou/platform/files/concurrency-limit'
import {
  deleteUploadByFile,
  endUpload,
  findUpload,
  lockUpload,
} from '@qingzhou/platform/files/upload-store'
import {
  dropUpload,
  ownerOf,
  readUpload,
  receivePart,
  type SentPart,
  type UploadKey,
} from '@qingzhou/platform/files/uploads'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { fileViewOf } from './evidence-view.ts'
import {
  deleteEvidenceFile,
  listCurrentFiles,
  insertEvidenceFile,
  detachSubmittedFile,
  type EvidenceFile,
} from './evidence-file-store.ts'
import { lockEvidence, type EvidenceRecord, type EvidenceKey } from './evidence-store.ts'

/** An upload. `by` is a staff number, or empty for the borrower. */
type EvidenceUpload = {
  readonly evidence: EvidenceRecord
  readonly by: string
  /** Writes the log entry in the transaction that adds the file. */
  readonly noteStored?: (tx: Transaction, fileNo: string) => Promise<void>
}

/**
 * Limits concurrent decoding: a picture may decompress to some hundred megabytes. Phones upload one
 * file at a time and retry.
 */
const inTurn = createConcurrencyLimit({ atOnce: 2, ofOneOwner: 4 })

export type UploadProgress = { parts: number; file?: FileRecord }

/** Receives a part of a file; with the last part the file is checked and stored. */
export async function addPart(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'businessDate'>,
  putting: EvidenceUpload,
  sent: SentPart & { readonly uploadNo: string },
): Promise<UploadProgress> {
  const { database } = services
  const { evidence, by } = putting
  orRefuse(requireOpen(evidence, await services.businessDate()))
  // The key has evidence and round, so that the same file can be sent again after a refusal or for
  // other evidence.
  const about = `proof ${evidence.evidenceNo} ${evidence.round + 1}`
  const key = { customer: evidence.customer, staffNo: by, about, uploadNo: sent.uploadNo }
  const received = await receivePart(services, key, sent)
  const { parts, isWhole, fileNo } = received
  if (!isWhole) {
    requireRoom(await listCurrentFiles(database, services, evidence))
    return { parts }
  }
  const storedNo = fileNo ?? (await inTurn(ownerOf(key), () => keep(services, putting, key)))
  const files = await listCurrentFiles(database, services, evidence)
  const record = files.find((file) => file.fileNo === storedNo)
  return record ? { parts, file: fileViewOf(record) } : { parts: 0 }
}

/**
 * Runs when its turn comes. Of concurrent requests for the same upload, the first creates the file.
 */
async function keep(
  services: Pick<Services, 'database' | 'vault' | 'files' | 'now'>,
  putting: EvidenceUpload,
  key: UploadKey,
): Promise<string | undefined> {
  const { database, files } = services
  const upload = await readUpload(database, services, key)
  if (!upload) return (await findUpload(database, services, key))?.fileNo
  const own = await sanitiseFile(upload.bytes).catch(async (cause: unknown) => {
    // A retry cannot succeed with the same content.
    if (cause instanceof Refused) await dropUpload(database, key)
    throw cause
  })
  const { customer } = putting.evidence
  const fileNo = await files.put(own.bytes, { customer, kind: 'evidence' })
  return database.inTransaction((tx) =>
    hold(tx, services, putting, { key, own, fileNo, fileName: upload.fileName }),
  )
}

/** Checks again under the lock that the evidence is open and has room, then adds the file. */
async function hold(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'files' | 'now'>,
  putting: EvidenceUpload,
  made: { key: UploadKey; own: SanitisedFile; fileNo: string; fileName: string },
): Promise<string> {
  const { key, own, fileNo, fileName } = made
  const evidence = await lockOpen(tx, services, putting.evidence)
  const upload = await lockUpload(tx, key)
  // Another request with the same last part was first; the file written here is unreferenced and
  // will be swept.
  if (upload?.fileNo !== undefined) return upload.fileNo
  requireRoom(await listCurrentFiles(tx, services, evidence))
  await services.files.hold(tx, { customer: evidence.customer, fileNo })
  await insertEvidenceFile(tx, services, evidence, {
    fileNo,
    fileName,
    kind: own.kind,
    size: own.bytes.length,
    pages: own.pages,
    putBy: key.staffNo,
    putAt: services.now(),
    round: evidence.round + 1,
  })
  await endUpload(tx, key, fileNo)
  await putting.noteStored?.(tx, fileNo)
  return fileNo
}

/** Removes a file; does nothing if it was removed before. */
export async function removeFile(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'files'>,
  { customer, evidenceNo, fileNo }: EvidenceKey & { readonly fileNo: string },
): Promise<void> {
  const evidence = await lockOpen(tx, services, { customer, evidenceNo })
  const files = await listCurrentFiles(tx, services, evidence)
  const file = files.find((one) => one.fileNo === fileNo)
  if (!file) return
  await removeOrDetachFile(tx, services, { evidence, file })
}

/** Deletes a file that was never submitted; removes a submitted one from the current files only. */
export async function removeOrDetachFile(
  tx: Transaction,
  { files }: Pick<Services, 'files'>,
  { evidence, file }: { readonly evidence: EvidenceRecord; readonly file: EvidenceFile },
): Promise<void> {
  const { customer, evidenceNo } = evidence
  const { fileNo } = file
  if (file.isHandedIn) {
    await detachSubmittedFile(tx, { customer, evidenceNo, fileNo })
    return
  }
  await deleteEvidenceFile(tx, { customer, evidenceNo, fileNo })
  await deleteUploadByFile(tx, { customer, fileNo })
  await files.release(tx, { customer, fileNo })
}

async function lockOpen(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  key: EvidenceKey,
): Promise<EvidenceRecord> {
  const evidence = await lockEvidence(tx, services, key)
  if (!evidence) throw new Refused({ kind: 'evidence-unknown' })
  orRefuse(requireOpen(evidence, await readBusinessDate(tx)))
  return evidence
}

function requireRoom(files: readonly EvidenceFile[]): void {
  if (files.length >= FILES_MAX) throw new Refused({ kind: 'files-too-many', max: FILES_MAX })
}
