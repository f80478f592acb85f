import type { ProofState, ProofSubject } from '@qingzhou/contract/features/proofs'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { moveProof, type Verdict } from '@qingzhou/domain/proofs/proof'
import type { StaffCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { enqueueVerdictSms } from '#features/proofs/messages.ts'
import { insertEvidenceEvent } from '#features/proofs/evidence-event-store.ts'
import { filesOf } from '#features/proofs/evidence-file-store.ts'
import {
  findEvidenceByNo,
  lockEvidence,
  saveReview,
  type EvidenceRecord,
} from '#features/proofs/evidence-store.ts'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { involvementOf } from './evidence-detail.ts'

/** A review, as the subject's feature receives it. */
export type Reviewed = {
  readonly customer: CustomerNo
  readonly proofNo: string
  readonly subject: ProofSubject
  readonly subjectNo: string
  readonly loanNo: string
  readonly round: number
  readonly verdict: Verdict
  readonly reason: string | undefined
  /** Business dates of the submission and of the review. */
  readonly submittedOn: LocalDate
  readonly reviewedOn: LocalDate
  readonly staffNo: string
}

/**
 * The subject's action after a review, in the same transaction: a refusal there rolls the review
 * back. The action also notifies the borrower.
 */
export type AfterReview = Partial<
  Record<
    ProofSubject,
    (
      tx: Transaction,
      services: Pick<Services, 'vault' | 'tasks' | 'now'>,
      reviewed: Reviewed,
    ) => Promise<void>
  >
>

type Review = {
  readonly proofNo: string
  readonly round: number
  readonly verdict: Verdict
  readonly reason?: string | undefined
}

/** Approves or refuses evidence. The second of two concurrent reviews is refused as outdated. */
export async function reviewProof(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  { staff }: StaffCaller,
  { review, afterReview }: { readonly review: Review; readonly afterReview: AfterReview },
): Promise<{ state: ProofState }> {
  const { proofNo, round, verdict } = review
  const reason = verdict === 'refused' ? review.reason?.trim() : undefined
  if (verdict === 'refused' && !reason) throw new Refused({ kind: 'reason-needed' })
  return services.database.inTransaction(async (tx) => {
    const found = await findEvidenceByNo(tx, services, proofNo)
    const proof = found && (await lockEvidence(tx, services, found))
    if (!proof) throw new Refused({ kind: 'proof-unknown' })

    const on = await readBusinessDate(tx)
    const moved = orRefuse(moveProof(proof, { type: 'reviewed', verdict, round, on }))
    const ownPart = await involvementOf(tx, services, { proof, staff })
    if (ownPart !== undefined) throw new Refused({ kind: `own-${ownPart}` })
    const by = staff.staffNo
    await save(tx, services, proof, { verdict, reason, by, dueOn: moved.dueOn })
    const afterwards = { ...proof, ...moved }
    const act = afterReview[proof.subject]
    if (act)
      await act(tx, services, {
        ...reviewedOf(proof),
        verdict,
        reason,
        reviewedOn: on,
        staffNo: by,
      })
    else await enqueueVerdictSms(tx, services, afterwards, { verdict, reason })
    const about = `proof=${proofNo} round=${round} verdict=${verdict}`
    await recordStaffAct(tx, services, {
      staff,
      act: 'review-proof',
      customer: proof.customer,
      about,
    })
    return { state: moved.state }
  })
}

async function save(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  proof: EvidenceRecord,
  review: Pick<Reviewed, 'verdict' | 'reason'> & {
    readonly by: string
    readonly dueOn: LocalDate | undefined
  },
): Promise<void> {
  const at = services.now()
  const { verdict, reason, by } = review
  await saveReview(tx, services, proof, { ...review, at })
  const files = await filesOf(tx, services, proof)
  await insertEvidenceEvent(tx, services, proof, {
    act: verdict,
    round: proof.round,
    by,
    at,
    reason,
    fileNos: files.map(({ fileNo }) => fileNo),
  })
}

function reviewedOf(
  proof: EvidenceRecord,
): Omit<Reviewed, 'verdict' | 'reason' | 'reviewedOn' | 'staffNo'> {
  const { customer, proofNo, subject, subjectNo, loanNo, round, submittedOn } = proof
  if (submittedOn === undefined)
    throw new Error(`evidence ${proofNo}: reviewed but never submitted`)
  return { customer, proofNo, subject, subjectNo, loanNo, round, submittedOn }
}
