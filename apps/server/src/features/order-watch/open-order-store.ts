import type { Queryable } from '@qingzhou/platform/database/database'
import type { TaskKind, TaskPayloads } from '@qingzhou/platform/tasks/task-kinds'
import type { Task } from '@qingzhou/platform/tasks/tasks'
import { openOrders, orderKinds, type OrderKind } from './order-kind-store.ts'

export type OpenOrder = {
  readonly kind: OrderKind
  readonly customer: string
  readonly subjectNo: string
  readonly since: Date
}

export type OrderWithoutTask = OpenOrder & { readonly task: Task }

/**
 * Open orders without a task. On a cluster the tasks are read before the orders, from another
 * snapshot: an order opened in between is not among those of a second reading.
 */
export async function ordersWithoutTask(
  db: Queryable,
  kind: OrderKind,
  limit: number,
): Promise<OrderWithoutTask[]> {
  const found = await readWithoutTask(db, kind, limit)
  if (found.length === 0) return []
  const again = await readWithoutTask(db, kind, limit)
  const keys = new Set(again.map(({ customer, subjectNo }) => `${customer} ${subjectNo}`))
  return found.filter(({ customer, subjectNo }) => keys.has(`${customer} ${subjectNo}`))
}

async function readWithoutTask(
  db: Queryable,
  kind: OrderKind,
  limit: number,
): Promise<OrderWithoutTask[]> {
  const { task, sql } = openOrders[kind]
  const rows = await db.query<
    Row & { payload: TaskPayloads[TaskKind]; key: string; run_at: Date | null }
  >(
    `SELECT customer_no AS customer, subject_no, since, payload, task_key AS key, run_at
       FROM (${sql}) AS waiting
      WHERE (customer_no, task_key) NOT IN (
              SELECT customer_no, task_key FROM tasks WHERE kind = $1 AND task_key IS NOT NULL)
      ORDER BY since, subject_no LIMIT $2`,
    [task, limit],
  )
  return rows.map((row) => ({
    ...orderOf(kind, row),
    task: {
      kind: task,
      payload: row.payload,
      key: row.key,
      ...(row.run_at && { runAt: row.run_at }),
    },
  }))
}

/** The task that advances an open order; undefined if the order is not open any more. */
export async function findOrderTask(
  db: Queryable,
  { kind, customer, subjectNo }: Pick<OpenOrder, 'kind' | 'customer' | 'subjectNo'>,
): Promise<Task | undefined> {
  const { task, sql } = openOrders[kind]
  const [row] = await db.query<{ payload: TaskPayloads[TaskKind]; key: string }>(
    `SELECT payload, task_key AS key FROM (${sql}) AS waiting
      WHERE customer_no = $1 AND subject_no = $2`,
    [customer, subjectNo],
  )
  return row && { kind: task, payload: row.payload, key: row.key }
}

export type OrderFigures = {
  readonly kind: OrderKind
  readonly open: number
  /** The number of orders older than the alarm threshold of their kind. */
  readonly late: number
  /** Age of the oldest order; 0 if none is open. */
  readonly ageSeconds: number
}

/** Counts the open orders by kind, with the age of the oldest. */
export async function readOrderFigures(db: Queryable, now: Date): Promise<OrderFigures[]> {
  const parts = orderKinds.map(
    (kind) =>
      `SELECT '${kind}' AS kind, count(*) AS open,
              count(*) FILTER (WHERE since < ${alarmOf(kind)}) AS late, min(since) AS oldest
         FROM (${openOrders[kind].sql}) AS waiting`,
  )
  const rows = await db.query<{
    kind: OrderKind
    open: bigint
    late: bigint
    oldest: Date | null
  }>(parts.join(' UNION ALL '), [now])
  return rows.map(({ kind, open, late, oldest }) => ({
    kind,
    open: Number(open),
    late: Number(late),
    ageSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0,
  }))
}

/** The orders open for longer than the alarm threshold of their kind, oldest first. */
export async function lateOrders(db: Queryable, now: Date, limit: number): Promise<OpenOrder[]> {
  const parts = orderKinds.map(
    (kind) =>
      `(SELECT '${kind}' AS kind, customer_no AS customer, subject_no, since
          FROM (${openOrders[kind].sql}) AS waiting
         WHERE since < ${alarmOf(kind)} ORDER BY since LIMIT $2)`,
  )
  const rows = await db.query<Row & { kind: OrderKind }>(
    `${parts.join(' UNION ALL ')} ORDER BY since, subject_no`,
    [now, limit],
  )
  return rows.map((row) => orderOf(row.kind, row))
}

function alarmOf(kind: OrderKind): string {
  return `$1::timestamptz - interval '${openOrders[kind].alarmMinutes} minutes'`
}

type Row = { customer: string; subject_no: string; since: Date }

function orderOf(kind: OrderKind, { customer, subject_no, since }: Row): OpenOrder {
  return { kind, customer, subjectNo: subject_no, since }
}
