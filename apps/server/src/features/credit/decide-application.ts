import type { Applicant } from '@qingzhou/domain/credit/applicant'
import { decide, policyVersion, type Decision, type Grade } from '@qingzhou/domain/credit/policy'
import { lender } from '@qingzhou/platform/config/brand'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import {
  endApplication,
  findApplication,
  lockApplication,
  type ApplicationRecord,
} from '#features/applications/index.ts'
import { nextPollAt } from '#features/order-watch/index.ts'
import { freezeIfBlocked } from '#features/blocks/index.ts'
import { openLimit } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { decisionDay } from './decision-day.ts'
import { insertDecision } from './decision-store.ts'
import { collectApplicantInputs } from './applicant-inputs.ts'
import { writtenApplicant } from './replay-decision.ts'
import { rejectionBy, type Rejection } from './not-granted.ts'
import { findReferral } from './referral/referral-store.ts'
import { referApplication } from './referral/refer-application.ts'
import { applicationOfRequest } from './invitation-store.ts'

type Deps = Pick<Services, 'vault' | 'tasks' | 'now'>

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
  if (!isUnderReview(record, of) || (await findReferral(services.database, of.applyNo))) return

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
  if (!isUnderReview(record, of) || (await findReferral(tx, of.applyNo))) return

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
  const { decision, ...of } = made
  switch (decision.outcome) {
    case 'approved':
      return approveApplication(tx, services, { ...of, ...decision })
    case 'referred':
      return referApplication(tx, services, of)
    default:
      return rejectApplication(tx, services, { ...of, rejection: rejectionBy(decision) })
  }
}

type EndedReview = ApplicationKey & { readonly record: ApplicationRecord }

/** Ends the review of an application with a limit. */
export async function approveApplication(
  tx: Transaction,
  services: Deps,
  {
    customer,
    applyNo,
    record,
    amount,
    grade,
  }: EndedReview & { readonly amount: Money; readonly grade: Grade },
): Promise<void> {
  await endApplication(tx, services, record, { customer, notGranted: undefined })
  await grantLimit(tx, services, { customer, applyNo, amount, grade })
}

/** Ends it without a limit, and tells the borrower. */
export async function rejectApplication(
  tx: Transaction,
  services: Deps,
  {
    customer,
    applyNo,
    record,
    rejection: { notGranted, sms },
  }: EndedReview & { readonly rejection: Rejection },
): Promise<void> {
  await endApplication(tx, services, record, { customer, notGranted })
  await enqueueSms(tx, services, { customer, messageNo: `decision-${applyNo}`, sms })
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
