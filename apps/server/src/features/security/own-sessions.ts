import type { securityShapes } from '@qingzhou/contract/features/security'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { Caller, SignedInCaller } from '#platform/caller.ts'
import {
  deleteOwnSession,
  endSession,
  endSessionsOf,
  listSessions,
} from '#features/sessions/index.ts'
import type { Services } from '#platform/services.ts'

type Shapes = typeof securityShapes

/** The customer's sessions, the current one first. */
export async function sessionsOf(
  services: Services,
  { session }: SignedInCaller,
): Promise<Output<Shapes['sessions']>> {
  const listed = await listSessions(services.database, services, session.customer)
  const sessions = listed.map(({ id, deviceName, openedAt, lastUsedAt }) => ({
    sessionId: id,
    deviceName,
    signedInAt: openedAt.getTime(),
    lastUsedAt: lastUsedAt.getTime(),
    isCurrent: id === session.id,
  }))
  return { sessions: sessions.toSorted((one, other) => +other.isCurrent - +one.isCurrent) }
}

/** Returns the same answer for another customer's session as for a missing or ended one. */
export async function endOwnSession(
  { database }: Services,
  caller: SignedInCaller,
  { sessionId }: Input<Shapes['endSession']>,
): Promise<Output<Shapes['endSession']>> {
  const { customer, id } = caller.session
  await deleteOwnSession(database, { customer, id: sessionId })
  if (sessionId === id) forget(caller)
  return {}
}

/** Sign-out always succeeds: also an ended session leaves a cookie to clear. */
export async function signOut(
  { database }: Services,
  caller: Caller,
): Promise<Output<Shapes['signOut']>> {
  if (caller.session) await endSession(database, caller.session.id)
  forget(caller)
  return {}
}

export async function signOutEverywhere(
  { database }: Services,
  caller: SignedInCaller,
): Promise<Output<Shapes['signOutEverywhere']>> {
  await endSessionsOf(database, caller.session.customer)
  forget(caller)
  return {}
}

function forget(caller: Caller): void {
  caller.setSecretCookie('session', undefined)
  caller.setSecretCookie('authorisation', undefined)
}
