import { faceStepIn, mayEnter, newApplication } from '@qingzhou/domain/credit/application'
import type { Application, ApplicationChannel } from '@qingzhou/domain/credit/application'
import type { Step } from '@qingzhou/domain/credit/steps'
import type { SignedInCaller } from '#platform/caller.ts'
import type { Queryable } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findApplication, type ApplicationRecord } from './application-store.ts'
import { after } from './after.ts'

/** The payment app has its own face check; everybody else uses ours. */
const PAYMENT_APP_CHANNEL = '000000000003'

type Deps = Pick<Services, 'today'>

export function channelOf(caller: Pick<SignedInCaller, 'channel'>): ApplicationChannel {
  return caller.channel === PAYMENT_APP_CHANNEL ? 'payment-app' : 'browser'
}

/** A customer's application as it looks from the app the customer is in just now. */
export async function applicationSeenBy(
  db: Queryable,
  deps: Deps,
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
  deps: Deps,
  caller: SignedInCaller,
  step: Step,
): Promise<void> {
  const { application } = await applicationSeenBy(db, deps, caller)
  const isFace = step === 'faceInPage' || step === 'faceByChannel'
  const asked = isFace ? faceStepIn(application.channel) : step
  if (!mayEnter(asked, application)) throw new Refused({ kind: 'step-not-reached' })
}
