import type { FaceAction, FaceFailure } from '@qingzhou/contract/features/identity'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { attemptsLeft, takeAttempt, tomorrow } from '#features/identity/daily-attempt-store.ts'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { convertPicture } from '@qingzhou/platform/files/picture'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { FaceJudge, FaceJudgement } from '@qingzhou/providers/face/port'
import { faultIn } from '@qingzhou/platform/provider-fault'
import type { FaceAttempt, FaceEnd } from './face-attempt-store.ts'
import {
  beginJudging,
  findAttempt,
  findAttemptByToken,
  findNewestAttempt,
} from './face-attempt-store.ts'
import { CHALLENGE_SECONDS, faceLocked } from './open-face-session.ts'
import type { FaceSession } from './face-session-store.ts'
import { findSession } from './face-session-store.ts'
import { findReferredAttempt } from './face-review-store.ts'
import { mayWaitForReview, referFace } from './review-face.ts'
import { settleChannelFace, settleFace } from './settle-channel-face.ts'

type Deps = Pick<
  Services,
  'database' | 'vault' | 'files' | 'tasks' | 'now' | 'providers' | 'log' | 'today'
>

const SIDE_MAX = 640

/**
 * Has the frames of an attempt judged against the card on file, and settles the result. Invalid
 * frames are rejected before the attempt is used up. The frames are not stored, only the judgement
 * is, unless a person has to look at them.
 */
async function judgeFrames(
  services: Deps,
  { session, attempt }: { readonly session: FaceSession; readonly attempt: FaceAttempt },
  images: readonly string[],
): Promise<void> {
  const { customer, attemptNo, actions } = attempt
  const decodes = await takeAttempt(services.database, services, { customer, kind: 'picture' })
  if (decodes === undefined) throw faceLocked(services)
  const frames = await Promise.all(
    images.map((image) => convertPicture(Buffer.from(image, 'base64'), { sideMax: SIDE_MAX })),
  )
  const { idNumber, portrait, frontFileNo } = await holderOf(services, customer)
  const isMine = await services.database.inTransaction(async (tx) => {
    const countedOn = services.today()
    if (!(await beginJudging(tx, { customer, attemptNo, frontFileNo, countedOn }))) return false
    const left = await takeAttempt(tx, services, { customer, kind: 'face' })
    if (left === undefined) throw faceLocked(services)
    return true
  })
  if (!isMine) return

  const end = await judge(services, { idNumber, portrait, frames, actions })
  const isUnsure = end.judgement === 'unsure' && end.reason === 'noMatch'
  if (isUnsure && mayWaitForReview(session)) {
    return referFace(services, { session, attempt }, { distance: end.distance, frames })
  }
  await settleFace(services, { ...attempt, frontFileNo }, end)
}

async function holderOf(
  services: Pick<Services, 'database' | 'vault' | 'files'>,
  customer: CustomerNo,
): Promise<{ idNumber: string; portrait: Buffer; frontFileNo: string }> {
  const card = await findCard(services.database, services, customer)
  const fileNo = card?.frontFileNo
  const portrait = fileNo && (await services.files.read({ customer, fileNo }))
  if (!card || !portrait) throw new Refused({ kind: 'id-card-photos-needed' })
  return { idNumber: card.idNumber, portrait, frontFileNo: card.frontFileNo }
}

async function judge(
  { providers, log }: Pick<Services, 'providers' | 'log'>,
  check: Parameters<FaceJudge['judge']>[0],
): Promise<FaceEnd> {
  try {
    const judgement = await providers.faceJudge.judge(check)
    const { outcome, distance } = judgement
    const reason = failureIn(judgement, check.actions)
    return { ...(reason && { reason }), judgement: outcome, distance }
  } catch (cause) {
    log.warn('face.not-judged', { reason: faultIn(cause) })
    return { reason: 'unavailable' }
  }
}

/** An uncertain judgement counts as no match where no person can look at it. */
function failureIn(
  { outcome, performed }: FaceJudgement,
  request: readonly FaceAction[],
): FaceFailure | undefined {
  // Who sends earlier frames again is told no more than that they do not count.
  if (outcome === 'replayed') return 'noMatch'
  if (outcome !== 'match' && outcome !== 'unsure') return outcome
  if (request.some((action) => !performed.includes(action))) return 'actionMissed'
  return outcome === 'unsure' ? 'noMatch' : undefined
}

type Result =
  | { readonly outcome: 'passed' }
  | { readonly outcome: 'pending' }
  | { readonly outcome: 'review'; readonly until?: number }
  | {
      readonly outcome: 'failed'
      readonly reason: FaceFailure
      readonly message?: string
      readonly attemptsLeft: number
      readonly opensOn?: LocalDate
    }

type Request = {
  readonly faceSessionNo: string
  readonly faceToken?: string | undefined
  readonly frames?: readonly { readonly image: string }[] | undefined
}

/**
 * Counted from the challenge: an attempt still being judged then was interrupted by a server crash.
 */
const JUDGED_WITHIN_MINUTES = CHALLENGE_SECONDS / 60 + 2

/**
 * The result of a face check. Frames, if given, are judged first; repeated calls with the same
 * frames judge them once.
 */
export async function faceResult(
  services: Deps,
  customer: CustomerNo,
  { faceSessionNo, faceToken, frames }: Request,
): Promise<Result> {
  const session = await findSession(services.database, customer, faceSessionNo)
  if (!session) throw new Refused({ kind: 'face-session-unknown' })
  if (session.state !== 'open') return { outcome: 'passed' }

  if (!frames) return resultOfNewest(services, session)
  const attempt = faceToken !== undefined && (await findByToken(services, session, faceToken))
  if (!attempt) return failedResult(services, customer, 'expired')
  if (attempt.state === 'open') {
    const images = frames.map(({ image }) => image)
    await (isOver(services, attempt)
      ? settleFace(services, attempt, { reason: 'expired' })
      : judgeFrames(services, { session, attempt }, images))
  }
  return resultOf(services, attempt)
}

function findByToken(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  { customer, faceSessionNo }: FaceSession,
  faceToken: string,
): Promise<FaceAttempt | undefined> {
  const tokenHash = vault.hash('face', faceToken)
  return findAttemptByToken(database, { customer, faceSessionNo, tokenHash })
}

function isOver({ now }: Pick<Services, 'now'>, { begunAt }: FaceAttempt): boolean {
  return now().getTime() >= begunAt.getTime() + CHALLENGE_SECONDS * 1_000
}

async function resultOfNewest(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
  session: FaceSession,
): Promise<Result> {
  const attempt = await findNewestAttempt(services.database, session)
  if (!attempt) return { outcome: 'pending' }
  if (attempt.place === 'channel') {
    // If the channel is down, its callback or a later poll will bring the result.
    await settleChannelFace(services, attempt).catch((cause: unknown) =>
      services.log.warn('face.not-asked', { reason: faultIn(cause) }),
    )
  }
  return resultOf(services, attempt)
}

async function resultOf(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  earlier: FaceAttempt,
): Promise<Result> {
  const attempt = (await findAttempt(services.database, earlier)) ?? earlier
  if (attempt.state === 'passed') return { outcome: 'passed' }
  if (attempt.state === 'review') {
    const { heldUntil } =
      (await findReferredAttempt(services.database, services, attempt.attemptNo)) ?? {}
    return { outcome: 'review', ...(heldUntil && { until: heldUntil.getTime() }) }
  }
  if (attempt.reason === 'refusedByReview') return refusedResult(services, attempt)
  if (attempt.reason) return failedResult(services, attempt.customer, attempt.reason)

  const isForgotten = minutesAfter(attempt.begunAt, JUDGED_WITHIN_MINUTES) < services.now()
  if (attempt.state !== 'judging' || !isForgotten) return { outcome: 'pending' }
  await settleFace(services, attempt, { reason: 'unavailable' })
  return failedResult(services, attempt.customer, 'unavailable')
}

async function refusedResult(
  services: Pick<Services, 'database' | 'vault' | 'today'>,
  { customer, attemptNo }: FaceAttempt,
): Promise<Result> {
  const { message } = (await findReferredAttempt(services.database, services, attemptNo)) ?? {}
  const result = await failedResult(services, customer, 'refusedByReview')
  return { ...result, ...(message !== undefined && { message }) }
}

async function failedResult(
  services: Pick<Services, 'database' | 'today'>,
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
