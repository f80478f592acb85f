import type { Queryable, Transaction } from '#database/database.ts'
import { FAILING_ATTEMPTS } from './task-policies.ts'

export const taskStates = ['due', 'waiting', 'running', 'failing', 'dead', 'cancelled'] as const
export type TaskState = (typeof taskStates)[number]

/** A task as shown to an operator. */
export type QueuedTask = {
  readonly taskNo: bigint
  readonly customer: string
  readonly kind: string
  readonly payload: unknown
  readonly state: TaskState
  readonly attempts: number
  readonly queuedAt: Date
  readonly runAt: Date
  readonly lockedBy: string | undefined
  readonly leaseUntil: Date | undefined
  /** The kind of the refusal, `provider-fault` or `internal-fault`, of the last failed attempt. */
  readonly failedBy: string | undefined
}

const STATE = `CASE WHEN is_cancelled THEN 'cancelled'
                    WHEN dead_at IS NOT NULL THEN 'dead'
                    WHEN locked_at IS NOT NULL THEN 'running'
                    WHEN attempts >= ${FAILING_ATTEMPTS} THEN 'failing'
                    WHEN run_at <= now() THEN 'due' ELSE 'waiting' END`

const SELECT = `SELECT task_no AS "taskNo", customer_no AS customer, kind, payload, ${STATE} AS state,
                       attempts, queued_at AS "queuedAt", run_at AS "runAt",
                       locked_by AS "lockedBy", lease_until AS "leaseUntil",
                       failed_by AS "failedBy" FROM tasks`

type Row = Omit<QueuedTask, 'lockedBy' | 'leaseUntil' | 'failedBy'> & {
  readonly lockedBy: string | null
  readonly leaseUntil: Date | null
  readonly failedBy: string | null
}

function taskOf({ lockedBy, leaseUntil, failedBy, ...row }: Row): QueuedTask {
  return {
    ...row,
    lockedBy: lockedBy ?? undefined,
    leaseUntil: leaseUntil ?? undefined,
    failedBy: failedBy ?? undefined,
  }
}

/** Queued tasks, longest due first. */
export async function listTasks(
  db: Queryable,
  filter: {
    readonly kind?: string | undefined
    readonly state?: TaskState | undefined
    readonly limit: number
  },
): Promise<QueuedTask[]> {
  const rows = await db.query<Row>(
    `${SELECT} WHERE ($1::text IS NULL OR kind = $1) AND ($2::text IS NULL OR ${STATE} = $2)
      ORDER BY run_at, task_no LIMIT $3`,
    [filter.kind ?? null, filter.state ?? null, filter.limit],
  )
  return rows.map(taskOf)
}

export async function findTask(db: Queryable, taskNo: bigint): Promise<QueuedTask | undefined> {
  const [row] = await db.query<Row>(`${SELECT} WHERE task_no = $1`, [taskNo])
  return row && taskOf(row)
}

/** Locks a task. Workers skip locked tasks. */
export async function lockTask(tx: Transaction, taskNo: bigint): Promise<QueuedTask | undefined> {
  const [row] = await tx.query<Row>(`${SELECT} WHERE task_no = $1 FOR UPDATE`, [taskNo])
  return row && taskOf(row)
}

/** Tasks that failed many times or are dead. */
export async function failingTasks(
  db: Queryable,
  limit: number,
): Promise<(QueuedTask & { readonly isDead: boolean })[]> {
  const rows = await db.query<Row>(
    `${SELECT} WHERE (dead_at IS NOT NULL OR attempts >= $1) AND NOT is_cancelled
      ORDER BY queued_at, task_no LIMIT $2`,
    [FAILING_ATTEMPTS, limit],
  )
  return rows.map((row) => ({ ...taskOf(row), isDead: row.state === 'dead' }))
}

/** Makes a task due and resets its attempts. */
export async function resetTask(tx: Transaction, taskNo: bigint): Promise<void> {
  await tx.query(
    `UPDATE tasks SET attempts = 0, dead_at = NULL, is_cancelled = false,
            run_at = date_trunc('milliseconds', now()), retried_at = now()
      WHERE task_no = $1`,
    [taskNo],
  )
}

export async function rescheduleTask(tx: Transaction, taskNo: bigint, runAt: Date): Promise<void> {
  await tx.query(`UPDATE tasks SET run_at = $2 WHERE task_no = $1`, [taskNo, runAt])
}

/** The task stays listed and is not run. */
export async function markTaskCancelled(tx: Transaction, taskNo: bigint): Promise<void> {
  await tx.query(`UPDATE tasks SET dead_at = now(), is_cancelled = true WHERE task_no = $1`, [
    taskNo,
  ])
}

export async function deleteTask(tx: Transaction, taskNo: bigint): Promise<void> {
  await tx.query(`DELETE FROM tasks WHERE task_no = $1`, [taskNo])
}
