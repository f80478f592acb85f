import type { FaceFailure } from '@qingzhou/contract/identity'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { attemptsLeft, tomorrow } from '#features/identity/daily-attempts.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import {
  findAttempt,
  findAttemptByToken,
  findNewestAttempt,
  type FaceAttempt,
} from './face-attempt-store.ts'
import { CHALLENGE_SECONDS } from './face-challenge.ts'
import { findSession, type FaceSession } from './face-session-store.ts'
import { judgeFrames } from './judge-frames.ts'
import { settleChannelFace } from './settle-channel-face.ts'
import { settleFace } from './settle-face.ts'

type Result =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'pending' }
  | {
      readonly outcome: 'failed'
      readonly reason: FaceFailure
      readonly attemptsLeft: number
      readonly opensOn?: LocalDate
    }

type Request = {
  readonly faceSessionNo: string
  readonly faceToken?: string | undefined
  readonly frames?: readonly { readonly image: string }[] | undefined
}

/** From the challenge on: whoever is still being judged then was forgotten by a server that died. */
const JUDGED_WITHIN_MINUTES = CHALLENGE_SECONDS / 60 + 2

/** What came of a face check. With frames, those are judged first; the same ones twice are judged once. */
export async function faceResult(
  services: Services,
  customer: CustomerNo,
  { faceSessionNo, faceToken, frames }: Request,
): Promise<Result> {
  const session = await findSession(services.database, customer, faceSessionNo)
  if (!session) throw new Refused({ kind: 'face-session-unknown' })
  if (session.state !== 'open') return { outcome: 'passed' }

  if (!frames) return resultOfNewest(services, session)
  const attempt = faceToken !== undefined && (await findByToken(services, session, faceToken))
  if (!attempt) return failed(services, customer, 'expired')
  if (attempt.state === 'open') {
    const images = frames.map(({ image }) => image)
    await (isOver(services, attempt)
      ? settleFace(services, attempt, { reason: 'expired' })
      : judgeFrames(services, attempt, images))
  }
  return resultOf(services, attempt)
}

function findByToken(
  { database, vault }: Services,
  { customer, faceSessionNo }: FaceSession,
  faceToken: string,
): Promise<FaceAttempt | undefined> {
  const tokenHash = vault.hash('face', faceToken)
  return findAttemptByToken(database, { customer, faceSessionNo, tokenHash })
}

function isOver({ now }: Services, { begunAt }: FaceAttempt): boolean {
  return now().getTime() >= begunAt.getTime() + CHALLENGE_SECONDS * 1_000
}

async function resultOfNewest(services: Services, session: FaceSession): Promise<Result> {
  const attempt = await findNewestAttempt(services.database, session)
  if (!attempt) return { outcome: 'pending' }
  if (attempt.place === 'channel') {
    // A channel that is down now will tell later, by itself or when asked again.
    await settleChannelFace(services, attempt).catch((cause: unknown) =>
      services.log.warn('face.not-asked', { reason: faultIn(cause) }),
    )
  }
  return resultOf(services, attempt)
}

async function resultOf(services: Services, earlier: FaceAttempt): Promise<Result> {
  const attempt = (await findAttempt(services.database, earlier)) ?? earlier
  if (attempt.state === 'passed') return { outcome: 'passed' }
  if (attempt.reason) return failed(services, attempt.customer, attempt.reason)

  const isForgotten = minutesAfter(attempt.begunAt, JUDGED_WITHIN_MINUTES) < services.now()
  if (attempt.state !== 'judging' || !isForgotten) return { outcome: 'pending' }
  await settleFace(services, attempt, { reason: 'unavailable' })
  return failed(services, attempt.customer, 'unavailable')
}

async function failed(
  services: Services,
  customer: CustomerNo,
  reason: FaceFailure,
): Promise<Result> {
  const left = await attemptsLeft(services.database, services, { customer, kind: 'face' })
  return {
    outcome: 'failed',
    reason,
    attemptsLeft: left,
    ...(left === 0 && { opensOn: tomorrow(services) }),
  }
}
