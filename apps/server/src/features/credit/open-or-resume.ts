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
  type ApplicationRecord,
} from '#features/applications/index.ts'
import { requireUnblocked } from '#features/blocks/index.ts'
import { findLimit } from '@qingzhou/lending/index'
import { getPhone, findSessionDevices } from '#features/onboarding/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { Origin } from './decision-store.ts'
import { isInvited, saveTerminal } from './invitation-store.ts'
import { decisionDay } from './decision-day.ts'

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
