import type { Queryable, Transaction } from '#database/database.ts'
import type { TaskKind } from './task-kinds.ts'
import { FAILING_ATTEMPTS, policyOf } from './task-policies.ts'

/** A task that a worker has leased. */
export type TakenTask = {
  readonly customer: string
  readonly taskNo: bigint
  readonly kind: string
  readonly payload: unknown
  /** The number of attempts, including this one. */
  readonly attempts: number
  /** The fencing token, which grows with every lease of the task. */
  readonly leaseNo: bigint
  /** The step of the trace that queued it. */
  readonly traceParent: string | null
}

/**
 * The clock that decides what is due: the database's, unless a test provides one. Leases always use
 * the database's.
 */
type Clock = { readonly now?: Date | undefined }

const LEASE_UNTIL = (place: string) => `now() + ${place} * interval '1 millisecond'`

/** Leases the task of some kinds that has been due longest. Tasks leased by others are skipped. */
export async function takeDue(
  db: Queryable,
  claim: Clock & {
    readonly by: string
    readonly kinds: readonly string[]
    readonly leaseMs: number
  },
): Promise<TakenTask | undefined> {
  // Each kind is looked up in the index separately, so that a thousand due payouts do not slow down
  // a message.
  const [task] = await db.query<TakenTask>(
    `UPDATE tasks SET locked_at = now(), locked_by = $2, attempts = attempts + 1,
            lease_no = lease_no + 1, lease_until = ${LEASE_UNTIL('$4')}
      WHERE (customer_no, task_no) = (
        SELECT due.customer_no, due.task_no
          FROM unnest($3::text[]) AS wanted (kind)
         CROSS JOIN LATERAL (
           SELECT customer_no, task_no, run_at FROM tasks
            WHERE kind = wanted.kind AND locked_at IS NULL AND dead_at IS NULL
              AND run_at <= coalesce($1::timestamptz, now())
            ORDER BY run_at, task_no LIMIT 1 FOR UPDATE SKIP LOCKED) AS due
         ORDER BY due.run_at, due.task_no LIMIT 1)
      RETURNING customer_no AS customer, task_no AS "taskNo", kind, payload, attempts,
                lease_no AS "leaseNo", trace_parent AS "traceParent"`,
    [claim.now, claim.by, claim.kinds, claim.leaseMs],
  )
  return task
}

/** Renews the leases of running tasks, and returns those whose lease was lost. */
export async function renewLeases(
  db: Queryable,
  tasks: readonly TakenTask[],
  leaseMs: number,
): Promise<TakenTask[]> {
  const rows = await db.query<{ task_no: bigint; lease_no: bigint }>(
    `UPDATE tasks SET lease_until = ${LEASE_UNTIL('$4')}
       FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS held (customer_no, task_no, lease_no)
      WHERE tasks.customer_no = held.customer_no AND tasks.task_no = held.task_no
        AND tasks.lease_no = held.lease_no AND locked_at IS NOT NULL
      RETURNING tasks.task_no, tasks.lease_no`,
    [
      tasks.map(({ customer }) => customer),
      tasks.map(({ taskNo }) => String(taskNo)),
      tasks.map(({ leaseNo }) => String(leaseNo)),
      leaseMs,
    ],
  )
  const renewed = new Set(rows.map((row) => `${row.task_no}:${row.lease_no}`))
  return tasks.filter(({ taskNo, leaseNo }) => !renewed.has(`${taskNo}:${leaseNo}`))
}

/** Makes all waiting tasks of a kind due, because what they wait for may have arrived. */
export async function makeTasksDue(db: Queryable, kind: TaskKind): Promise<void> {
  await db.query(
    `UPDATE tasks SET run_at = date_trunc('milliseconds', now())
      WHERE kind = $1 AND locked_at IS NULL AND dead_at IS NULL AND run_at > now()`,
    [kind],
  )
}

/** The task is still leased under this worker's lease number. */
const HELD = `customer_no = $1 AND task_no = $2 AND lease_no = $3 AND locked_at IS NOT NULL`

function leaseKey({ customer, taskNo, leaseNo }: TakenTask): unknown[] {
  return [customer, taskNo, leaseNo]
}

/**
 * Deletes a finished task. Returns false when its lease was lost: then it belongs to another
 * worker.
 */
export async function complete(db: Queryable, task: TakenTask): Promise<boolean> {
  const rows = await db.query(`DELETE FROM tasks WHERE ${HELD} RETURNING task_no`, leaseKey(task))
  return rows.length > 0
}

/** The longest wait until a failed task is retried. */
const BACKOFF_MAX_SECONDS = 900

/**
 * Returns a failed task to the queue with a growing wait, up to a quarter of an hour. A message
 * that failed too often is dead. A task enqueued again while it ran is replaced by its successor.
 * Returns false when the lease was lost.
 */
export async function deferFailedTask(
  db: Queryable,
  task: TakenTask,
  { now, failedBy }: Clock & { readonly failedBy?: string | undefined },
): Promise<boolean> {
  const { attemptsMax } = policyOf(task.kind) ?? {}
  return release(db, task, {
    sql: `run_at = coalesce($4::timestamptz, now())
                   + least(exp(least(attempts, 10)), ${BACKOFF_MAX_SECONDS}) * interval '1 second',
          dead_at = CASE WHEN attempts >= $5::integer THEN now() END, failed_by = $6`,
    values: [now, attemptsMax, failedBy],
  })
}

/**
 * Returns a task that was not tried because its provider is down. It counts no attempt. The wait is
 * randomised, so that ten thousand messages do not return in the same second.
 */
export async function postpone(
  db: Queryable,
  task: TakenTask,
  { now, waitMs }: Clock & { readonly waitMs: number },
): Promise<boolean> {
  return release(db, task, {
    sql: `run_at = coalesce($4::timestamptz, now()) + $5 * (1 + random()) * interval '1 millisecond',
          attempts = attempts - 1`,
    values: [now, waitMs],
  })
}

async function release(
  db: Queryable,
  task: TakenTask,
  change: { readonly sql: string; readonly values: readonly unknown[] },
): Promise<boolean> {
  const rows = await db.query(
    `WITH superseded AS (
       DELETE FROM tasks WHERE ${HELD} AND ${HAS_SUCCESSOR} RETURNING task_no),
     released AS (
       UPDATE tasks SET locked_at = NULL, locked_by = NULL, lease_until = NULL, ${change.sql}
        WHERE ${HELD} AND NOT EXISTS (SELECT FROM superseded) RETURNING task_no)
     SELECT task_no FROM superseded UNION ALL SELECT task_no FROM released`,
    [...leaseKey(task), ...change.values],
  )
  return rows.length > 0
}

/** Tasks leased by an older version of the program have no lease end. */
const EXPIRED = `locked_at IS NOT NULL AND coalesce(lease_until, locked_at + interval '2 minutes') < now()`

/** Releases the tasks of workers that were killed or lost the database and no longer renew. */
export async function releaseExpired(db: Queryable): Promise<number> {
  const rows = await db.query(
    `WITH superseded AS (
       DELETE FROM tasks WHERE ${EXPIRED} AND ${HAS_SUCCESSOR} RETURNING customer_no, task_no)
     UPDATE tasks SET locked_at = NULL, locked_by = NULL, lease_until = NULL
      WHERE ${EXPIRED}
        AND (customer_no, task_no) NOT IN (SELECT customer_no, task_no FROM superseded)
     RETURNING task_no`,
  )
  return rows.length
}

/** The same work was enqueued again under the same key while this task ran. */
const HAS_SUCCESSOR = `(is_superseded OR EXISTS (
  SELECT FROM tasks waiting
   WHERE waiting.customer_no = tasks.customer_no AND waiting.kind = tasks.kind
     AND waiting.task_key = tasks.task_key AND waiting.locked_at IS NULL))`

export type TaskFigures = {
  readonly kind: string
  readonly counts: {
    /** Should have started by now. */
    readonly due: number
    readonly running: number
    /** Failed many times and still retried. */
    readonly failing: number
    /** Given up until an operator retries it. */
    readonly dead: number
  }
  /** How long the oldest due task has waited. */
  readonly oldestDueSeconds: number
}

/** The number of tasks by kind and state. Kinds without tasks are omitted. */
export async function readTaskFigures(db: Queryable): Promise<TaskFigures[]> {
  const rows = await db.query<{
    kind: string
    due: bigint
    running: bigint
    failing: bigint
    dead: bigint
    oldest_due_seconds: number | null
  }>(
    `SELECT kind,
            count(*) FILTER (WHERE locked_at IS NULL AND dead_at IS NULL AND run_at <= now()) AS due,
            count(*) FILTER (WHERE locked_at IS NOT NULL) AS running,
            count(*) FILTER (WHERE dead_at IS NULL AND attempts >= $1) AS failing,
            count(*) FILTER (WHERE dead_at IS NOT NULL AND NOT is_cancelled) AS dead,
            extract(epoch FROM now() - min(run_at) FILTER
              (WHERE locked_at IS NULL AND dead_at IS NULL AND run_at <= now()))::float8
              AS oldest_due_seconds
       FROM tasks GROUP BY kind`,
    [FAILING_ATTEMPTS],
  )
  return rows.map((row) => ({
    kind: row.kind,
    counts: {
      due: Number(row.due),
      running: Number(row.running),
      failing: Number(row.failing),
      dead: Number(row.dead),
    },
    oldestDueSeconds: row.oldest_due_seconds ?? 0,
  }))
}

/** Truncated to milliseconds, the precision of our clock, so that a task is due immediately. */
const AT_ONCE = `date_trunc('milliseconds', now())`

/** Queues a task. One of the same key that still waits is replaced, one that runs is superseded. */
/**
 * After an operator has retried a task, the next ones under its key wait half as long as it is ago,
 * and not half the age of what they ask for. Empty for a task that was not retried.
 */
const SOON_AFTER_RETRY = `CASE WHEN at IS NOT NULL
       THEN now() + greatest((now() - at) / 2, interval '2 seconds') END`

export async function insertTask(
  tx: Transaction,
  task: {
    readonly customer: string
    readonly kind: TaskKind
    readonly key: string | undefined
    readonly payload: unknown
    readonly runAt: Date | undefined
    readonly traceParent: string | undefined
  },
): Promise<void> {
  await tx.query(
    `WITH superseded AS (
       UPDATE tasks SET is_superseded = true
        WHERE customer_no = $1 AND kind = $2 AND task_key = $3 AND locked_at IS NOT NULL
        RETURNING retried_at),
     retried AS (SELECT max(retried_at) AS at FROM superseded)
     INSERT INTO tasks (customer_no, kind, task_key, payload, run_at, trace_parent, retried_at)
     SELECT $1, $2, $3, $4::jsonb, least(coalesce($5::timestamptz, ${AT_ONCE}), ${SOON_AFTER_RETRY}), $6, at
       FROM retried
     ON CONFLICT (customer_no, kind, task_key) WHERE task_key IS NOT NULL AND locked_at IS NULL
     DO UPDATE SET payload = excluded.payload, run_at = excluded.run_at,
            trace_parent = excluded.trace_parent, attempts = 0, dead_at = NULL, is_cancelled = false`,
    [
      task.customer,
      task.kind,
      task.key,
      JSON.stringify(task.payload),
      task.runAt,
      task.traceParent,
    ],
  )
}
