import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { TaskKind } from './task-kinds.ts'
import { FAILING_ATTEMPTS, policyOf } from './task-policies.ts'

/** A task that a worker has leased. */
export type TakenTask = {
  readonly customer: string
  readonly taskNo: bigint
  readonly kind: string
  readonly payload: unknown
  /** How often it has been begun, this time included. */
  readonly attempts: number
  /** The fencing token: grows with every lease of the task. */
  readonly leaseNo: bigint
}

/** Whose clock counts: the database's own, unless a test holds one. Leases always go by the database's. */
type Clock = { readonly now?: Date | undefined }

const LEASE_UNTIL = (place: string) => `now() + ${place} * interval '1 millisecond'`

/** Leases the task that has been due longest, of some kinds. Tasks leased by others are passed by. */
export async function takeDue(
  db: Queryable,
  claim: Clock & {
    readonly by: string
    readonly kinds: readonly string[]
    readonly leaseMs: number
  },
): Promise<TakenTask | undefined> {
  // Each kind is looked up in the index by itself: a thousand due payouts cost a message nothing.
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
                lease_no AS "leaseNo"`,
    [claim.now, claim.by, claim.kinds, claim.leaseMs],
  )
  return task
}

/** Renews the leases of tasks that are still running, and answers those that are no longer held. */
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

/** What of a kind waits for its time is looked at again at once: what it waits for may have come. */
export async function bringForward(db: Queryable, kind: TaskKind): Promise<void> {
  await db.query(
    `UPDATE tasks SET run_at = date_trunc('milliseconds', now())
      WHERE kind = $1 AND locked_at IS NULL AND dead_at IS NULL AND run_at > now()`,
    [kind],
  )
}

/** The task is still leased under the number that its worker knows. */
const HELD = `customer_no = $1 AND task_no = $2 AND lease_no = $3 AND locked_at IS NOT NULL`

function held({ customer, taskNo, leaseNo }: TakenTask): unknown[] {
  return [customer, taskNo, leaseNo]
}

/** Removes a task that is done. Answers false when its lease was lost: then it is another worker's. */
export async function complete(db: Queryable, task: TakenTask): Promise<boolean> {
  const rows = await db.query(`DELETE FROM tasks WHERE ${HELD} RETURNING task_no`, held(task))
  return rows.length > 0
}

/** At most this long until a failed task is tried again. */
const BACKOFF_MAX_SECONDS = 900

/**
 * Returns a task that failed to the queue, for later: longer each time, up to a quarter of an hour. A
 * message that has failed too often is dead. A task that was queued anew while it ran gives way to its
 * successor. Answers false when the lease was lost.
 */
export async function putOff(db: Queryable, task: TakenTask, { now }: Clock): Promise<boolean> {
  const { attemptsMax } = policyOf(task.kind) ?? {}
  return release(db, task, {
    sql: `run_at = coalesce($4::timestamptz, now())
                   + least(exp(least(attempts, 10)), ${BACKOFF_MAX_SECONDS}) * interval '1 second',
          dead_at = CASE WHEN attempts >= $5::integer THEN now() END`,
    values: [now, attemptsMax],
  })
}

/**
 * Returns a task that could not be tried, as its provider is known to be down. It counts no attempt. The
 * wait is lengthened at random, so that ten thousand messages do not all come back in one second.
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
    [...held(task), ...change.values],
  )
  return rows.length > 0
}

/** Of a version of the program that knows no leases. */
const EXPIRED = `locked_at IS NOT NULL AND coalesce(lease_until, locked_at + interval '2 minutes') < now()`

/** A worker that was killed, or cut off from the database, no longer renews: its tasks are free. */
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

/** The same work was queued once more under the same key, while this one ran or as it began. */
const HAS_SUCCESSOR = `(is_superseded OR EXISTS (
  SELECT FROM tasks waiting
   WHERE waiting.customer_no = tasks.customer_no AND waiting.kind = tasks.kind
     AND waiting.task_key = tasks.task_key AND waiting.locked_at IS NULL))`

export type TaskFigures = {
  readonly kind: string
  /** Should have begun by now. */
  readonly due: number
  readonly running: number
  /** Failed many times and still retried. */
  readonly failing: number
  /** Given up: nobody tries any more until an operator retries it. */
  readonly dead: number
}

/** How the queue stands, by kind of work; a kind of which nothing is queued is not there. */
export async function readTaskFigures(db: Queryable): Promise<TaskFigures[]> {
  const rows = await db.query<{
    kind: string
    due: bigint
    running: bigint
    failing: bigint
    dead: bigint
  }>(
    `SELECT kind,
            count(*) FILTER (WHERE locked_at IS NULL AND dead_at IS NULL AND run_at <= now()) AS due,
            count(*) FILTER (WHERE locked_at IS NOT NULL) AS running,
            count(*) FILTER (WHERE dead_at IS NULL AND attempts >= $1) AS failing,
            count(*) FILTER (WHERE dead_at IS NOT NULL AND NOT is_cancelled) AS dead
       FROM tasks GROUP BY kind`,
    [FAILING_ATTEMPTS],
  )
  return rows.map((row) => ({
    kind: row.kind,
    due: Number(row.due),
    running: Number(row.running),
    failing: Number(row.failing),
    dead: Number(row.dead),
  }))
}

/** In whole milliseconds, as our own clock counts: what was queued just now is due just now. */
const AT_ONCE = `date_trunc('milliseconds', now())`

/** Queues a task. One of the same key that still waits is replaced, one that runs is superseded. */
export async function insertTask(
  tx: Transaction,
  task: {
    readonly customer: string
    readonly kind: TaskKind
    readonly key: string | undefined
    readonly payload: unknown
    readonly runAt: Date | undefined
  },
): Promise<void> {
  await tx.query(
    `WITH superseded AS (
       UPDATE tasks SET is_superseded = true
        WHERE customer_no = $1 AND kind = $2 AND task_key = $3 AND locked_at IS NOT NULL)
     INSERT INTO tasks (customer_no, kind, task_key, payload, run_at)
     VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, ${AT_ONCE}))
     ON CONFLICT (customer_no, kind, task_key) WHERE task_key IS NOT NULL AND locked_at IS NULL
     DO UPDATE SET payload = excluded.payload, run_at = excluded.run_at,
            attempts = 0, dead_at = NULL, is_cancelled = false`,
    [task.customer, task.kind, task.key, JSON.stringify(task.payload), task.runAt],
  )
}
