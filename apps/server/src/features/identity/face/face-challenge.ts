import { randomInt } from 'node:crypto'
import { faceActions, type FaceAction } from '@qingzhou/contract/features/identity'
import { product } from '@qingzhou/domain/product'
import { takeAttempt } from '#features/identity/daily-attempt-store.ts'
import type { Services } from '#platform/services.ts'
import { insertAttempt, voidChallenges } from './face-attempt-store.ts'
import {
  faceLocked,
  requireOpenSession,
  requireUnlocked,
  type FaceSessionInput,
} from './open-face-session.ts'
import { newNo, newToken } from '#platform/ids.ts'

export const CHALLENGE_SECONDS = 300

/** Requests random actions, to be performed once and within a short time. */
export async function faceChallenge(
  services: Services,
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
