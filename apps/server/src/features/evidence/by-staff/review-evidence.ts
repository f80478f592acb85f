import type { EvidenceState, EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { applyEvidenceEvent, type Verdict } from '@qingzhou/domain/evidence/evidence'
import type { StaffCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { enqueueVerdictSms } from '#features/evidence/messages.ts'
import { insertEvidenceEvent } from '#features/evidence/evidence-event-store.ts'
import { listCurrentFiles } from '#features/evidence/evidence-file-store.ts'
import {
  findEvidenceByNo,
  lockEvidence,
  saveReview,
  type EvidenceRecord,
} from '#features/evidence/evidence-store.ts'
import { orRefuse, Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { findInvolvement } from './evidence-detail.ts'

/** A review, as the subject's feature receives it. */
export type ReviewedEvidence = {
  readonly customer: CustomerNo
  readonly evidenceNo: string
  readonly subject: EvidenceSubject
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
    EvidenceSubject,
    (
      tx: Transaction,
      services: Pick<Services, 'vault' | 'tasks' | 'now'>,
      reviewed: ReviewedEvidence,
    ) => Promise<void>
  >
>

type Review = {
  readonly evidenceNo: string
  readonly round: number
  readonly verdict: Verdict
  readonly reason?: string | undefined
}

/** Approves or refuses evidence. The second of two concurrent reviews is refused as outdated. */
export async function reviewEvidence(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  { staff }: StaffCaller,
  { review, afterReview }: { readonly review: Review; readonly afterReview: AfterReview },
): Promise<{ state: EvidenceState }> {
  const { evidenceNo, round, verdict } = review
  const reason = verdict === 'refused' ? review.reason?.trim() : undefined
  if (verdict === 'refused' && !reason) throw new Refused({ kind: 'reason-needed' })
  return services.database.inTransaction(async (tx) => {
    const found = await findEvidenceByNo(tx, services, evidenceNo)
    const evidence = found && (await lockEvidence(tx, services, found))
    if (!evidence) throw new Refused({ kind: 'evidence-unknown' })

    const on = await readBusinessDate(tx)
    const moved = orRefuse(applyEvidenceEvent(evidence, { type: 'reviewed', verdict, round, on }))
    const ownPart = await findInvolvement(tx, services, { evidence, staff })
    if (ownPart !== undefined) throw new Refused({ kind: `own-${ownPart}` })
    const by = staff.staffNo
    await save(tx, services, evidence, { verdict, reason, by, dueOn: moved.dueOn })
    const afterwards = { ...evidence, ...moved }
    const act = afterReview[evidence.subject]
    if (act)
      await act(tx, services, {
        ...reviewSubject(evidence),
        verdict,
        reason,
        reviewedOn: on,
        staffNo: by,
      })
    else await enqueueVerdictSms(tx, services, afterwards, { verdict, reason })
    const about = `evidence=${evidenceNo} round=${round} verdict=${verdict}`
    await recordStaffAct(tx, services, {
      staff,
      act: 'review-evidence',
      customer: evidence.customer,
      about,
    })
    return { state: moved.state }
  })
}

async function save(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  evidence: EvidenceRecord,
  review: Pick<ReviewedEvidence, 'verdict' | 'reason'> & {
    readonly by: string
    readonly dueOn: LocalDate | undefined
  },
): Promise<void> {
  const at = services.now()
  const { verdict, reason, by } = review
  await saveReview(tx, services, evidence, { ...review, at })
  const files = await listCurrentFiles(tx, services, evidence)
  await insertEvidenceEvent(tx, services, evidence, {
    act: verdict,
    round: evidence.round,
    by,
    at,
    reason,
    fileNos: files.map(({ fileNo }) => fileNo),
  })
}

function reviewSubject(
  evidence: EvidenceRecord,
): Omit<ReviewedEvidence, 'verdict' | 'reason' | 'reviewedOn' | 'staffNo'> {
  const { customer, evidenceNo, subject, subjectNo, loanNo, round, submittedOn } = evidence
  if (submittedOn === undefined)
    throw new Error(`evidence ${evidenceNo}: reviewed but never submitted`)
  return { customer, evidenceNo, subject, subjectNo, loanNo, round, submittedOn }
}
