import type { Transaction } from '#platform/database/database.ts'
import { insertTask } from './queue-store.ts'
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

export function createTasks(): Tasks {
  return {
    async add(tx, { kind, payload, key, runAt }) {
      const customer = 'customer' in payload ? payload.customer : ''
      await insertTask(tx, { customer, kind, key, payload, runAt })
    },
  }
}
