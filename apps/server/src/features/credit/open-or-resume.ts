import type { creditShapes } from '@qingzhou/contract/credit'
import type { Input } from '@qingzhou/contract/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import {
  channelOf,
  lockApplication,
  openApplication,
  resumeApplication,
  type ApplicationRecord,
} from '#features/applications/index.ts'
import { findLimit } from '#lending/index.ts'
import { phoneOf, sessionDevices } from '#features/onboarding/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { isInvited, saveTerminal } from './invitation-store.ts'

type Given = Input<(typeof creditShapes)['open']>

/**
 * Opens an application, or goes on with the one that is open, on this phone and in this app.
 *
 * One that has ended is followed by another: after a no from the day that was named, after a limit
 * once it is cancelled or has run out.
 */
export async function openOrResume(
  services: Services,
  caller: SignedInCaller,
  given: Given,
): Promise<{ applyNo: string }> {
  const { customer } = caller.session
  return services.database.inTransaction(async (tx) => {
    const kept = await lockApplication(tx, services, customer)
    const start = {
      customer,
      channel: channelOf(caller),
      preApproved: await comesInvited(tx, services, customer, given),
    }
    const isNew = kept === undefined || (await isOver(tx, services, customer, kept))
    const { applyNo } = isNew
      ? await openApplication(tx, services, start)
      : await resumeApplication(tx, kept, start)
    // The phone that is judged is the one it was handed in on, not one that comes later.
    const isHandedIn = !isNew && kept.submittedAt !== undefined
    if (!isHandedIn) await keepPhone(tx, services, { caller, applyNo, given })
    return { applyNo }
  })
}

async function keepPhone(
  tx: Transaction,
  services: Services,
  { caller, applyNo, given }: { caller: SignedInCaller; applyNo: string; given: Given },
): Promise<void> {
  const { terminalInfo, environmentInfo } = given
  // Of the keys that the phone sends, none is looked at: they could be another phone's.
  const devices = await sessionDevices(tx, services, caller.session)
  await saveTerminal(tx, services, {
    customer: caller.session.customer,
    applyNo,
    terminal: { terminalInfo, environmentInfo, seenIp: caller.ip },
    devices,
  })
}

/** A link may say that its reader is invited; only the lender's own list makes it true. */
async function comesInvited(
  tx: Transaction,
  services: Services,
  customer: CustomerNo,
  { flowBranch }: Given,
): Promise<boolean> {
  if (flowBranch !== '1') return false
  return isInvited(tx, services, await phoneOf(tx, services, customer))
}

async function isOver(
  tx: Transaction,
  services: Services,
  customer: CustomerNo,
  { application, retryOn }: ApplicationRecord,
): Promise<boolean> {
  if (application.step === 'notGranted') {
    if (retryOn && retryOn > services.today()) {
      throw new Refused({ kind: 'retry-later', opensOn: retryOn })
    }
    return true
  }
  if (application.step !== 'limit') return false

  const limit = await findLimit(tx, customer)
  if (!limit || limit.state === 'cancelled') return true
  if (limit.validUntil >= (await services.businessDate())) return false
  // What is still out has to come back first: a new limit would not count it.
  if (limit.used > 0n) throw new Refused({ kind: 'limit-in-use' })
  return true
}
