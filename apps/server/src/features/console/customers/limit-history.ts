import { findProposal } from '#features/proposals/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import { listLimitHistory } from './limit-history-store.ts'

/** What changed a customer's limit, and the proposal that each change was approved by. */
export async function readLimitHistory(
  deps: Pick<Services, 'database' | 'vault'>,
  customer: CustomerNo,
) {
  const changes = await listLimitHistory(deps.database, customer)
  return Promise.all(
    changes.map(async ({ at, requestNo, ...change }) => ({
      ...change,
      at: at.getTime(),
      reasons: [...change.reasons],
      proposal: await proposalOf(deps, { customer, requestNo }),
    })),
  )
}

async function proposalOf(
  deps: Pick<Services, 'database' | 'vault'>,
  { customer, requestNo }: { readonly customer: CustomerNo; readonly requestNo: string },
) {
  const found = await findProposal(deps.database, deps, requestNo)
  if (found?.customer !== customer) return undefined
  return { proposalNo: found.proposalNo, reason: found.reason }
}
