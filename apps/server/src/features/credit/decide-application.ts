import type { Applicant } from '@qingzhou/domain/credit/applicant'
import {
  decide,
  policyVersion,
  type Decision,
  type Grade,
  type Reason,
} from '@qingzhou/domain/credit/policy'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { lender } from '@qingzhou/platform/config/brand'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import {
  endApplication,
  findApplication,
  lockApplication,
  type ApplicationRecord,
  type NotGranted,
} from '#features/applications/index.ts'
import { nextPollAt } from '#features/order-watch/index.ts'
import { freezeIfBlocked } from '#features/blocks/index.ts'
import { openLimit } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { decisionDay } from './decision-day.ts'
import { insertDecision } from './decision-store.ts'
import { collectApplicantInputs } from './applicant-inputs.ts'
import { writtenApplicant } from './replay-decision.ts'
import { applicationOfRequest } from './invitation-store.ts'

type Deps = Pick<Services, 'vault' | 'tasks' | 'now'>

type Refusal = Exclude<Decision, { outcome: 'approved' }>

/** The message on the page after a rejection, and the day until which it applies. */
function notGrantedBy({ outcome, reasons, retryOn }: Refusal): NotGranted {
  if (outcome === 'risk-refused') {
    const controlMessage = `为保障您的资金和账户安全，本次申请未能通过。如有疑问，请致电客服 ${lender.servicePhone}。`
    return { controlMessage, refusal: 'risk-refused', retryOn }
  }
  const [reason] = reasons
  const why = reason ? words[reason] : ''
  const controlMessage = `${why}本次申请暂未通过。${retryWords(reason, retryOn)}`
  return { controlMessage, refusal: outcome === 'refused' ? 'refused' : undefined, retryOn }
}

/** An age out of range does not return to it, so no day is named. */
function retryWords(reason: Reason | undefined, retryOn: LocalDate): string {
  if (reason === 'age-out-of-range') return ''
  const when = reason === 'full-time-student' ? '毕业并有稳定收入后，' : ''
  return `${when}您可在 ${inChinese(retryOn)}起重新申请。`
}

/** The SMS after a rejection. The reason is shown only on the page, to the signed-in customer. */
function rejectionMessage({ outcome, retryOn }: Refusal): Sms {
  return outcome === 'declined'
    ? smsOf('limit-not-granted/retry', { date: inChinese(retryOn) })
    : smsOf('limit-not-granted', {})
}

const words: Record<Reason, string> = {
  'on-fraud-list': '',
  'device-not-trusted': '',
  'age-out-of-range': `本产品面向 ${product.age.min} 至 ${product.age.max} 周岁的客户，您的年龄不在可申请范围内，`,
  'full-time-student': '暂不向在校学生提供借款，',
  'enforced-by-court': '综合评估后，',
  'overdue-now': '您有尚未还清的逾期欠款，',
  'long-overdue-lately': '您近两年有较长时间的逾期记录，',
  'too-many-enquiries': '您近三个月申请借款的次数较多，',
  'owes-too-much': '您目前的负债相对收入较高，',
  'bureau-score-too-low': '您的信用评分暂未达到要求，',
  'too-few-points': '综合评估后，',
  'limit-too-small': '综合评估后，',
}

/** Formats 2027-02-13 as 2027 年 2 月 13 日. */
function inChinese(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return `${year} 年 ${month} 月 ${date} 日`
}

type ApplicationKey = { readonly customer: CustomerNo; readonly applyNo: string }

/**
 * Decides on a submitted application once all inputs of the policy are known. Until then the
 * application stays under review and is retried: a provider outage never causes a rejection.
 */
export async function decideApplication(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today' | 'businessDate'
  >,
  of: ApplicationKey,
): Promise<void> {
  const record = await findApplication(services.database, services, of.customer)
  if (!isUnderReview(record, of)) return

  const applicant = await collectApplicantInputs(services, of)
  await services.database.inTransaction((tx) =>
    applicant
      ? settle(tx, services, { ...of, applicant })
      : queueDecision(tx, services, {
          ...of,
          runAt: nextPollAt('credit-decision', record.submittedAt ?? new Date(0), services.now()),
        }),
  )
}

/** Enqueues the decision task; a waiting one is rescheduled. */
export async function queueDecision(
  tx: Transaction,
  { tasks }: Pick<Services, 'tasks'>,
  { customer, applyNo, runAt }: ApplicationKey & { readonly runAt?: Date },
): Promise<void> {
  await tasks.add(tx, {
    kind: 'decide-application',
    payload: { customer, applyNo },
    key: applyNo,
    ...(runAt && { runAt }),
  })
}

function isUnderReview(
  record: ApplicationRecord | undefined,
  { applyNo }: ApplicationKey,
): record is ApplicationRecord {
  return record?.applyNo === applyNo && record.application.step === 'underReview'
}

/** Decides under the customer lock; a concurrent second run finds the decision and does nothing. */
async function settle(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now' | 'log' | 'today' | 'businessDate'>,
  { applicant, ...of }: ApplicationKey & { readonly applicant: Applicant },
): Promise<void> {
  const record = await lockApplication(tx, services, of.customer)
  if (!isUnderReview(record, of)) return

  const decidedOn = await decisionDay(services)
  const decision = decide(applicant, decidedOn)
  const inputs = writtenApplicant(applicant)
  await insertDecision(tx, services, { ...of, policyVersion, inputs, decision, decidedOn })
  await carryOut(tx, services, { ...of, record, decision })
  services.log.info('application.decided', { outcome: decision.outcome, policyVersion })
}

async function carryOut(
  tx: Transaction,
  services: Deps,
  made: ApplicationKey & { readonly record: ApplicationRecord; readonly decision: Decision },
): Promise<void> {
  const { customer, applyNo, record, decision } = made
  if (decision.outcome === 'approved') {
    await endApplication(tx, services, record, { customer, notGranted: undefined })
    const { amount, grade } = decision
    return grantLimit(tx, services, { customer, applyNo, amount, grade })
  }
  await endApplication(tx, services, record, { customer, notGranted: notGrantedBy(decision) })
  await enqueueSms(tx, services, {
    customer,
    messageNo: `decision-${applyNo}`,
    sms: rejectionMessage(decision),
  })
}

type GrantedLimit = {
  readonly customer: CustomerNo
  readonly applyNo: string
  readonly amount: Money
  readonly grade: Grade
}

/** Opens the granted limit and enqueues the SMS, in the transaction of the decision. */
export async function grantLimit(
  tx: Transaction,
  services: Deps,
  { customer, applyNo, amount, grade }: GrantedLimit,
): Promise<void> {
  const act = { customer, requestNo: `limit-${applyNo}`, actor: 'system' }
  const joined = { database: inside(tx), now: services.now }
  await openLimit(joined, act, { amount, grade, lender: lender.kind })
  await freezeIfBlocked(tx, services, { customer, requestNo: `limit-${applyNo}-frozen` })
  await enqueueSms(tx, services, {
    customer,
    messageNo: `decision-${applyNo}`,
    sms: smsOf('limit-granted', { amount: displayYuan(amount) }),
  })
}

/**
 * Callback of the bureau that a report is ready; it may repeat. Its content is not used: it only
 * brings forward the next decision task, which asks the bureau itself.
 */
export async function bureauCallback(
  services: Pick<Services, 'database' | 'tasks'>,
  { requestNo }: { readonly requestNo: string },
): Promise<void> {
  const of = await applicationOfRequest(services.database, requestNo)
  if (!of) return
  await services.database.inTransaction((tx) => queueDecision(tx, services, of))
}
