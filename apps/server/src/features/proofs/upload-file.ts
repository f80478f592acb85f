import { FILES_MAX, type FileRecord } from '@qingzhou/contract/files'
import { requireOpen } from '@qingzhou/domain/proofs/proof'
import type { Transaction } from '#platform/database/database.ts'
import { ownFile, type OwnFile } from '#platform/files/own-file.ts'
import { createTurns } from '#platform/files/turns.ts'
import { deleteUploadOf, endUpload, findUpload, lockUpload } from '#platform/files/upload-store.ts'
import {
  dropUpload,
  ownerOf,
  readUpload,
  receivePart,
  type SentPart,
  type UploadKey,
} from '#platform/files/uploads.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { keptFileOf } from './kept-file.ts'
import {
  deleteProofFile,
  filesOf,
  insertProofFile,
  setFileAside,
  type ProofFile,
} from './proof-file-store.ts'
import { lockProof, type EvidenceRecord, type ProofKey } from './proof-store.ts'

/** Who puts a file to which proof: a staff number, or empty for the borrower. */
type Putting = {
  readonly proof: EvidenceRecord
  readonly by: string
  /** Written down together with the file. */
  readonly noteKept?: (tx: Transaction, fileNo: string) => Promise<void>
}

/** A picture unfolds to some hundred megabytes. A phone sends one after the other, and asks again. */
const inTurn = createTurns({ atOnce: 2, ofOneOwner: 4 })

export type Arrived = { parts: number; file?: FileRecord }

/** Takes a part of a file for a proof; with the last one the file is looked into and kept. */
export async function addPart(
  services: Services,
  putting: Putting,
  sent: SentPart & { readonly uploadNo: string },
): Promise<Arrived> {
  const { database } = services
  const { proof, by } = putting
  orRefuse(requireOpen(proof, await services.businessDate()))
  // After a refusal the same file may be sent anew, as it may be for another proof.
  const about = `proof ${proof.proofNo} ${proof.round + 1}`
  const key = { customer: proof.customer, staffNo: by, about, uploadNo: sent.uploadNo }
  const received = await receivePart(services, key, sent)
  const { parts, isWhole, fileNo } = received
  if (!isWhole) {
    requireRoom(await filesOf(database, services, proof))
    return { parts }
  }
  const keptNo = fileNo ?? (await inTurn(ownerOf(key), () => keep(services, putting, key)))
  const files = await filesOf(database, services, proof)
  const kept = files.find((file) => file.fileNo === keptNo)
  return kept ? { parts, file: keptFileOf(kept) } : { parts: 0 }
}

/** Nothing is read before its turn. Asked for many times at once, a file is made by who comes first. */
async function keep(
  services: Services,
  putting: Putting,
  key: UploadKey,
): Promise<string | undefined> {
  const { database, files } = services
  const upload = await readUpload(database, services, key)
  if (!upload) return (await findUpload(database, services, key))?.fileNo
  const own = await ownFile(upload.bytes).catch(async (cause: unknown) => {
    // It will not be any better when asked for again.
    if (cause instanceof Refused) await dropUpload(database, key)
    throw cause
  })
  const { customer } = putting.proof
  const fileNo = await files.put(own.bytes, { customer, kind: 'proof' })
  return database.inTransaction((tx) =>
    hold(tx, services, putting, { key, own, fileNo, fileName: upload.fileName }),
  )
}

/** Whatever has happened since the first part: the proof still takes files, and there is room. */
async function hold(
  tx: Transaction,
  services: Services,
  putting: Putting,
  made: { key: UploadKey; own: OwnFile; fileNo: string; fileName: string },
): Promise<string> {
  const { key, own, fileNo, fileName } = made
  const proof = await lockOpen(tx, services, putting.proof)
  const upload = await lockUpload(tx, key)
  // The last part came twice: who was second leaves a file that nobody holds, and it is swept away.
  if (upload?.fileNo !== undefined) return upload.fileNo
  requireRoom(await filesOf(tx, services, proof))
  await services.files.hold(tx, { customer: proof.customer, fileNo })
  await insertProofFile(tx, services, proof, {
    fileNo,
    fileName,
    kind: own.kind,
    size: own.bytes.length,
    pages: own.pages,
    putBy: key.staffNo,
    putAt: services.now(),
    round: proof.round + 1,
  })
  await endUpload(tx, key, fileNo)
  await putting.noteKept?.(tx, fileNo)
  return fileNo
}

/** Takes a file out again. One that is not there was taken out before. */
export async function removeFile(
  tx: Transaction,
  services: Services,
  { customer, proofNo, fileNo }: ProofKey & { readonly fileNo: string },
): Promise<void> {
  const proof = await lockOpen(tx, services, { customer, proofNo })
  const files = await filesOf(tx, services, proof)
  const file = files.find((one) => one.fileNo === fileNo)
  if (!file) return
  await letGo(tx, services, { proof, file })
}

/** A file that was never handed in is gone; one that was is set aside. */
export async function letGo(
  tx: Transaction,
  { files }: Pick<Services, 'files'>,
  { proof, file }: { readonly proof: EvidenceRecord; readonly file: ProofFile },
): Promise<void> {
  const { customer, proofNo } = proof
  const { fileNo } = file
  if (file.isHandedIn) {
    await setFileAside(tx, { customer, proofNo, fileNo })
    return
  }
  await deleteProofFile(tx, { customer, proofNo, fileNo })
  await deleteUploadOf(tx, { customer, fileNo })
  await files.release(tx, { customer, fileNo })
}

async function lockOpen(
  tx: Transaction,
  services: Services,
  key: ProofKey,
): Promise<EvidenceRecord> {
  const proof = await lockProof(tx, services, key)
  if (!proof) throw new Refused({ kind: 'proof-unknown' })
  orRefuse(requireOpen(proof, await readBusinessDate(tx)))
  return proof
}

function requireRoom(files: readonly ProofFile[]): void {
  if (files.length >= FILES_MAX) throw new Refused({ kind: 'files-too-many', max: FILES_MAX })
}
