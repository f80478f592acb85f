import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { Binding } from './binding-store.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 60_000

/** The longer a bank takes, the less often it is asked. */
export async function askAgainLater(
  tx: Transaction,
  { tasks, now }: Pick<Services, 'tasks' | 'now'>,
  { customer, bindingNo, askedAt }: Pick<Binding, 'customer' | 'bindingNo' | 'askedAt'>,
): Promise<void> {
  const ageMs = now().getTime() - askedAt.getTime()
  const waitMs = Math.min(Math.max(ageMs / 2, SOONEST_MS), LATEST_MS)
  await tasks.add(tx, {
    kind: 'ask-binding',
    payload: { customer, bindingNo },
    key: bindingNo,
    runAt: new Date(now().getTime() + waitMs),
  })
}
