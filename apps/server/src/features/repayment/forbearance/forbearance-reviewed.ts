import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { grantForbearanceOnLoan } from '#lending/index.ts'
import { withoutFinalPunctuation, type Reviewed } from '#features/proofs/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import {
  endReview,
  listForbearances,
  type ForbearanceRequest,
  type ForbearanceRecord,
} from './forbearance-store.ts'

/** Applies a review in its transaction: books the new due dates, or sends the refusal reason. */
export async function forbearanceReviewed(
  tx: Transaction,
  services: Services,
  reviewed: Reviewed,
): Promise<void> {
  const { customer, proofNo, round, verdict } = reviewed
  const reliefs = await listForbearances(tx, services, customer)
  const relief = reliefs.find((one) => one.proofNo === proofNo)
  if (!relief) throw new Refused({ kind: 'proof-unknown' })
  // Evidence submitted without an application has no number of days; an earlier application is
  // already decided.
  if (relief.state !== 'review' || !relief.request) throw new Refused({ kind: 'proof-changed' })
  const text =
    verdict === 'approved'
      ? await relieved(tx, services, { reviewed, relief, request: relief.request })
      : `您的延期还款申请未通过审核，原因：${withoutFinalPunctuation(reviewed.reason ?? '')}。您可以补充材料后重新提交。`
  await endReview(tx, relief, verdict)
  const messageNo = `relief-${relief.reliefNo}-${round}`
  await enqueueSms(tx, services, { customer, kind: 'relief', messageNo, text })
}

async function relieved(
  tx: Transaction,
  services: Services,
  {
    reviewed: { customer, staffNo },
    relief: { loanNo, reliefNo },
    request: { days, asked },
  }: {
    readonly reviewed: Reviewed
    readonly relief: ForbearanceRecord
    readonly request: ForbearanceRequest
  },
): Promise<string> {
  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo: `relief-${reliefNo}`, actor: staffNo }
  const { nextDueOn } = await grantForbearanceOnLoan(deps, act, { loanNo, days, asked })
  return `您的延期还款申请已通过：还款日顺延 ${days} 天，最近一期还款日为 ${nextDueOn ?? ''}，审核和延期期间不计罚息。`
}
