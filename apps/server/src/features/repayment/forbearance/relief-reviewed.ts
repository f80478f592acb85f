import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { grantForbearanceOnLoan } from '#lending/index.ts'
import { unended, type Reviewed } from '#features/proofs/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { endReview, readReliefs, type AskedRelief, type Relief } from './relief-store.ts'

/** What follows from a review, in its own transaction: the new due dates, or the reason why not. */
export async function reliefReviewed(
  tx: Transaction,
  services: Services,
  reviewed: Reviewed,
): Promise<void> {
  const { customer, proofNo, round, verdict } = reviewed
  const reliefs = await readReliefs(tx, services, customer)
  const relief = reliefs.find((one) => one.proofNo === proofNo)
  if (!relief) throw new Refused({ kind: 'proof-unknown' })
  // Files alone do not say for how long; what was asked for earlier was answered then.
  if (relief.state !== 'review' || !relief.request) throw new Refused({ kind: 'proof-changed' })
  const text =
    verdict === 'approved'
      ? await relieved(tx, services, { reviewed, relief, request: relief.request })
      : `您的延期还款申请未通过审核，原因：${unended(reviewed.reason ?? '')}。您可以补充材料后重新提交。`
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
  }: { readonly reviewed: Reviewed; readonly relief: Relief; readonly request: AskedRelief },
): Promise<string> {
  const deps = { database: inside(tx), now: services.now }
  const act = { customer, requestNo: `relief-${reliefNo}`, actor: staffNo }
  const { nextDueOn } = await grantForbearanceOnLoan(deps, act, { loanNo, days, asked })
  return `您的延期还款申请已通过：还款日顺延 ${days} 天，最近一期还款日为 ${nextDueOn ?? ''}，审核和延期期间不计罚息。`
}
