import type { Services } from '#platform/services.ts'
import { applicationOfRequest } from './invitation-store.ts'
import { queueDecision } from './decide-application.ts'

/**
 * Callback of the bureau that a report is ready; it may repeat. Its content is not used: it only
 * brings forward the next decision task, which asks the bureau itself.
 */
export async function bureauCallback(
  services: Services,
  { requestNo }: { readonly requestNo: string },
): Promise<void> {
  const of = await applicationOfRequest(services.database, requestNo)
  if (!of) return
  await services.database.inTransaction((tx) => queueDecision(tx, services, of))
}
