import type { FaceFailure } from '@qingzhou/contract/identity'
import { assert, unreachable } from '@qingzhou/domain/assert'
import { lockApplication, moveApplication } from '#features/applications/index.ts'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { ownsNumber } from '#features/identity/card/identity-store.ts'
import { giveBackAttempt } from '#features/identity/daily-attempt-store.ts'
import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import type { FaceAttempt, FaceEnd } from './face-attempt-store.ts'
import { endAttempt, findAttempt } from './face-attempt-store.ts'
import { customerOfOrder, findSession, passSession } from './face-session-store.ts'

/** Attempts that failed through nobody's fault are not counted. */
const uncounted: readonly FaceFailure[] = ['cancelled', 'expired', 'unavailable']

/**
 * Ends an attempt with everything that follows from it, at once and once: the session is passed, and a
 * credit application moves on. Two who bring the same end, or two different ones, change nothing twice.
 */
export async function settleFace(
  services: Services,
  attempt: FaceAttempt,
  judged: FaceEnd,
): Promise<void> {
  const { customer } = attempt
  await services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    const card = await findCard(tx, services, customer)
    // It was another card's holder who was looked at: a new one was saved meanwhile.
    const isOutdated = !judged.reason && card?.frontFileNo !== attempt.frontFileNo
    const end: FaceEnd = isOutdated ? { ...judged, reason: 'expired' } : judged
    const { attemptNo } = attempt
    const ended = await endAttempt(tx, services, { customer, attemptNo, ...end })
    if (!ended) return

    if (!end.reason) await pass(tx, services, attempt)
    else if (ended.countedOn && uncounted.includes(end.reason)) {
      await giveBackAttempt(tx, { customer, kind: 'face', day: ended.countedOn })
    }
  })
}

async function pass(
  tx: Transaction,
  services: Services,
  { customer, faceSessionNo }: FaceAttempt,
): Promise<void> {
  const session = await findSession(tx, customer, faceSessionNo)
  assert(session !== undefined, 'an attempt belongs to a session')
  if (session.state !== 'open') return
  if (session.purpose === 'credit') {
    await requireOwnNumber(tx, services, customer)
    await moveApplication(tx, services, customer, { type: 'face-passed' })
  }
  await passSession(tx, services, session)
}

/** A number that waited too long for its face may be somebody else's by now. */
async function requireOwnNumber(
  tx: Transaction,
  services: Services,
  customer: CustomerNo,
): Promise<void> {
  const card = await findCard(tx, services, customer)
  const isOwn = card && (await ownsNumber(tx, services, { customer, idNumber: card.idNumber }))
  if (!isOwn) throw new Refused({ kind: 'identity-of-other-account' })
}

/** An order that the channel does not know yet may be on its way there. */
const UNKNOWN_MINUTES = 1
const PENDING_MINUTES = 30

/** Asks the channel what came of an attempt, and settles it when something did. */
export async function settleChannelFace(services: Services, attempt: FaceAttempt): Promise<void> {
  if (attempt.state !== 'open') return

  const face = await services.providers.wallet.face(attempt.attemptNo)
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

/** The channel says that something came of a check: it is asked what, as if nobody had told us. */
export async function walletFaceNotice(
  services: Services,
  { orderNo }: { readonly orderNo: string },
): Promise<void> {
  const customer = await customerOfOrder(services.database, orderNo)
  const attempt =
    customer && (await findAttempt(services.database, { customer, attemptNo: orderNo }))
  if (attempt) await settleChannelFace(services, attempt)
}
