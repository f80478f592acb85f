import type { FacePurpose } from '@qingzhou/contract/identity'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { requireAt } from '#features/applications/index.ts'
import { attemptsLeft, tomorrow } from '#features/identity/daily-attempt-store.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findSession, openSession, type FaceSession } from './face-session-store.ts'
import { newNo } from '#platform/ids.ts'

/** Asks whoever the check is for whether one of a customer's deeds waits for a face. */
export type AwaitsFace = (
  db: Queryable,
  deed: { readonly customer: CustomerNo; readonly businessNo: string },
) => Promise<boolean>

/** For each purpose but the credit application, which has a step of its own. */
export type AwaitsFaces = Readonly<Record<Exclude<FacePurpose, 'credit'>, AwaitsFace>>

export type Asked = {
  readonly caller: SignedInCaller
  readonly awaitsFace: AwaitsFaces
}

/** Opens a face check for one purpose, or goes on with the one that is open. */
export async function openFaceSession(
  services: Services,
  asked: Asked,
  request: { readonly purpose: FacePurpose; readonly businessNo?: string | undefined },
): Promise<{ faceSessionNo: string; attemptsLeft: number }> {
  const { database } = services
  const { customer } = asked.caller.session
  const purpose = request.purpose
  const businessNo = purpose === 'credit' ? '' : (request.businessNo ?? '')
  await requireDue(services, asked, { purpose, businessNo })
  const left = await requireUnlocked(services, customer)
  const faceSessionNo = await openSession(database, services, {
    customer,
    faceSessionNo: newNo(),
    purpose,
    businessNo,
  })
  return { faceSessionNo, attemptsLeft: left }
}

/** A session of the caller's own that is open and still due. */
export async function requireOpenSession(
  services: Services,
  asked: Asked,
  faceSessionNo: string,
): Promise<FaceSession> {
  const { customer } = asked.caller.session
  const session = await findSession(services.database, customer, faceSessionNo)
  if (session?.state !== 'open') throw new Refused({ kind: 'face-session-unknown' })
  await requireDue(services, asked, session)
  return session
}

/** A face is looked at only where one is asked for. */
async function requireDue(
  services: Services,
  { caller, awaitsFace }: Asked,
  { purpose, businessNo }: Pick<FaceSession, 'purpose' | 'businessNo'>,
): Promise<void> {
  const { database } = services
  if (purpose === 'credit') return requireAt(database, services, caller, 'faceInPage')

  const { customer } = caller.session
  const isDue = await awaitsFace[purpose](database, { customer, businessNo })
  if (!isDue) throw new Refused({ kind: 'step-not-reached' })
}

/** How many attempts the day has left; none: it is over for today. */
export async function requireUnlocked(services: Services, customer: CustomerNo): Promise<number> {
  const left = await attemptsLeft(services.database, services, { customer, kind: 'face' })
  if (left > 0) return left
  throw faceLocked(services)
}

export function faceLocked(services: Pick<Services, 'today'>): Refused {
  return new Refused({ kind: 'face-locked', opensOn: tomorrow(services) })
}
