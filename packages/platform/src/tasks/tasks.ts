import type { Transaction } from '#database/database.ts'
import { insertTask } from './queue-store.ts'
import type { TaskKind, TaskPayloads } from './task-kinds.ts'
import { traceParent } from '#tracing/tracing.ts'

export type Task<Kind extends TaskKind = TaskKind> = {
  readonly kind: Kind
  readonly payload: TaskPayloads[Kind]
  /** A task enqueued again under the same key runs once: the newer one replaces the waiting one. */
  readonly key?: string
  /** Without it, the task is due as soon as the transaction commits. */
  readonly runAt?: Date
}

/** The task queue. */
export type Tasks = {
  /** Enqueues a task in the caller's transaction: it runs only if the transaction commits. */
  add<Kind extends TaskKind>(tx: Transaction, task: Task<Kind>): Promise<void>
}

export function createTasks(): Tasks {
  return {
    async add(tx, { kind, payload, key, runAt }) {
      const customer = 'customer' in payload ? payload.customer : ''
      await insertTask(tx, { customer, kind, key, payload, runAt, traceParent: traceParent() })
    },
  }
}
