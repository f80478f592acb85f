import { pages } from '@qingzhou/contract/pages'
import { findCard } from '#features/identity/card/id-card-store.ts'
import { takeAttempt } from '#features/identity/daily-attempt-store.ts'
import { faultIn } from '#providers/provider-fault.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import {
  findAttempt,
  findNewestAttempt,
  insertAttempt,
  type FaceAttempt,
} from './face-attempt-store.ts'
import { insertFaceOrder } from './face-session-store.ts'
import type { FaceSession } from './face-session-store.ts'
import { faceLocked, requireOpenSession, type Asked } from './open-face-session.ts'
import { settleChannelFace, settleFace } from './settle-channel-face.ts'
import { newNo } from '#platform/ids.ts'

/**
 * Sends a person to the face check of the channel's own app.
 *
 * The attempt is on record before the channel hears of it. Asked again while it is under way, the
 * person is sent to the same one; once it has passed, straight back to us.
 */
export async function faceStartParams(
  services: Services,
  asked: Asked,
  { faceSessionNo }: { readonly faceSessionNo: string },
): Promise<{ url: string }> {
  const session = await requireOpenSession(services, asked, faceSessionNo)
  const card = await findCard(services.database, services, session.customer)
  if (!card) throw new Refused({ kind: 'id-card-photos-needed' })

  const returnPath = returnPathOf(session)
  const attempt = await attemptUnderWay(services, session, card.frontFileNo).catch(
    outsideUnavailable(services),
  )
  if (attempt.state === 'passed') return { url: returnPath }

  const { name, idNumber } = card
  const order = { orderNo: attempt.attemptNo, name, idNumber, returnPath }
  const url = await services.providers.wallet.startFace(order).catch(async (cause: unknown) => {
    // Nobody was sent to a check that was not begun, so it costs no attempt.
    if (attempt.isNew) await settleFace(services, attempt, { reason: 'unavailable' })
    return outsideUnavailable(services)(cause)
  })
  return { url }
}

function outsideUnavailable({ log }: Services) {
  return (cause: unknown): never => {
    if (cause instanceof Refused) throw cause
    log.warn('face.not-started', { reason: faultIn(cause) })
    throw new Refused({ kind: 'outside-unavailable' })
  }
}

/** The page that each check comes back to, and what it calls the deed that the check was for. */
const returnsTo: Record<FaceSession['purpose'], readonly [page: string, names?: string]> = {
  credit: [pages.facePassed],
  loan: [pages.faceForLoan, 'loanSeqNo'],
  plan: [pages.planFace, 'planNo'],
  phone: [pages.verifyPhone, 'changeNo'],
  amend: [pages.personalInfo, 'amendment'],
}

/** Where the person comes back to, and is told what came of it. */
function returnPathOf({ purpose, businessNo, faceSessionNo }: FaceSession): string {
  const [page, names] = returnsTo[purpose]
  const query = { faceSessionNo, ...(names && { [names]: businessNo }) }
  return `/#${page}?${new URLSearchParams(query).toString()}`
}

async function attemptUnderWay(
  services: Services,
  session: FaceSession,
  frontFileNo: string,
): Promise<FaceAttempt & { readonly isNew: boolean }> {
  const newest = await findNewestAttempt(services.database, session)
  if (newest?.place === 'channel' && newest.frontFileNo === frontFileNo) {
    await settleChannelFace(services, newest)
    const settled = await findAttempt(services.database, newest)
    if (settled && settled.state !== 'failed') return { ...settled, isNew: false }
  }
  return { ...(await newAttempt(services, session, frontFileNo)), isNew: true }
}

async function newAttempt(
  services: Services,
  { customer, faceSessionNo }: FaceSession,
  frontFileNo: string,
): Promise<FaceAttempt> {
  const attempt: FaceAttempt = {
    customer,
    attemptNo: newNo(),
    faceSessionNo,
    place: 'channel',
    actions: [],
    frontFileNo,
    state: 'open',
    reason: undefined,
    begunAt: services.now(),
  }
  await services.database.inTransaction(async (tx) => {
    const countedOn = services.today()
    const started = await takeAttempt(tx, services, { customer, kind: 'faceChallenge' })
    const left = await takeAttempt(tx, services, { customer, kind: 'face' })
    if (started === undefined || left === undefined) throw faceLocked(services)
    await insertAttempt(tx, services, { ...attempt, countedOn })
    await insertFaceOrder(tx, services, { orderNo: attempt.attemptNo, customer })
  })
  return attempt
}
