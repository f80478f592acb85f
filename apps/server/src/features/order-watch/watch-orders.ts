import type { Transaction } from '@qingzhou/platform/database/database'
import {
  recordExceptions,
  resolveExceptions,
  resolveCustomerExceptions,
  deleteResolvedExceptions,
  type ExceptionKind,
  type OperationalException,
} from './exception-store.ts'
import type { Services } from '#services.ts'
import { failingTasks } from '@qingzhou/platform/tasks/operate-store'
import { lateOrders, ordersWithoutTask } from './open-order-store.ts'
import { orderKinds } from './order-kind-store.ts'

type BrokenRuleOfCustomer = {
  readonly rule: string
  readonly customer: string
  readonly subjectNo: string
}

/** Records the ledger rules that are violated. */
export async function recordRules(
  tx: Transaction,
  broken: readonly BrokenRuleOfCustomer[],
  now: Date,
): Promise<void> {
  if (broken.length === 0) return
  const found = broken.map(({ rule, ...about }) => ({ ...about, subject: rule, since: now }))
  await recordExceptions(tx, { kind: 'rule-broken', found, now })
}

/** Resolves the rule exceptions that a complete run since this time did not find. */
export async function resolveRules(tx: Transaction, seenSince: Date): Promise<void> {
  await resolveExceptions(tx, { kind: 'rule-broken', seenSince })
}

type Difference = { readonly loanNo: string; readonly details: string }

/** Records the recomputed loans of a customer that differ; resolves those that no longer do. */
export async function recordDifferences(
  tx: Transaction,
  {
    customer,
    differences,
    now,
  }: {
    readonly customer: string
    readonly differences: readonly Difference[]
    readonly now: Date
  },
): Promise<void> {
  const found = differences.map(({ loanNo, details }) => ({
    customer,
    subject: 'recomputation',
    subjectNo: loanNo,
    since: now,
    details,
  }))
  if (found.length > 0) await recordExceptions(tx, { kind: 'loan-differs', found, now })
  await resolveCustomerExceptions(tx, { kind: 'loan-differs', customer, seenSince: now })
}

type Deps = Pick<Services, 'database' | 'tasks' | 'now' | 'log'>
/** One run uses one time: exceptions that it does not find are resolved as of that time. */
type WatchRun = Pick<Services, 'tasks' | 'log'> & { readonly now: Date }

/** Maximum per run; the next run continues. */
const WITHOUT_TASK_MAX = 200
const REPORTED_MAX = 500
const LINES_MAX = 20
const RESOLVED_RETENTION_DAYS = 90
const DAY_MS = 86_400_000

/**
 * Enqueues missing tasks of open orders, and records exceptions: orders open for too long, tasks
 * that keep failing, dead tasks. An advisory lock lets one process at a time do this.
 */
export async function watchOrders({ database, tasks, log, ...deps }: Deps): Promise<void> {
  const now = deps.now()
  const look = { tasks, log, now }
  await database.inTransaction(async (tx) => {
    const [lock] = await tx.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('watch-orders', 0)) AS "isOurs"`,
    )
    if (!lock?.isOurs) return
    await enqueueMissingTasks(tx, look)
    await reportOrders(tx, look)
    await reportTasks(tx, look)
    const before = new Date(now.getTime() - RESOLVED_RETENTION_DAYS * DAY_MS)
    await deleteResolvedExceptions(tx, before)
  })
}

async function enqueueMissingTasks(tx: Transaction, look: WatchRun): Promise<void> {
  for (const kind of orderKinds) {
    const orders = await ordersWithoutTask(tx, kind, WITHOUT_TASK_MAX)
    for (const { task } of orders) await look.tasks.add(tx, task)
    const found = orders.map((order) => ({ ...order, subject: kind }))
    await report(tx, look, { kind: 'order-without-task', found })
  }
  // The task has been enqueued, so the exception is resolved at once; the record remains.
  await resolveExceptions(tx, {
    kind: 'order-without-task',
    seenSince: new Date(look.now.getTime() + 1),
  })
}

async function reportOrders(tx: Transaction, look: WatchRun): Promise<void> {
  const late = await lateOrders(tx, look.now, REPORTED_MAX)
  const found = late.map((order) => ({ ...order, subject: order.kind }))
  await reportAll(tx, look, { kind: 'order-late', found })
}

async function reportTasks(tx: Transaction, look: WatchRun): Promise<void> {
  const tasks = await failingTasks(tx, REPORTED_MAX)
  const found = tasks.map(({ taskNo, customer, kind, queuedAt, isDead }) => ({
    customer,
    subject: kind,
    subjectNo: String(taskNo),
    since: queuedAt,
    isDead,
  }))
  const dead = found.filter(({ isDead }) => isDead)
  await reportAll(tx, look, { kind: 'task-dead', found: dead })
  await reportAll(tx, look, { kind: 'task-failing', found: found.filter((one) => !one.isDead) })
}

type Report = {
  readonly kind: ExceptionKind
  readonly found: readonly Omit<OperationalException, 'kind'>[]
}

/** Records the exceptions of a kind and resolves those not found in this run. */
async function reportAll(tx: Transaction, look: WatchRun, { kind, found }: Report): Promise<void> {
  await report(tx, look, { kind, found })
  await resolveExceptions(tx, { kind, seenSince: look.now })
}

async function report(tx: Transaction, look: WatchRun, { kind, found }: Report): Promise<void> {
  if (found.length === 0) return
  const fresh = await recordExceptions(tx, { kind, found, now: look.now })
  for (const { subject, since } of fresh.slice(0, LINES_MAX)) {
    look.log.error(`watch.${kind}`, { subject, since: since.toISOString() })
  }
  const more = fresh.length - LINES_MAX
  if (more > 0) look.log.error(`watch.${kind}`, { more })
}

const LOOK_EVERY_MS = 60_000

/** Runs `watchOrders` every minute until stopped. */
export function startOrderWatch(
  services: Pick<Services, 'database' | 'tasks' | 'now' | 'log'>,
  everyMs = LOOK_EVERY_MS,
): { stop(): Promise<void> } {
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= watchOrders(services)
      .catch((error: unknown) => services.log.error('watch.failed', {}, error))
      .finally(() => (looking = undefined))
  }
  const timer = setInterval(look, everyMs)
  timer.unref()
  look()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
