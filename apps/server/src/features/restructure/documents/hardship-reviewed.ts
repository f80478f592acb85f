import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { Transaction } from '#platform/database/database.ts'
import { withoutFinalPunctuation, type Reviewed } from '#features/proofs/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import { smsOf } from '#platform/sms/sms-templates.ts'
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
  const months = String(monthsWithoutDocument)
  const sms =
    verdict === 'approved'
      ? smsOf('hardship/approved', { until: countsUntil, months })
      : smsOf('hardship/refused', { reason: withoutFinalPunctuation(reason ?? '') })
  const messageNo = `hardship-${proofNo}-${round}`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}
