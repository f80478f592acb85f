import type { FaceFailure } from '@qingzhou/contract/features/identity'
import { assert, unreachable } from '@qingzhou/domain/assert'
import { lockApplication, moveApplication } from '#features/applications/index.ts'
import { findReturned, liftBlock } from '#features/blocks/index.ts'
import { admitSessions } from '#features/sessions/index.ts'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { keepIdNumber } from '#features/identity/card/identity-store.ts'
import { returnAttempt } from '#features/identity/daily-attempt-store.ts'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { FaceAttempt, FaceEnd } from './face-attempt-store.ts'
import { endAttempt, findAttempt } from './face-attempt-store.ts'
import { customerOfOrder, findSession, passSession } from './face-session-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'today'>

/** Attempts that failed for technical reasons are not counted. */
const uncounted: readonly FaceFailure[] = ['cancelled', 'expired', 'unavailable']

/**
 * Ends an attempt together with its consequences in one transaction: the session is passed, and a
 * credit application moves on. Concurrent or repeated ends have no effect.
 */
export async function settleFace(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  attempt: FaceAttempt,
  judged: FaceEnd,
): Promise<void> {
  const { customer } = attempt
  await services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const card = await findCard(tx, services, customer)
    // A new card was saved since then, so the face was compared with another card.
    const isOutdated = !judged.reason && card?.frontFileNo !== attempt.frontFileNo
    const end: FaceEnd = isOutdated ? { ...judged, reason: 'expired' } : judged
    const { attemptNo } = attempt
    const ended = await endAttempt(tx, services, { customer, attemptNo, ...end })
    if (!ended) return

    if (!end.reason) await pass(tx, services, attempt)
    else if (ended.countedOn && uncounted.includes(end.reason)) {
      await returnAttempt(tx, { customer, kind: 'face', day: ended.countedOn })
    }
  })
}

type PassDeps = Pick<Services, 'vault' | 'now' | 'today' | 'tasks'>

/** Passes a check, with what follows from it, in the caller's transaction. */
export async function pass(
  tx: Transaction,
  services: PassDeps,
  { customer, faceSessionNo }: Pick<FaceAttempt, 'customer' | 'faceSessionNo'>,
): Promise<void> {
  const session = await findSession(tx, customer, faceSessionNo)
  assert(session !== undefined, 'an attempt belongs to a session')
  if (session.state !== 'open') return
  if (session.purpose === 'credit') {
    await keepNumber(tx, services, customer)
    await moveApplication(tx, services, customer, { type: 'face-passed' })
  }
  if (session.purpose === 'access') await returnAccess(tx, services, customer)
  await passSession(tx, services, session)
}

/** The holder was seen at the new phone: the block of the stolen phone ends. */
async function returnAccess(
  tx: Transaction,
  services: PassDeps,
  customer: CustomerNo,
): Promise<void> {
  const block = await findReturned(tx, customer)
  if (block) await liftBlock(tx, services, { customer, block, endedBy: 'face-check' })
  await admitSessions(tx, customer)
}

/** Another customer may have claimed the same ID number and passed the face check before. */
async function keepNumber(
  tx: Transaction,
  services: PassDeps,
  customer: CustomerNo,
): Promise<void> {
  const card = await findCard(tx, services, customer)
  const isOwn = card && (await keepIdNumber(tx, services, { customer, idNumber: card.idNumber }))
  if (!isOwn) throw new Refused({ kind: 'identity-of-other-account' })
}

/** An order unknown to the channel may still be on its way. */
const UNKNOWN_MINUTES = 1
const PENDING_MINUTES = 30

/** Asks the channel for the result of an attempt, and settles it if there is one. */
export async function settleChannelFace(services: Deps, attempt: FaceAttempt): Promise<void> {
  if (attempt.state !== 'open') return

  const wire = await readWireOrder(services.database, attempt.attemptNo)
  const face = await services.providers.facePages.face(wire)
  const isOlderThan = (minutes: number) => minutesAfter(attempt.begunAt, minutes) < services.now()
  switch (face.state) {
    case 'passed':
      return settleFace(services, attempt, { judgement: 'passed' })
    case 'failed': {
      const reason = face.isCancelled ? 'cancelled' : 'noMatch'
      return settleFace(services, attempt, { reason, judgement: 'failed' })
    }
    case 'pending':
    case 'unknown': {
      const minutes = face.state === 'pending' ? PENDING_MINUTES : UNKNOWN_MINUTES
      if (!isOlderThan(minutes)) return
      return settleFace(services, attempt, { reason: 'expired', judgement: face.state })
    }
    default:
      return unreachable(face)
  }
}

/**
 * Callback of the channel for a check. Its content is not used: the channel is asked for the
 * result.
 */
export async function walletFaceCallback(
  services: Deps,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await customerOfOrder(services.database, orderNo)
  const attempt =
    customer && (await findAttempt(services.database, { customer, attemptNo: orderNo }))
  if (attempt) await settleChannelFace(services, attempt)
}
