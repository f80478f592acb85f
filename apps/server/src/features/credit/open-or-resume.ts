import type { creditShapes } from '@qingzhou/contract/features/credit'
import type { Input } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import {
  channelOf,
  lockApplication,
  openApplication,
  resumeApplication,
  submitApplication,
} from '#features/applications/index.ts'
import type { ApplicationRecord } from '#features/applications/index.ts'
import { requireUnblocked } from '#features/blocks/index.ts'
import { findLimit } from '@qingzhou/lending/index'
import { getPhone, findSessionDevices } from '#features/onboarding/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import { currentStep } from '@qingzhou/domain/credit/application'
import { product } from '@qingzhou/domain/product'
import type { Services } from '#services.ts'
import { signAgreements } from '#features/agreements/index.ts'
import { insertDecision, INVITATION } from './decision-store.ts'
import type { Origin } from './decision-store.ts'
import { isInvited, saveTerminal, takeInvitation } from './invitation-store.ts'
import type { Invitation } from './invitation-store.ts'
import { decisionDay } from './decision-day.ts'
import { grantLimit, queueDecision } from './decide-application.ts'

type OpenInput = Input<(typeof creditShapes)['open']>

/**
 * Opens an application or resumes the open one, for this device and channel. A new one follows a
 * finished one: after a rejection from the announced day on, after a limit once it is cancelled or
 * expired.
 */
export async function openOrResume(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'today' | 'businessDate'>,
  caller: SignedInCaller,
  input: OpenInput,
): Promise<{ applyNo: string }> {
  const { customer } = caller.session
  return services.database.inTransaction(async (tx) => {
    const record = await lockApplication(tx, services, customer)
    await requireUnblocked(tx, customer)
    const start = {
      customer,
      channel: channelOf(caller),
      preApproved: await hasInvitation(tx, services, customer, input),
    }
    const isNew = record === undefined || (await isOver(tx, services, customer, record))
    const { applyNo } = isNew
      ? await openApplication(tx, services, start)
      : await resumeApplication(tx, record, start)
    // The device that is assessed is the one of the submission, not a later one.
    const isHandedIn = !isNew && record.submittedAt !== undefined
    if (!isHandedIn) await saveDevice(tx, services, { caller, applyNo, input })
    return { applyNo }
  })
}

async function saveDevice(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  { caller, applyNo, input }: { caller: SignedInCaller; applyNo: string; input: OpenInput },
): Promise<void> {
  const { terminalInfo, environmentInfo } = input
  // Device keys sent by the phone are ignored: they could belong to another phone.
  const devices = (await findSessionDevices(tx, services, caller.session)) ?? {}
  await saveTerminal(tx, services, {
    customer: caller.session.customer,
    applyNo,
    terminal: {
      terminalInfo,
      environmentInfo,
      seenIp: caller.ip,
      cameBy: originOf(caller),
    },
    devices,
  })
}

function originOf({ channel, linkChannel, uriId, subChannel }: SignedInCaller): Origin {
  return { channel, linkChannel, uriId, subChannel }
}

/** The link may claim an invitation; only the lender's own list counts. */
async function hasInvitation(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'today'>,
  customer: CustomerNo,
  { flowBranch }: OpenInput,
): Promise<boolean> {
  if (flowBranch !== '1') return false
  return isInvited(tx, services, await getPhone(tx, services, customer))
}

async function isOver(
  tx: Transaction,
  services: Pick<Services, 'today' | 'businessDate'>,
  customer: CustomerNo,
  { application, retryOn }: ApplicationRecord,
): Promise<boolean> {
  if (application.step === 'notGranted') {
    if (retryOn && retryOn > (await decisionDay(services))) {
      throw new Refused({ kind: 'retry-later', opensOn: retryOn })
    }
    return true
  }
  if (application.step !== 'limit') return false

  const limit = await findLimit(tx, customer)
  if (!limit || limit.state === 'cancelled') return true
  if (limit.validUntil >= (await services.businessDate())) return false
  // Outstanding debt must be repaid first: a new limit would not count it as used.
  if (limit.used > 0n) throw new Refused({ kind: 'limit-in-use' })
  return true
}

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
