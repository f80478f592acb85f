import type { FaceAction, FaceFailure } from '@qingzhou/contract/identity'
import type { CustomerNo } from '#platform/customer-no.ts'
import { pictureOf } from '#platform/files/picture.ts'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { takeAttempt } from '#features/identity/daily-attempts.ts'
import type { FaceJudge, FaceJudgement } from '#providers/face/port.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { beginJudging, type FaceAttempt, type FaceEnd } from './face-attempt-store.ts'
import { faceLocked } from './open-face-session.ts'
import { settleFace } from './settle-face.ts'

const SIDE_MAX = 640

/**
 * Has the frames of an attempt judged against the card on file, and settles what comes of it.
 *
 * Everything that can be wrong with the frames is found before the attempt is spent, and the frames
 * are kept nowhere: what is left of them is the judgement.
 */
export async function judgeFrames(
  services: Services,
  attempt: FaceAttempt,
  images: readonly string[],
): Promise<void> {
  const { customer, attemptNo, actions } = attempt
  const decodes = await takeAttempt(services.database, services, { customer, kind: 'picture' })
  if (decodes === undefined) throw faceLocked(services)
  const frames = await Promise.all(
    images.map((image) => pictureOf(Buffer.from(image, 'base64'), { sideMax: SIDE_MAX })),
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
  await settleFace(services, { ...attempt, frontFileNo }, end)
}

async function holderOf(
  services: Services,
  customer: CustomerNo,
): Promise<{ idNumber: string; portrait: Buffer; frontFileNo: string }> {
  const card = await findCard(services.database, services, customer)
  const fileNo = card?.frontFileNo
  const portrait = fileNo && (await services.files.read({ customer, fileNo }))
  if (!card || !portrait) throw new Refused({ kind: 'id-card-photos-needed' })
  return { idNumber: card.idNumber, portrait, frontFileNo: card.frontFileNo }
}

async function judge(
  { providers, log }: Services,
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

/** Whom the judge is not sure of is not let through: there is no second pair of eyes behind it. */
function failureIn(
  { outcome, performed }: FaceJudgement,
  asked: readonly FaceAction[],
): FaceFailure | undefined {
  if (outcome === 'unsure') return 'noMatch'
  if (outcome !== 'match') return outcome
  return asked.every((action) => performed.includes(action)) ? undefined : 'actionMissed'
}
