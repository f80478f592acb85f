import type {
  Application,
  ApplicationChannel,
  ApplicationEvent,
} from '@qingzhou/domain/credit/application'
import { advance, faceStepIn, mayEnter, newApplication } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { randomDigits, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { ApplicationRecord, NotGranted } from './application-store.ts'
import {
  findApplication,
  insertApplication,
  lockApplication,
  markDecided,
  markSubmitted,
  saveApplication,
} from './application-store.ts'

/** The payment app has its own face check; all other channels use ours. */
const PAYMENT_APP_CHANNEL = '000000000003'

type RequireAtDeps = Pick<Services, 'today'>

export function channelOf(caller: Pick<SignedInCaller, 'channel'>): ApplicationChannel {
  return caller.channel === PAYMENT_APP_CHANNEL ? 'payment-app' : 'browser'
}

/** The customer's application as seen from the channel of this call. */
export async function applicationForCaller(
  db: Queryable,
  deps: RequireAtDeps,
  caller: SignedInCaller,
): Promise<{ readonly record: ApplicationRecord | undefined; readonly application: Application }> {
  const channel = channelOf(caller)
  const record = await findApplication(db, deps, caller.session.customer)
  const stored = record?.application ?? newApplication({ channel, preApproved: false })
  const signedIn = after(stored, { type: 'signed-in' })
  return { record, application: after(signedIn, { type: 'opened-in', channel }) }
}

/**
 * Refuses a caller who has not reached the step or can no longer return to it. Either face step
 * stands for the face step of the caller's channel.
 */
export async function requireStep(
  db: Queryable,
  deps: RequireAtDeps,
  caller: SignedInCaller,
  step: Step,
): Promise<void> {
  const { application } = await applicationForCaller(db, deps, caller)
  const isFace = step === 'faceInPage' || step === 'faceByChannel'
  const wantedStep = isFace ? faceStepIn(application.channel) : step
  if (!mayEnter(wantedStep, application)) throw new Refused({ kind: 'step-not-reached' })
}

/** The application after an event. Throws if its step does not allow the event. */
export function after(application: Application, event: ApplicationEvent): Application {
  const outcome = advance(application, event)
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}

type Deps = Pick<Services, 'now'>

/** Submits an application. Whether its invitation is still valid is determined only now. */
export async function submitApplication(
  tx: Transaction,
  deps: Deps,
  record: ApplicationRecord,
  submitted: { readonly customer: CustomerNo; readonly isInvited: boolean },
): Promise<Application> {
  const { customer, isInvited } = submitted
  const { applyNo } = record
  const start = { ...record.application, preApproved: isInvited }
  const application = after(start, { type: 'submitted' })
  await saveApplication(tx, { customer, applyNo, application })
  await markSubmitted(tx, deps, { customer, applyNo })
  return application
}

/** Ends the review of an application: approved, or rejected with a message. */
export async function endApplication(
  tx: Transaction,
  deps: Deps,
  record: ApplicationRecord,
  ended: { readonly customer: CustomerNo; readonly notGranted: NotGranted | undefined },
): Promise<void> {
  const { customer, notGranted } = ended
  const { applyNo } = record
  const application = after(record.application, { type: notGranted ? 'declined' : 'approved' })
  await saveApplication(tx, { customer, applyNo, application })
  await markDecided(tx, deps, { customer, applyNo }, notGranted)
}

type OpenApplicationDeps = Pick<Services, 'now' | 'today'>
type OpenedApplication = Pick<ApplicationRecord, 'applyNo' | 'application'>
type Start = Pick<Application, 'channel' | 'preApproved'>

/** Opens an application for a signed-in customer. The caller must hold the customer lock. */
export async function openApplication(
  tx: Transaction,
  deps: OpenApplicationDeps,
  opened: Start & { readonly customer: CustomerNo },
): Promise<OpenedApplication> {
  const { customer, ...start } = opened
  const application = after(newApplication(start), { type: 'signed-in' })
  const applyNo = newApplyNo(deps)
  await insertApplication(tx, deps, { customer, applyNo, application })
  return { applyNo, application }
}

/**
 * Resumes an application in the channel of this call. A new invitation is taken until submission;
 * an earlier one is retained.
 */
export async function resumeApplication(
  tx: Transaction,
  record: ApplicationRecord,
  resumed: Start & { readonly customer: CustomerNo },
): Promise<OpenedApplication> {
  const { customer, channel, preApproved } = resumed
  const { applyNo } = record
  const moved = after(record.application, { type: 'opened-in', channel })
  const isInvited = record.submittedAt === undefined && preApproved
  const application = { ...moved, preApproved: moved.preApproved || isInvited }
  await saveApplication(tx, { customer, applyNo, application })
  return { applyNo, application }
}

/** The date, then ten random digits: sortable for staff, and not guessable. */
function newApplyNo({ today }: Pick<Services, 'today'>): string {
  return `A${today().replaceAll('-', '')}${randomDigits(5)}${randomDigits(5)}`
}

/**
 * Applies an event to the customer's application in the transaction of that event, so that both
 * commit or neither. Opens an application if there is none. Throws if the current step does not
 * allow the event, which rolls the transaction back.
 */
export async function moveApplication(
  tx: Transaction,
  deps: Pick<Services, 'now' | 'today'>,
  customer: CustomerNo,
  event: ApplicationEvent,
): Promise<Pick<ApplicationRecord, 'applyNo' | 'application'>> {
  const record =
    (await lockApplication(tx, deps, customer)) ??
    (await openApplication(tx, deps, { customer, channel: 'browser', preApproved: false }))
  const application = after(record.application, event)
  await saveApplication(tx, { customer, applyNo: record.applyNo, application })
  return { applyNo: record.applyNo, application }
}
