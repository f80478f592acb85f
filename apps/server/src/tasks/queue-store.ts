import type { Queryable } from '#database/database.ts'
import type { TaskKind } from './task-kinds.ts'

/** A task that somebody is doing. */
export type TakenTask = {
  readonly customer: string
  readonly taskNo: bigint
  readonly kind: string
  readonly payload: unknown
  /** How often it has been begun, this time included. */
  readonly attempts: number
}

/** Tried this often, a task is left for somebody to look at. */
const ATTEMPTS_MAX = 25

/** Whose clock counts: the database's own, unless a test holds one. */
type Clock = { readonly now?: Date | undefined }
type Worker = { readonly by: string }

/** Takes what has been due longest. What others are doing is passed by. */
export async function takeDue(
  db: Queryable,
  { now, by }: Clock & Worker,
): Promise<TakenTask | undefined> {
  const [task] = await db.query<TakenTask>(
    `UPDATE tasks SET locked_at = now(), locked_by = $2, attempts = attempts + 1
      WHERE (customer_no, task_no) = (
        SELECT customer_no, task_no FROM tasks
         WHERE locked_at IS NULL AND attempts < $3 AND run_at <= coalesce($1::timestamptz, now())
         ORDER BY run_at, task_no LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING customer_no AS customer, task_no AS "taskNo", kind, payload, attempts`,
    [now, by, ATTEMPTS_MAX],
  )
  return task
}

/** What of a kind waits for its time is looked at again at once: what it waits for may have come. */
export async function bringForward(db: Queryable, kind: TaskKind): Promise<void> {
  await db.query(
    `UPDATE tasks SET run_at = date_trunc('milliseconds', now())
      WHERE kind = $1 AND locked_at IS NULL AND run_at > now()`,
    [kind],
  )
}

/** Done. One that was taken over meanwhile is no longer this worker's to end. */
export async function complete(
  db: Queryable,
  { customer, taskNo }: TakenTask,
  { by }: Worker,
): Promise<void> {
  await db.query(`DELETE FROM tasks WHERE customer_no = $1 AND task_no = $2 AND locked_by = $3`, [
    customer,
    taskNo,
    by,
  ])
}

/**
 * Not done: it is tried again after a while, longer each time. One that was queued anew while it ran
 * gives way to its successor.
 */
export async function putOff(
  db: Queryable,
  { customer, taskNo }: TakenTask,
  { now, by }: Clock & Worker,
): Promise<void> {
  await db.query(
    `WITH superseded AS (
       DELETE FROM tasks WHERE customer_no = $1 AND task_no = $2 AND locked_by = $3
          AND ${HAS_SUCCESSOR} RETURNING task_no)
     UPDATE tasks SET locked_at = NULL, locked_by = NULL,
            run_at = coalesce($4::timestamptz, now()) + exp(least(attempts, 10)) * interval '1 second'
      WHERE customer_no = $1 AND task_no = $2 AND locked_by = $3
        AND NOT EXISTS (SELECT FROM superseded)`,
    [customer, taskNo, by, now],
  )
}

/**
 * A worker that was killed leaves its task locked. No task takes a minute, so one that has been
 * locked for two is nobody's any more.
 */
export async function releaseStale(db: Queryable): Promise<void> {
  await db.query(
    `WITH superseded AS (
       DELETE FROM tasks WHERE locked_at < now() - interval '2 minutes' AND ${HAS_SUCCESSOR}
       RETURNING customer_no, task_no)
     UPDATE tasks SET locked_at = NULL, locked_by = NULL
      WHERE locked_at < now() - interval '2 minutes'
        AND (customer_no, task_no) NOT IN (SELECT customer_no, task_no FROM superseded)`,
  )
}

/** The same work was queued once more under the same key, while this one ran or as it began. */
const HAS_SUCCESSOR = `(is_superseded OR EXISTS (
  SELECT FROM tasks waiting
   WHERE waiting.customer_no = tasks.customer_no AND waiting.kind = tasks.kind
     AND waiting.task_key = tasks.task_key AND waiting.locked_at IS NULL))`

export type TaskFigures = {
  readonly kind: string
  /** Should have begun by now. */
  readonly due: number
  /** Failed so often that nobody tries any more: somebody has to look. */
  readonly givenUp: number
}

/** How the queue stands, by kind of work; a kind of which nothing is queued is not there. */
export async function readTaskFigures(db: Queryable): Promise<TaskFigures[]> {
  const rows = await db.query<{ kind: string; due: bigint; given_up: bigint }>(
    `SELECT kind,
            count(*) FILTER (WHERE attempts < $1 AND run_at <= now()) AS due,
            count(*) FILTER (WHERE attempts >= $1) AS given_up
       FROM tasks WHERE locked_at IS NULL GROUP BY kind`,
    [ATTEMPTS_MAX],
  )
  return rows.map((row) => ({
    kind: row.kind,
    due: Number(row.due),
    givenUp: Number(row.given_up),
  }))
}
