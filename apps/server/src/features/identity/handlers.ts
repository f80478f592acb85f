import { product } from '@qingzhou/domain/product'
import type { SignedInCaller, Callers } from '@qingzhou/platform/caller'
import { channelOf } from '#features/applications/index.ts'
import type { Handlers } from '@qingzhou/contract/shapes'
import type { Services } from '#services.ts'
import { idCardExpiry, savedPerson } from './card/card-on-file.ts'
import { readIdCard, readsLeft } from './card/read-id-card.ts'
import { saveIdCard } from './card/save-id-card.ts'
import { matchCustomer, verifyIdNumber } from './card/verify-id-number.ts'
import { faceChallenge, openFaceSession, type AwaitsFaces } from './face/open-face-session.ts'
import { faceResult } from './face/face-result.ts'
import { faceStartParams } from './face/face-start-params.ts'

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
