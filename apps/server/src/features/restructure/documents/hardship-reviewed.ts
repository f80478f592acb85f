import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { Transaction } from '#platform/database/database.ts'
import { withoutFinalPunctuation, type Reviewed } from '#features/proofs/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import { saveValidUntil } from './document-store.ts'

const { documentDays, monthsWithoutDocument } = product.personalisedPlan

/** Applies a review in its transaction: stores the validity, or sends the refusal reason. */
export async function hardshipReviewed(
  tx: Transaction,
  services: Services,
  { customer, proofNo, round, verdict, reason, reviewedOn }: Reviewed,
): Promise<void> {
  const countsUntil = addDays(reviewedOn, documentDays)
  if (verdict === 'approved') await saveValidUntil(tx, { customer, proofNo, countsUntil })
  const text =
    verdict === 'approved'
      ? `您的困难证明已通过审核，${countsUntil}（含当日）前可以办理超过 ${monthsWithoutDocument} 期的个性化分期。`
      : `您的困难证明未通过审核，原因：${withoutFinalPunctuation(reason ?? '')}。您可以补充材料后重新提交。`
  const messageNo = `hardship-${proofNo}-${round}`
  await enqueueSms(tx, services, { customer, kind: 'hardship', messageNo, text })
}
