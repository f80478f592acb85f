import type { FacePurpose } from '@qingzhou/contract/features/identity'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { newNo, type CustomerNo, newToken } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { requireStep } from '#features/applications/index.ts'
import { attemptsLeft, tomorrow, takeAttempt } from '#features/identity/daily-attempt-store.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import {
  findSession,
  openSession,
  type CheckPurpose,
  type FaceSession,
} from './face-session-store.ts'
import { randomInt } from 'node:crypto'
import { faceActions, type FaceAction } from '@qingzhou/contract/features/identity'
import { product } from '@qingzhou/domain/product'
import { insertAttempt, voidChallenges } from './face-attempt-store.ts'
import { isInReview } from './face-review-store.ts'

type Deps = Pick<Services, 'database' | 'today'>

/** Whether a customer's business requires a face check; implemented by the feature it is for. */
export type AwaitsFace = (
  db: Queryable,
  subject: { readonly customer: CustomerNo; readonly businessNo: string },
) => Promise<boolean>

/** For each purpose except the credit application, which has its own step. */
export type AwaitsFaces = Readonly<Record<Exclude<FacePurpose, 'credit'>, AwaitsFace>>

export type FaceSessionInput = {
  readonly caller: SignedInCaller
  readonly awaitsFace: AwaitsFaces
}

/**
 * Opens a face check for a purpose, or continues the open one. One that waits for a person is
 * returned as well, to be read; it has no further challenge.
 */
export async function openFaceSession(
  services: Pick<Services, 'database' | 'now' | 'today'>,
  input: FaceSessionInput,
  request: { readonly purpose: FacePurpose; readonly businessNo?: string | undefined },
): Promise<{ faceSessionNo: string; attemptsLeft: number }> {
  const { database } = services
  const { customer } = input.caller.session
  // The page of the step asks for the check of an application: the session says what it is for.
  const purpose: CheckPurpose = input.caller.session.awaitsFace ? 'access' : request.purpose
  const hasBusiness = purpose !== 'credit' && purpose !== 'access'
  const businessNo = hasBusiness ? (request.businessNo ?? '') : ''
  const check = { customer, purpose, businessNo }
  const isWaiting = await isInReview(database, check)
  if (!isWaiting) await requireDue(services, input, check)
  const left = isWaiting
    ? await attemptsLeft(database, services, { customer, kind: 'face' })
    : await requireUnlocked(services, customer)
  const faceSessionNo = await openSession(database, services, {
    customer,
    faceSessionNo: newNo(),
    purpose,
    businessNo,
  })
  return { faceSessionNo, attemptsLeft: left }
}

/** The caller's open session whose check is still required. */
export async function requireOpenSession(
  services: Deps,
  input: FaceSessionInput,
  faceSessionNo: string,
): Promise<FaceSession> {
  const { customer } = input.caller.session
  const session = await findSession(services.database, customer, faceSessionNo)
  if (session?.state !== 'open') throw new Refused({ kind: 'face-session-unknown' })
  await requireDue(services, input, session)
  return session
}

/** Refuses a face check that is not required. */
async function requireDue(
  services: Deps,
  { caller, awaitsFace }: FaceSessionInput,
  { purpose, businessNo }: Pick<FaceSession, 'purpose' | 'businessNo'>,
): Promise<void> {
  const { database } = services
  const { customer, awaitsFace: isForAccess = false } = caller.session
  if (isForAccess !== (purpose === 'access')) throw new Refused({ kind: 'step-not-reached' })
  if (await isInReview(database, { customer, purpose, businessNo })) {
    throw new Refused({ kind: 'face-in-review' })
  }
  if (purpose === 'access') return
  if (purpose === 'credit') return requireStep(database, services, caller, 'faceInPage')

  const isDue = await awaitsFace[purpose](database, { customer, businessNo })
  if (!isDue) throw new Refused({ kind: 'step-not-reached' })
}

/** The attempts left today; refuses if there are none. */
export async function requireUnlocked(services: Deps, customer: CustomerNo): Promise<number> {
  const left = await attemptsLeft(services.database, services, { customer, kind: 'face' })
  if (left > 0) return left
  throw faceLocked(services)
}

export function faceLocked(services: Pick<Services, 'today'>): Refused {
  return new Refused({ kind: 'face-locked', opensOn: tomorrow(services) })
}

export const CHALLENGE_SECONDS = 300

/** Requests random actions, to be performed once and within a short time. */
export async function faceChallenge(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'today'>,
  input: FaceSessionInput,
  { faceSessionNo }: { readonly faceSessionNo: string },
): Promise<{ faceToken: string; actions: FaceAction[]; expiresInSeconds: number }> {
  const { customer } = await requireOpenSession(services, input, faceSessionNo)
  await requireUnlocked(services, customer)
  const faceToken = newToken()
  const actions = someActions()
  await services.database.inTransaction(async (tx) => {
    const left = await takeAttempt(tx, services, { customer, kind: 'faceChallenge' })
    if (left === undefined) throw faceLocked(services)
    await voidChallenges(tx, services, { customer, faceSessionNo })
    await insertAttempt(tx, services, {
      customer,
      attemptNo: newNo(),
      faceSessionNo,
      place: 'page',
      actions,
      frontFileNo: undefined,
      tokenHash: services.vault.hash('face', faceToken),
    })
  })
  return { faceToken, actions, expiresInSeconds: CHALLENGE_SECONDS }
}

/** Distinct actions in random order. */
function someActions(): FaceAction[] {
  const left = [...faceActions]
  return Array.from({ length: product.identity.faceActions }, () =>
    left.splice(randomInt(left.length), 1),
  ).flat()
}
