import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { MallOrder } from './mall-order-store.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 6 * 3_600_000

type Deps = Pick<Services, 'tasks' | 'now'>
type Followed = Pick<MallOrder, 'customer' | 'loanSeqNo' | 'changedAt'>

export async function followSoon(
  tx: Transaction,
  { tasks }: Deps,
  { customer, loanSeqNo }: Omit<Followed, 'changedAt'>,
): Promise<void> {
  const payload = { customer, loanSeqNo }
  await tasks.add(tx, { kind: 'follow-purchase', payload, key: loanSeqNo })
}

/** The mall tells by itself; it is asked all the same, the less often the longer nothing happens. */
export async function followLater(
  tx: Transaction,
  { tasks, now }: Deps,
  { customer, loanSeqNo, changedAt }: Followed,
): Promise<void> {
  const ageMs = now().getTime() - changedAt.getTime()
  const waitMs = Math.min(Math.max(ageMs / 2, SOONEST_MS), LATEST_MS)
  const runAt = new Date(now().getTime() + waitMs)
  const payload = { customer, loanSeqNo }
  await tasks.add(tx, { kind: 'follow-purchase', payload, key: loanSeqNo, runAt })
}
