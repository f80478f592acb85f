import type { Transaction } from '#platform/database/database.ts'
import type { TaskKind, TaskPayloads } from './task-kinds.ts'

export type Task<Kind extends TaskKind = TaskKind> = {
  readonly kind: Kind
  readonly payload: TaskPayloads[Kind]
  /** Queued again under the same key, it is still done once: the newer one replaces the waiting one. */
  readonly key?: string
  /** Left out: as soon as the transaction is committed. */
  readonly runAt?: Date
}

/** Queues work for later. */
export type Tasks = {
  /** In the caller's transaction: the work is done if what it belongs to was saved, and only then. */
  add<Kind extends TaskKind>(tx: Transaction, task: Task<Kind>): Promise<void>
}

/** In whole milliseconds, as our own clock counts: what was queued just now is due just now. */
const AT_ONCE = `date_trunc('milliseconds', now())`

export function createTasks(): Tasks {
  return {
    async add(tx, { kind, payload, key, runAt }) {
      const customer = 'customer' in payload ? payload.customer : ''
      await tx.query(
        `WITH superseded AS (
           UPDATE tasks SET is_superseded = true
            WHERE customer_no = $1 AND kind = $2 AND task_key = $3 AND locked_at IS NOT NULL)
         INSERT INTO tasks (customer_no, kind, task_key, payload, run_at)
         VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, ${AT_ONCE}))
         ON CONFLICT (customer_no, kind, task_key) WHERE task_key IS NOT NULL AND locked_at IS NULL
         DO UPDATE SET payload = excluded.payload, run_at = excluded.run_at,
                attempts = 0, dead_at = NULL, is_cancelled = false`,
        [customer, kind, key, JSON.stringify(payload), runAt],
      )
    },
  }
}
