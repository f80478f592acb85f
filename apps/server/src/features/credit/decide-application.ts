import {
  decide,
  policyVersion,
  type Applicant,
  type Decision,
} from '@qingzhou/domain/credit/policy'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  endApplication,
  findApplication,
  lockApplication,
  type ApplicationRecord,
} from '#features/applications/index.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { Services } from '#platform/services.ts'
import { writtenApplicant } from './applicant-json.ts'
import { insertDecision } from './decision-store.ts'
import { messageAfter, notGrantedBy } from './decision-words.ts'
import { findOut } from './find-out.ts'
import { grantLimit } from './grant-limit.ts'

type Of = { readonly customer: CustomerNo; readonly applyNo: string }

/**
 * Decides on a submitted application, once all that the policy looks at is known. As long as it is
 * not, the application stays under review and is looked at again: nobody is refused because somebody
 * outside is down.
 */
export async function decideApplication(services: Services, of: Of): Promise<void> {
  const kept = await findApplication(services.database, services, of.customer)
  if (!isUnderReview(kept, of)) return

  const applicant = await findOut(services, of)
  await services.database.inTransaction((tx) =>
    applicant
      ? settle(tx, services, { ...of, applicant })
      : queueDecision(tx, services, { ...of, runAt: nextLook(services, kept) }),
  )
}

/** Queues a look at an application; one that waits for its time already is brought forward or put off. */
export async function queueDecision(
  tx: Transaction,
  { tasks }: Pick<Services, 'tasks'>,
  { customer, applyNo, runAt }: Of & { readonly runAt?: Date },
): Promise<void> {
  await tasks.add(tx, {
    kind: 'decide-application',
    payload: { customer, applyNo },
    key: applyNo,
    ...(runAt && { runAt }),
  })
}

function isUnderReview(
  kept: ApplicationRecord | undefined,
  { applyNo }: Of,
): kept is ApplicationRecord {
  return kept?.applyNo === applyNo && kept.application.step === 'underReview'
}

const SOONEST_MS = 2_000
const LATEST_MS = 300_000

/** After a quarter of the time it has waited already: often at first, and every five minutes at last. */
function nextLook({ now }: Pick<Services, 'now'>, { submittedAt }: ApplicationRecord): Date {
  const waitedMs = now().getTime() - (submittedAt?.getTime() ?? 0)
  const pauseMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, waitedMs / 4))
  return new Date(now().getTime() + pauseMs)
}

/** Decides under the customer's lock: whoever comes second finds it decided, and does nothing. */
async function settle(
  tx: Transaction,
  services: Services,
  { applicant, ...of }: Of & { readonly applicant: Applicant },
): Promise<void> {
  const kept = await lockApplication(tx, services, of.customer)
  if (!isUnderReview(kept, of)) return

  const decision = decide(applicant, services.today())
  const inputs = writtenApplicant(applicant)
  await insertDecision(tx, services, { ...of, policyVersion, inputs, decision })
  await carryOut(tx, services, { ...of, kept, decision })
  services.log.info('application.decided', { outcome: decision.outcome, policyVersion })
}

async function carryOut(
  tx: Transaction,
  services: Services,
  made: Of & { readonly kept: ApplicationRecord; readonly decision: Decision },
): Promise<void> {
  const { customer, applyNo, kept, decision } = made
  if (decision.outcome === 'approved') {
    await endApplication(tx, services, kept, { customer, notGranted: undefined })
    const { amount, grade } = decision
    return grantLimit(tx, services, { customer, applyNo, amount, grade })
  }
  await endApplication(tx, services, kept, { customer, notGranted: notGrantedBy(decision) })
  await enqueueSms(tx, services, {
    customer,
    kind: 'limit-not-granted',
    messageNo: `decision-${applyNo}`,
    text: messageAfter(decision),
  })
}
