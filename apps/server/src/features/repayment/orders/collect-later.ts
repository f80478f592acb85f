import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { Order, OrderKey } from './order-store.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 10 * 60_000

type Deps = Pick<Services, 'tasks' | 'now'>

export async function collectSoon(tx: Transaction, deps: Deps, key: OrderKey): Promise<void> {
  await queue(tx, deps, { key, waitMs: 0 })
}

/** Asked until it is known, and never given up; the longer it takes, the less often. */
export async function collectLater(tx: Transaction, deps: Deps, order: Order): Promise<void> {
  const since = order.confirmedAt ?? order.placedAt
  const ageMs = deps.now().getTime() - since.getTime()
  await queue(tx, deps, {
    key: order,
    waitMs: Math.min(Math.max(ageMs / 2, SOONEST_MS), LATEST_MS),
  })
}

async function queue(
  tx: Transaction,
  { tasks, now }: Deps,
  { key, waitMs }: { readonly key: OrderKey; readonly waitMs: number },
): Promise<void> {
  const { customer, repaySeqNo } = key
  await tasks.add(tx, {
    kind: 'collect',
    payload: { customer, repaySeqNo },
    key: `${customer}:${repaySeqNo}`,
    runAt: new Date(now().getTime() + waitMs),
  })
}
