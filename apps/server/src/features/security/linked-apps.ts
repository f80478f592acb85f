import type { securityShapes } from '@qingzhou/contract/security'
import type { Input, Output } from '@qingzhou/contract/shape'
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
 * Unlinks an app. The sessions that were opened by it end too, as whoever holds the app account may be
 * the reason to unlink it; the session that asks goes on.
 */
export async function unlinkApp(
  { database }: Services,
  { session }: SignedInCaller,
  { provider }: Input<Shapes['unlinkApp']>,
): Promise<Output<Shapes['unlinkApp']>> {
  const { customer, id: exceptId } = session
  await database.inTransaction(async (tx) => {
    // The link first: a sign-in under way holds it, and its session is found afterwards.
    await deleteLinkedApp(tx, { customer, provider })
    await deleteSessionsOfApp(tx, { customer, app: provider, exceptId })
  })
  return {}
}
