import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type {
  limitCancellationShapes,
  CancellableLimit,
} from '@qingzhou/contract/features/limit-cancellation'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { retentionEnd } from '@qingzhou/domain/credit/retention'
import { mask } from '@qingzhou/domain/people/masking'
import { findLimit, cancelLimit, lockCustomerBooks } from '@qingzhou/lending/index'
import type { Act, LimitRecord } from '@qingzhou/lending/index'
import { Refused } from '@qingzhou/platform/refused'
import { defaultProductNo, employeeProductNo, productNames } from '@qingzhou/domain/product'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { bookingNoOf } from '@qingzhou/platform/idempotency'
import {
  checkPurposeCode,
  hasPassedCheck,
  getPhone,
  revokeAccess,
  takePassedCheck,
} from '#features/onboarding/index.ts'
import type { Services } from '#services.ts'
import { lockApplication } from '#features/applications/index.ts'
import { endAgreements, endWalletAgreements } from '#features/cards/index.ts'
import { isOnRoster } from '#features/staff/index.ts'
import {
  findCancellation,
  saveCancellationReason,
  type Cancellation,
  findByRequestNo,
  markCancelled,
} from './cancellation-store.ts'
import { obstaclesTo } from './obstacles.ts'
import type { Obstacle } from './obstacles.ts'

export function limitCancellationHandlers(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today' | 'businessDate'
  >,
): Handlers<Callers>['limit-cancellation'] {
  return {
    limits: (_, caller) => cancellableLimits(services, caller),
    currentStep: (input, caller) => cancellationStep(services, caller, input),
    checkSmsCode: ({ dynamicCode }, caller) =>
      checkPurposeCode(services, caller, { purpose: 'cancellation', dynamicCode }),
    cancel: (input, caller) => cancel(services, caller, input),
  }
}

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

type CancelInput = Input<(typeof limitCancellationShapes)['cancel']>

type CancelAnswer = Output<(typeof limitCancellationShapes)['cancel']>

/**
 * Cancels a limit permanently, together with debit agreements, sessions and linked apps, in one
 * transaction. All conditions are checked again under the lock that a draw takes as well, so only
 * one of the two succeeds. The client chooses `requestNo`: the same number gets the same answer,
 * even in a new session.
 */
export async function cancel(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  { session }: SignedInCaller,
  { requestNo }: CancelInput,
): Promise<CancelAnswer> {
  const { customer } = session
  return services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const earlier = await findByRequestNo(tx, { customer, requestNo })
    if (earlier) return { cancelledOn: earlier, retainedUntil: retentionEnd(earlier) }

    await lockCustomerBooks(tx, customer)
    await requireClear(tx, services, customer)
    if (!(await takePassedCheck(tx, services, { session, purpose: 'cancellation' }))) {
      throw new Refused({ kind: 'verification-needed' })
    }
    const cancelledOn = await endLimit(tx, services, { customer, requestNo, actor: 'customer' })
    return { cancelledOn, retainedUntil: retentionEnd(cancelledOn) }
  })
}

/** Cancels the limit of a customer who asked staff for it. The same obstacles refuse it. */
export async function cancelByStaff(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  act: Act & { readonly note: string },
): Promise<void> {
  const { customer, note } = act
  await services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    await lockCustomerBooks(tx, customer)
    await requireClear(tx, services, customer)
    await saveCancellationReason(tx, services, { customer, reason: 'other', note })
    await endLimit(tx, services, act)
  })
}

/** The caller has locked the customer and found no obstacle. */
async function endLimit(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, requestNo, actor }: Act,
): Promise<LocalDate> {
  const cancelledOn = await readBusinessDate(tx)
  if (!(await markCancelled(tx, { customer, requestNo, cancelledOn }))) {
    throw new Refused({ kind: 'cancellation-obstructed', says: '请先选择注销原因' })
  }
  const deps = { database: inside(tx), now: services.now }
  const bookingNo = bookingNoOf('cancel', requestNo)
  await cancelLimit(deps, { customer, requestNo: bookingNo, actor })
  await endAgreements(tx, services, { customer })
  await endWalletAgreements(tx, services, { customer, isTold: false })
  await revokeAccess(tx, customer)
  const sms = smsOf('limit-cancelled', { date: cancelledOn })
  await enqueueSms(tx, services, { customer, messageNo: bookingNo, sms })
  return cancelledOn
}

async function requireClear(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'today'>,
  customer: CustomerNo,
): Promise<void> {
  const limit = await findLimit(tx, customer)
  if (!limit) throw new Refused({ kind: 'limit-unknown' })
  const [first] =
    limit.state === 'cancelled'
      ? [await alreadyCancelled(tx, services, customer)]
      : await obstaclesTo(tx, services, customer)
  if (first) throw new Refused({ kind: 'cancellation-obstructed', says: first.says })
}

/** A customer's limits, with the obstacles to cancelling each. */
async function cancellableLimits(
  services: Pick<Services, 'database' | 'vault' | 'today' | 'businessDate'>,
  { session: { customer } }: SignedInCaller,
): Promise<{ limits: CancellableLimit[] }> {
  const { database } = services
  const limit = await findLimit(database, customer)
  if (!limit) return { limits: [] }

  const isEmployee = await isOnRoster(database, customer)
  const productNo = isEmployee ? employeeProductNo : defaultProductNo
  const obstacles =
    limit.state === 'cancelled'
      ? [await alreadyCancelled(database, services, customer)]
      : await obstaclesTo(database, services, customer)
  return {
    limits: [
      {
        productNo,
        productName: productNames[productNo],
        total: limit.granted,
        used: limit.used,
        state: stateOn(await services.businessDate(), limit),
        validUntil: limit.validUntil,
        canCancel: obstacles.length === 0,
        obstacles,
      },
    ],
  }
}

async function alreadyCancelled(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Obstacle> {
  const cancellation = await findCancellation(db, services, customer)
  const since = cancellation?.cancelledOn === undefined ? '' : `于 ${cancellation.cancelledOn} `
  return { kind: 'cancelled', says: `该额度已${since}注销。如需借款，可重新申请额度。` }
}

function stateOn(today: string, { state, validUntil }: LimitRecord): CancellableLimit['state'] {
  return state === 'open' && today > validUntil ? 'expired' : state
}
