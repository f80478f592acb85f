import type {
  Application,
  ApplicationChannel,
  ApplicationEvent,
} from '@qingzhou/domain/credit/application'
import { advance, faceStepIn, mayEnter, newApplication } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import type { ApplicationRecord, NotGranted } from './application-store.ts'
import {
  findApplication,
  insertApplication,
  lockApplication,
  markDecided,
  markSubmitted,
  saveApplication,
} from './application-store.ts'
import { randomDigits } from '#platform/ids.ts'

/** The payment app has its own face check; everybody else uses ours. */
const PAYMENT_APP_CHANNEL = '000000000003'

type RequireAtDeps = Pick<Services, 'today'>

export function channelOf(caller: Pick<SignedInCaller, 'channel'>): ApplicationChannel {
  return caller.channel === PAYMENT_APP_CHANNEL ? 'payment-app' : 'browser'
}

/** A customer's application as it looks from the app the customer is in just now. */
export async function applicationSeenBy(
  db: Queryable,
  deps: RequireAtDeps,
  caller: SignedInCaller,
): Promise<{ readonly kept: ApplicationRecord | undefined; readonly application: Application }> {
  const channel = channelOf(caller)
  const kept = await findApplication(db, deps, caller.session.customer)
  const stored = kept?.application ?? newApplication({ channel, preApproved: false })
  const signedIn = after(stored, { type: 'signed-in' })
  return { kept, application: after(signedIn, { type: 'opened-in', channel }) }
}

/**
 * Refuses whoever has not come to a step, or is past going back to it. Any face step of an application
 * stands for the one of the caller's own app.
 */
export async function requireAt(
  db: Queryable,
  deps: RequireAtDeps,
  caller: SignedInCaller,
  step: Step,
): Promise<void> {
  const { application } = await applicationSeenBy(db, deps, caller)
  const isFace = step === 'faceInPage' || step === 'faceByChannel'
  const asked = isFace ? faceStepIn(application.channel) : step
  if (!mayEnter(asked, application)) throw new Refused({ kind: 'step-not-reached' })
}

/** An application after what has happened; what its step does not allow is refused. */
export function after(application: Application, event: ApplicationEvent): Application {
  const outcome = advance(application, event)
  if (!outcome.ok) throw new Refused(outcome.refusal)
  return outcome.value
}

type Deps = Pick<Services, 'now'>

/** Hands an application in. Whether the invitation still counts is known only now. */
export async function submitApplication(
  tx: Transaction,
  deps: Deps,
  kept: ApplicationRecord,
  submitted: { readonly customer: CustomerNo; readonly isInvited: boolean },
): Promise<Application> {
  const { customer, isInvited } = submitted
  const { applyNo } = kept
  const start = { ...kept.application, preApproved: isInvited }
  const application = after(start, { type: 'submitted' })
  await saveApplication(tx, { customer, applyNo, application })
  await markSubmitted(tx, deps, { customer, applyNo })
  return application
}

/** Ends the review of an application: with a limit, or with what there is to say instead. */
export async function endApplication(
  tx: Transaction,
  deps: Deps,
  kept: ApplicationRecord,
  ended: { readonly customer: CustomerNo; readonly notGranted: NotGranted | undefined },
): Promise<void> {
  const { customer, notGranted } = ended
  const { applyNo } = kept
  const application = after(kept.application, { type: notGranted ? 'declined' : 'approved' })
  await saveApplication(tx, { customer, applyNo, application })
  await markDecided(tx, deps, { customer, applyNo }, notGranted)
}

type OpenApplicationDeps = Pick<Services, 'now' | 'today'>
type Opened = Pick<ApplicationRecord, 'applyNo' | 'application'>
type Start = Pick<Application, 'channel' | 'preApproved'>

/** Begins an application of somebody who is signed in. The customer is to be locked before. */
export async function openApplication(
  tx: Transaction,
  deps: OpenApplicationDeps,
  opened: Start & { readonly customer: CustomerNo },
): Promise<Opened> {
  const { customer, ...start } = opened
  const application = after(newApplication(start), { type: 'signed-in' })
  const applyNo = newApplyNo(deps)
  await insertApplication(tx, deps, { customer, applyNo, application })
  return { applyNo, application }
}

/**
 * Goes on with an application in the app the customer is in now. An invitation counts until the
 * application is submitted; one that counted once is kept.
 */
export async function resumeApplication(
  tx: Transaction,
  kept: ApplicationRecord,
  resumed: Start & { readonly customer: CustomerNo },
): Promise<Opened> {
  const { customer, channel, preApproved } = resumed
  const { applyNo } = kept
  const moved = after(kept.application, { type: 'opened-in', channel })
  const isInvited = kept.submittedAt === undefined && preApproved
  const application = { ...moved, preApproved: moved.preApproved || isInvited }
  await saveApplication(tx, { customer, applyNo, application })
  return { applyNo, application }
}

/** The day, then ten digits at random: staff can sort them, and nobody can guess another's. */
function newApplyNo({ today }: Pick<Services, 'today'>): string {
  return `A${today().replaceAll('-', '')}${randomDigits(5)}${randomDigits(5)}`
}

/**
 * Moves a customer's application by what has happened, in the transaction of what has happened: both
 * are kept, or neither. Whoever has none yet gets one.
 *
 * An event whose step is not reached is refused, so nothing of its transaction is kept.
 */
export async function moveApplication(
  tx: Transaction,
  deps: Pick<Services, 'now' | 'today'>,
  customer: CustomerNo,
  event: ApplicationEvent,
): Promise<Pick<ApplicationRecord, 'applyNo' | 'application'>> {
  const kept =
    (await lockApplication(tx, deps, customer)) ??
    (await openApplication(tx, deps, { customer, channel: 'browser', preApproved: false }))
  const application = after(kept.application, event)
  await saveApplication(tx, { customer, applyNo: kept.applyNo, application })
  return { applyNo: kept.applyNo, application }
}
