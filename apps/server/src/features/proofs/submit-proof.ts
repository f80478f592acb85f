import { moveProof, type ProofState } from '@qingzhou/domain/proofs/proof'
import type { Transaction } from '#platform/database/database.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { orRefuse, Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { noteProofEvent } from './proof-event-store.ts'
import { filesOf, markHandedIn, type ProofFile } from './proof-file-store.ts'
import { lockProof, saveHandedIn, type EvidenceRecord, type ProofKey } from './proof-store.ts'
import { letGo } from './upload-file.ts'

export type HandingIn = ProofKey & {
  /** A staff number, or empty for the borrower. */
  readonly by: string
  readonly fileNos: readonly string[]
  /** What the borrower has to say to it. */
  readonly note?: string | undefined
}

/**
 * Hands a proof in, with the files that are named; others are let go. Asked twice with the same files,
 * it gives the first answer again.
 */
export async function submitProof(
  tx: Transaction,
  services: Services,
  { customer, proofNo, by, fileNos, note }: HandingIn,
): Promise<ProofState> {
  const proof = await lockProof(tx, services, { customer, proofNo })
  if (!proof) throw new Refused({ kind: 'proof-unknown' })
  const files = await filesOf(tx, services, proof)
  const named = new Set(fileNos)
  if (isHandedInAlready(proof, { files, named, by })) return proof.state

  const on = await readBusinessDate(tx)
  const { state, round } = orRefuse(moveProof(proof, { type: 'handed-in', on }))
  if (named.size === 0) throw new Refused({ kind: 'files-needed' })
  const chosen = files.filter(({ fileNo }) => named.has(fileNo))
  if (chosen.length !== named.size) throw new Refused({ kind: 'proof-changed' })

  for (const file of files) if (!named.has(file.fileNo)) await letGo(tx, services, { proof, file })
  await markHandedIn(tx, proof, { fileNos: [...named], round })
  const at = services.now()
  await saveHandedIn(tx, services, proof, { round, by, at, on, note })
  const reason = undefined
  await noteProofEvent(tx, services, proof, {
    act: 'submitted',
    round,
    by,
    at,
    reason,
    fileNos: [...named],
  })
  return state
}

function isHandedInAlready(
  { state, round, submittedBy }: EvidenceRecord,
  asked: {
    readonly files: readonly ProofFile[]
    readonly named: ReadonlySet<string>
    readonly by: string
  },
): boolean {
  if (state !== 'toReview' && state !== 'approved') return false
  const handedIn = asked.files.filter((file) => file.isHandedIn && file.round === round)
  const isSame = handedIn.every(({ fileNo }) => asked.named.has(fileNo))
  return submittedBy === asked.by && isSame && handedIn.length === asked.named.size
}
