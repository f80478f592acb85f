import type { Services } from '#platform/services.ts'
import { applicationOfRequest } from './invitation-store.ts'
import { queueDecision } from './decide-application.ts'

/**
 * The bureau says that a report is ready, perhaps not for the first time. What it says is not taken
 * from here: it only brings forward the next look, which asks the bureau itself.
 */
export async function bureauNotice(
  services: Services,
  { requestNo }: { readonly requestNo: string },
): Promise<void> {
  const of = await applicationOfRequest(services.database, requestNo)
  if (!of) return
  await services.database.inTransaction((tx) => queueDecision(tx, services, of))
}
