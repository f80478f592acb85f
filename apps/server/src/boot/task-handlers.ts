import { bureauReportTasks } from '#features/bureau-reports/index.ts'
import { partnerSettlementTasks } from '#features/partner-settlements/index.ts'
import { campaignTasks } from '#features/campaigns/index.ts'
import { cardTasks } from '#features/cards/index.ts'
import { creditTasks } from '#features/credit/index.ts'
import { dayTasks } from '#features/end-of-day/tasks.ts'
import { dataCopyTasks } from '#features/data-copies/index.ts'
import { erasureTasks } from '#features/erasure/index.ts'
import { identityTasks } from '#features/identity/index.ts'
import { loanTasks } from '#features/loans/index.ts'
import { mallTasks } from '#features/mall/index.ts'
import { evidenceTasks } from '#features/evidence/index.ts'
import { rateCutTasks } from '#features/rate-cuts/index.ts'
import { reconciliationTasks } from '#features/reconciliation/index.ts'
import { repaymentTasks } from '#features/repayment/index.ts'
import { customerOfSecret } from '#features/sessions/index.ts'
import { rosterTasks } from '#features/staff/index.ts'
import { renderDocument } from '#features/support/index.ts'
import { waiverTasks } from '#features/waiver/index.ts'
import { consumeDocumentLink } from '@qingzhou/platform/documents/document-link-store'
import { outboxTasks } from '#features/messages/outbox-tasks.ts'
import type { Services } from '#services.ts'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'

/** The handlers of all kinds of background tasks. */
export function taskHandlersOf(services: Services): TaskHandlers {
  return {
    ...dayTasks(services),
    ...cardTasks(services),
    ...creditTasks(services),
    ...identityTasks(services),
    ...loanTasks(services),
    ...mallTasks(services),
    ...repaymentTasks(services),
    ...evidenceTasks(services),
    ...reconciliationTasks(services),
    ...waiverTasks(services),
    ...rateCutTasks(services),
    ...campaignTasks(services),
    ...bureauReportTasks(services),
    ...partnerSettlementTasks(services),
    ...erasureTasks(services),
    ...dataCopyTasks(services),
    ...rosterTasks(services),
    ...outboxTasks(services, (named) => renderDocument(services, named)),
  }
}

type LinkedDocument = { readonly pdf: Buffer; readonly fileName: string }

/**
 * The document behind a link, and its file name. Undefined when the link is used or another
 * customer's.
 */
export async function documentOfLink(
  services: Services,
  { token, session }: { readonly token: string; readonly session: string | undefined },
): Promise<LinkedDocument | undefined> {
  const { database } = services
  const customer = session && (await customerOfSecret(database, services, session))
  if (!customer) return undefined
  const found = await consumeDocumentLink(database, services, { customer, token })
  const document = found && (await renderDocument(services, found))
  return document && { pdf: document.pdf, fileName: `${document.title}.pdf` }
}
