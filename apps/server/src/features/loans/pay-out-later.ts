import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import type { Task } from '#platform/tasks/tasks.ts'
import type { LoanApplication, LoanKey } from './loan-application-store.ts'

const SOONEST_MS = 2_000
const LATEST_MS = 10 * 60_000

type Deps = Pick<Services, 'tasks' | 'now'>

/** As soon as what it belongs to is committed. */
export async function payOutSoon(tx: Transaction, { tasks }: Deps, key: LoanKey): Promise<void> {
  await tasks.add(tx, taskOf(key))
}

/** Asked until it is known, and never given up; the longer a bank takes, the less often. */
export async function payOutLater(
  tx: Transaction,
  { tasks, now }: Deps,
  application: LoanApplication,
): Promise<void> {
  const since = application.executedAt ?? application.appliedAt
  const ageMs = now().getTime() - since.getTime()
  const waitMs = Math.min(Math.max(ageMs / 2, SOONEST_MS), LATEST_MS)
  const runAt = new Date(now().getTime() + waitMs)
  await tasks.add(tx, { ...taskOf(application), runAt })
}

function taskOf({ customer, loanSeqNo }: LoanKey): Task<'pay-out'> {
  return { kind: 'pay-out', payload: { customer, loanSeqNo }, key: loanSeqNo }
}
