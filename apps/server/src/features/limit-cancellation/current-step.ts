import type { limitCancellationShapes } from '@qingzhou/contract/features/limit-cancellation'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { retentionEnd } from '@qingzhou/domain/credit/retention'
import { mask } from '@qingzhou/domain/people/masking'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { lockApplication } from '#features/applications/index.ts'
import { findLimit } from '@qingzhou/lending/index'
import { hasPassedCheck, getPhone } from '#features/onboarding/index.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import {
  findCancellation,
  saveCancellationReason,
  type Cancellation,
} from './cancellation-store.ts'

type CurrentStepInput = Input<(typeof limitCancellationShapes)['currentStep']>
type Step = Output<(typeof limitCancellationShapes)['currentStep']>

/** The current step of a cancellation. A given reason is saved first. */
export async function cancellationStep(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'today' | 'businessDate'>,
  { session }: SignedInCaller,
  { reason, note }: CurrentStepInput,
): Promise<Step> {
  const { database } = services
  const { customer } = session
  if (reason !== undefined) {
    await database.inTransaction(async (tx) => {
      await lockApplication(tx, services, customer)
      const limit = await findLimit(tx, customer)
      if (limit?.state === 'cancelled') return
      await saveCancellationReason(tx, services, { customer, reason, note })
    })
  }
  const limit = await findLimit(database, customer)
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  const isDone = limit.state === 'cancelled'
  const newest = await findCancellation(database, services, customer)
  const cancellation = relevant(newest, { isDone })
  return {
    step: isDone ? 'done' : cancellation ? 'notice' : 'reason',
    reason: cancellation?.reason,
    note: cancellation?.note,
    isConfirmed: await hasPassedCheck(database, services, { session, purpose: 'cancellation' }),
    maskedPhone: mask(await getPhone(database, services, customer)),
    retainedUntil: retentionEnd(cancellation?.cancelledOn ?? (await services.businessDate())),
  }
}

/** Ignores a completed cancellation once the customer has a new limit. */
function relevant(
  cancellation: Cancellation | undefined,
  { isDone }: { readonly isDone: boolean },
): Cancellation | undefined {
  const wasDone = cancellation?.cancelledOn !== undefined
  return wasDone === isDone ? cancellation : undefined
}
