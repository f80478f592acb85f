import { currentStep } from '@qingzhou/domain/credit/application'
import { product } from '@qingzhou/domain/product'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import { signAgreements } from '#features/agreements/index.ts'
import {
  lockApplication,
  submitApplication,
  type ApplicationRecord,
} from '#features/applications/index.ts'
import { requireUnblocked } from '#features/blocks/index.ts'
import { getPhone } from '#features/onboarding/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { grantLimit, queueDecision } from './decide-application.ts'
import { decisionDay } from './decision-day.ts'
import { insertDecision, INVITATION } from './decision-store.ts'
import { takeInvitation, type Invitation } from './invitation-store.ts'

type AgreedTemplates = readonly { readonly code: string; readonly version: string }[]

/**
 * Submits the application with its signed agreements; repeated calls have no effect. An invited
 * customer gets the limit at once. All others are decided by a task that is enqueued in the same
 * transaction.
 */
export async function submit(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today' | 'businessDate'>,
  caller: SignedInCaller,
  { agreed }: { readonly agreed: AgreedTemplates },
): Promise<Record<string, never>> {
  const { customer } = caller.session
  await services.database.inTransaction(async (tx) => {
    const record = await lockApplication(tx, services, customer)
    if (record?.submittedAt) return
    if (!record || currentStep(record.application) !== 'confirmApplication') {
      throw new Refused({ kind: 'step-not-reached' })
    }
    await requireUnblocked(tx, customer)
    const { applyNo } = record
    // A page left open since an earlier application must not submit the current one unseen.
    if (caller.applyNo !== undefined && caller.applyNo !== applyNo) {
      throw new Refused({ kind: 'step-not-reached' })
    }
    await signAgreements(tx, services, caller, { events: ['0101'], businessNo: applyNo, agreed })

    const invitation = await invitationFor(tx, services, caller, record)
    const isInvited = invitation !== undefined
    await submitApplication(tx, services, record, { customer, isInvited })
    if (invitation) return grantInvited(tx, services, { customer, applyNo, ...invitation })
    await queueDecision(tx, services, { customer, applyNo })
  })
  return {}
}

/** An expired invitation does not count: the application is then reviewed. */
async function invitationFor(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now' | 'today'>,
  caller: SignedInCaller,
  { application }: ApplicationRecord,
): Promise<Invitation | undefined> {
  if (!application.preApproved) return undefined
  return takeInvitation(tx, services, await getPhone(tx, services, caller.session.customer))
}

async function grantInvited(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now' | 'today' | 'businessDate'>,
  granted: Parameters<typeof grantLimit>[2],
): Promise<void> {
  const { customer, applyNo, amount, grade } = granted
  const annualRatePpm = product.gradeRatesPpm[grade]
  await insertDecision(tx, services, {
    customer,
    applyNo,
    policyVersion: INVITATION,
    inputs: {},
    decision: { outcome: 'approved', grade, amount, annualRatePpm, points: [] },
    decidedOn: await decisionDay(services),
  })
  await grantLimit(tx, services, granted)
}
