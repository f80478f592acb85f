import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import {
  limitFactsOn,
  reviewLimit,
  reviewVersion,
  type LimitReview,
} from '@qingzhou/domain/credit/limit-review'
import type { Grade } from '@qingzhou/domain/credit/policy'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { changeLimit, findLimit, lockCustomerBooks, readLoans } from '@qingzhou/lending/index'
import { canonicalJson } from '@qingzhou/platform/canonical-json'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { DatabaseUnavailable } from '@qingzhou/platform/database/database-unavailable'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import {
  customersDueForReview,
  insertLimitReview,
  lastChangeOfDueLimit,
  listLimitReviews,
  type LimitReviewRecord,
} from './review-store.ts'

const LIMITS_PER_SLICE = 200

/**
 * Reviews the limits that are due on a date, slice by slice. Each has its own transaction: interrupted and
 * run again, it reviews each limit once. A limit that fails is logged and due again the next day.
 */
export async function reviewLimits(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'log' | 'businessDate'>,
  { date, after }: { readonly date: LocalDate; readonly after: string },
): Promise<void> {
  // If the business date has moved on, the run of that date covers all limits that are due.
  if ((await services.businessDate()) !== date) return
  const { database, tasks } = services
  const due = await customersDueForReview(database, { date, after, count: LIMITS_PER_SLICE })
  for (const customer of due) {
    try {
      await database.inTransaction((tx) => reviewIfDue(tx, services, { customer, date }))
    } catch (error) {
      if (error instanceof DatabaseUnavailable) throw error
      services.log.error('limit.not-reviewed', {}, error)
    }
  }
  const last = due.at(-1)
  if (last === undefined || due.length < LIMITS_PER_SLICE) return
  const payload = { date, afterCustomer: last }
  await database.inTransaction((tx) => tasks.add(tx, { kind: 'review-limits', payload, key: date }))
}

type Due = { readonly customer: CustomerNo; readonly date: LocalDate }

async function reviewIfDue(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, date }: Due,
): Promise<void> {
  await lockCustomerBooks(tx, customer)
  const changedOn = await lastChangeOfDueLimit(tx, { customer, date })
  const limit = await findLimit(tx, customer)
  if (changedOn === undefined || !limit) return
  const loans = await readLoans(tx, customer)
  const facts = limitFactsOn(date, {
    // A limit is opened with a grade of the product only.
    limit: { ...limit, grade: limit.grade as Grade },
    changedOn,
    loans: loans.map(({ loan }) => loan),
    hasPlan: limit.state === 'frozen',
  })
  const review = reviewLimit(facts)
  const record = { ...review, facts, reviewedOn: date, policyVersion: reviewVersion }
  await insertLimitReview(tx, services, { ...record, customer })
  if (review.outcome === 'kept') return
  const act = { customer, requestNo: `review-${date}`, actor: 'system' }
  await changeLimit({ database: inside(tx), now: services.now }, act, { granted: review.granted })
  await enqueueSms(tx, services, {
    customer,
    messageNo: `limit-review-${date}`,
    sms: messageOf(review, facts.granted),
  })
}

function messageOf({ outcome, granted }: LimitReview, before: Money): Sms {
  const amounts = { before: displayYuan(before), after: displayYuan(granted) }
  if (outcome === 'raised') return smsOf('limit-reviewed/raised', amounts)
  const days = String(product.limitReview.daysOverdueMax)
  return smsOf('limit-reviewed/lowered', { ...amounts, days })
}

/** The reviews of a customer's limit as readable lines. Empty without a review. */
export async function explainLimitReviews(
  services: Pick<Services, 'database' | 'vault'>,
  customer: CustomerNo,
): Promise<readonly string[]> {
  const reviews = await listLimitReviews(services.database, services, customer)
  return reviews.flatMap(linesOf)
}

function linesOf({ facts, ...stored }: LimitReviewRecord): string[] {
  const again = reviewLimit(facts)
  const isSame =
    again.outcome === stored.outcome &&
    again.granted === stored.granted &&
    again.reasons.join() === stored.reasons.join()
  const known = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`)
  return [
    `Limit reviewed on ${stored.reviewedOn} by policy ${stored.policyVersion}`,
    `Outcome: ${stored.outcome}, ${displayYuan(facts.granted)} to ${displayYuan(stored.granted)} yuan`,
    ...stored.reasons.map((reason) => `Ground: ${reason}`),
    `Known then (amounts in fen): ${known.join(', ')}`,
    isSame ? 'Reviewed again just now: the same.' : `Reviewed again: ${canonicalJson(again)}`,
  ]
}
