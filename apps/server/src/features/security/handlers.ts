import type { securityShapes } from '@qingzhou/contract/features/security'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller, Caller, Callers } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { deleteLinkedApp, listLinkedApps } from '#features/onboarding/index.ts'
import {
  deleteSessionsOfApp,
  deleteOwnSession,
  endSession,
  endSessions,
  listSessions,
  type SessionApp,
} from '#features/sessions/index.ts'
import type { Services } from '#services.ts'
import type { Handlers } from '@qingzhou/contract/shapes'

type Deps = Pick<Services, 'database' | 'now'>

type Shapes = typeof securityShapes

async function linkedApps(
  { database }: Pick<Services, 'database'>,
  { session }: SignedInCaller,
): Promise<Output<Shapes['linkedApps']>> {
  const apps = await listLinkedApps(database, session.customer)
  return {
    apps: apps.map(({ provider, linkedAt }) => ({ provider, linkedAt: linkedAt.getTime() })),
  }
}

/**
 * Unlinks an app and ends the sessions opened by it, except the current one: the app account may be
 * in other hands.
 */
async function unlinkApp(
  { database }: Pick<Services, 'database'>,
  { session }: SignedInCaller,
  { provider }: Input<Shapes['unlinkApp']>,
): Promise<Output<Shapes['unlinkApp']>> {
  const { customer, id: exceptId } = session
  await database.inTransaction((tx) => unlink(tx, { customer, provider, exceptId }))
  return {}
}

/** Unlinks an app of a customer and ends the sessions opened by it. */
export async function unlink(
  tx: Transaction,
  {
    customer,
    provider,
    exceptId = '',
  }: {
    readonly customer: CustomerNo
    readonly provider: SessionApp
    readonly exceptId?: string
  },
): Promise<void> {
  // Delete the link first: a concurrent sign-in locks it, and its session is then found here.
  await deleteLinkedApp(tx, { customer, provider })
  await deleteSessionsOfApp(tx, { customer, app: provider, exceptId })
}

/** The customer's sessions, the current one first. */
async function sessionsOf(
  services: Deps,
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
async function endOwnSession(
  { database }: Pick<Services, 'database'>,
  caller: SignedInCaller,
  { sessionId }: Input<Shapes['endSession']>,
): Promise<Output<Shapes['endSession']>> {
  const { customer, id } = caller.session
  await deleteOwnSession(database, { customer, id: sessionId })
  if (sessionId === id) forget(caller)
  return {}
}

/** Sign-out always succeeds: also an ended session leaves a cookie to clear. */
async function signOut(
  { database }: Pick<Services, 'database'>,
  caller: Caller,
): Promise<Output<Shapes['signOut']>> {
  if (caller.session) await endSession(database, caller.session.id)
  forget(caller)
  return {}
}

async function signOutEverywhere(
  { database }: Pick<Services, 'database'>,
  caller: SignedInCaller,
): Promise<Output<Shapes['signOutEverywhere']>> {
  await endSessions(database, caller.session.customer)
  forget(caller)
  return {}
}

function forget(caller: Caller): void {
  caller.setSecretCookie('session', undefined)
  caller.setSecretCookie('authorisation', undefined)
}

export function securityHandlers(services: Deps): Handlers<Callers>['security'] {
  return {
    linkedApps: (_, caller) => linkedApps(services, caller),
    unlinkApp: (input, caller) => unlinkApp(services, caller, input),
    sessions: (_, caller) => sessionsOf(services, caller),
    endSession: (input, caller) => endOwnSession(services, caller, input),
    signOut: (_, caller) => signOut(services, caller),
    signOutEverywhere: (_, caller) => signOutEverywhere(services, caller),
  }
}
