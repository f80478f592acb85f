import { product } from '@qingzhou/domain/product'
import type { SignedInCaller, Callers } from '@qingzhou/platform/caller'
import { channelOf } from '#features/applications/index.ts'
import type { Handlers } from '@qingzhou/contract/shapes'
import { pages } from '@qingzhou/contract/pages'
import { drawParam } from '@qingzhou/contract/wire/params'
import { faultIn } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import { saveReference, readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import { customerNo, newNo } from '@qingzhou/platform/ids'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import type { Services } from '#services.ts'
import { idCardExpiry, savedPerson } from './card/card-on-file.ts'
import { readIdCard, readsLeft } from './card/read-id-card.ts'
import { saveIdCard } from './card/save-id-card.ts'
import { matchCustomer, verifyIdNumber } from './card/verify-id-number.ts'
import {
  faceChallenge,
  openFaceSession,
  type AwaitsFaces,
  faceLocked,
  requireOpenSession,
  type FaceSessionInput,
} from './face/open-face-session.ts'
import { faceResult } from './face/face-result.ts'
import { findCard, indexOldNames } from './card/id-card-store.ts'
import { takeAttempt } from './daily-attempt-store.ts'
import {
  findAttempt,
  findNewestAttempt,
  insertAttempt,
  type FaceAttempt,
} from './face/face-attempt-store.ts'
import { insertFaceOrder } from './face/face-session-store.ts'
import type { FaceSession } from './face/face-session-store.ts'
import { endFaceReview } from './face/review-face.ts'
import { settleChannelFace, settleFace } from './face/settle-channel-face.ts'

/** The return page of each purpose, and its query parameter for the business number. */
const returnPages: Record<FaceSession['purpose'], readonly [page: string, names?: string]> = {
  credit: [pages.facePassed],
  access: [pages.facePassed],
  loan: [pages.faceForLoan, drawParam],
  plan: [pages.planFace, 'planNo'],
  phone: [pages.verifyPhone, 'changeNo'],
  amend: [pages.personalInfo, 'amendment'],
}

type Modes = {
  readonly face: 'channel' | 'page' | 'elsewhere'
  readonly albumAllowed: boolean
}

/** The identity check modes available to the caller. */
function checkModes(caller: SignedInCaller, { hasCamera }: { readonly hasCamera: boolean }): Modes {
  const { albumAllowed } = product.identity
  const inPage = hasCamera ? 'page' : 'elsewhere'
  return { face: channelOf(caller) === 'payment-app' ? 'channel' : inPage, albumAllowed }
}

export function identityHandlers(
  services: Pick<
    Services,
    'database' | 'vault' | 'files' | 'tasks' | 'now' | 'providers' | 'log' | 'mode' | 'today'
  >,
  awaitsFace: AwaitsFaces,
): Handlers<Callers>['identity'] {
  return {
    readIdCard: (input, caller) => readIdCard(services, caller, input),
    readsLeft: (_, { session }) => readsLeft(services, session.customer),
    saveIdCard: (input, caller) => saveIdCard(services, caller, input),
    verifyIdNumber: (input, { session }) => verifyIdNumber(services, session.customer, input),
    matchCustomer: (input, { session }) => matchCustomer(services, session.customer, input),
    idCardExpiry: (_, { session }) => idCardExpiry(services, session.customer),
    checkModes: async (input, caller) => checkModes(caller, input),
    openFaceSession: (input, caller) => openFaceSession(services, { caller, awaitsFace }, input),
    faceChallenge: (input, caller) => faceChallenge(services, { caller, awaitsFace }, input),
    faceStartParams: (input, caller) => faceStartParams(services, { caller, awaitsFace }, input),
    faceResult: (input, { session }) => faceResult(services, session.customer, input),
    person: (_, caller) => savedPerson(services, caller),
  }
}

/**
 * Sends a person to the face check of the channel's own app. The attempt is stored before the
 * channel is called. While it is in progress, repeated calls return the same check; after it has
 * passed, our own return page.
 */
async function faceStartParams(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today'>,
  input: FaceSessionInput,
  { faceSessionNo }: { readonly faceSessionNo: string },
): Promise<{ url: string }> {
  const session = await requireOpenSession(services, input, faceSessionNo)
  const card = await findCard(services.database, services, session.customer)
  if (!card) throw new Refused({ kind: 'id-card-photos-needed' })

  const returnPath = returnPathOf(session)
  const attempt = await attemptUnderWay(services, session, card.frontFileNo).catch(
    channelUnavailable(services),
  )
  if (attempt.state === 'passed') return { url: returnPath }

  const { name, idNumber } = card
  const wire = await readWireOrder(services.database, attempt.attemptNo)
  const { userAgent } = input.caller
  const order = { ...wire, name, idNumber, returnPath, userAgent }
  const started = await services.providers.facePages
    .startFace(order)
    .catch(async (cause: unknown) => {
      // The check was not started, so it does not use up an attempt.
      if (attempt.isNew) await settleFace(services, attempt, { reason: 'unavailable' })
      return channelUnavailable(services)(cause)
    })
  await saveReference(services.database, { ...wire, reference: started.reference })
  return { url: started.url }
}

function channelUnavailable({ log }: Pick<Services, 'log'>) {
  return (cause: unknown): never => {
    if (cause instanceof Refused) throw cause
    log.warn('face.not-started', { reason: faultIn(cause) })
    throw new Refused({ kind: 'outside-unavailable' })
  }
}

/** The page to which the person returns, where the result is shown. */
function returnPathOf({ purpose, businessNo, faceSessionNo }: FaceSession): string {
  const [page, names] = returnPages[purpose]
  const query = { faceSessionNo, ...(names && { [names]: businessNo }) }
  return `/#${page}?${new URLSearchParams(query).toString()}`
}

async function attemptUnderWay(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'today'>,
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
  services: Pick<Services, 'database' | 'now' | 'today'>,
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

const NAMES_PER_SLICE = 500

/**
 * Customers of releases without the index of names become findable by name during one night. A check
 * that no person has decided in time ends.
 */
export function identityTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
): TaskHandlers<'index-names' | 'end-face-review'> {
  const { database, tasks } = services
  return {
    'end-face-review': ({ customer, attemptNo }) =>
      endFaceReview(services, { customer: customerNo(customer), attemptNo }),
    'index-names': async ({ date }) => {
      if (!(await indexOldNames(services, NAMES_PER_SLICE))) return
      const next = { kind: 'index-names', payload: { date }, key: date } as const
      await database.inTransaction((tx) => tasks.add(tx, next))
    },
  }
}
