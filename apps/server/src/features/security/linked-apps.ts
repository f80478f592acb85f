import type { securityShapes } from '@qingzhou/contract/features/security'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import { deleteLinkedApp, listLinkedApps } from '#features/onboarding/index.ts'
import { deleteSessionsOfApp } from '#features/sessions/index.ts'
import type { Services } from '#platform/services.ts'

type Shapes = typeof securityShapes

export async function linkedApps(
  { database }: Services,
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
export async function unlinkApp(
  { database }: Services,
  { session }: SignedInCaller,
  { provider }: Input<Shapes['unlinkApp']>,
): Promise<Output<Shapes['unlinkApp']>> {
  const { customer, id: exceptId } = session
  await database.inTransaction(async (tx) => {
    // Delete the link first: a concurrent sign-in locks it, and its session is then found here.
    await deleteLinkedApp(tx, { customer, provider })
    await deleteSessionsOfApp(tx, { customer, app: provider, exceptId })
  })
  return {}
}
