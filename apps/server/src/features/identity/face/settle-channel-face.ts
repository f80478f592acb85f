import { unreachable } from '@qingzhou/domain/assert'
import { minutesAfter } from '#platform/clock.ts'
import type { Services } from '#platform/services.ts'
import { findAttempt, type FaceAttempt } from './face-attempt-store.ts'
import { customerOfOrder } from './face-order-store.ts'
import { settleFace } from './settle-face.ts'

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
