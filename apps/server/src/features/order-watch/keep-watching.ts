import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { failingTasks } from '#platform/tasks/operate-store.ts'
import type { ExceptionKind, OperationalException } from './exception-store.ts'
import { deleteResolvedExceptions, recordExceptions, resolveExceptions } from './exception-store.ts'
import { lateOrders, ordersWithoutTask } from './open-order-store.ts'
import { orderKinds } from './order-kind-store.ts'

type Deps = Pick<Services, 'database' | 'tasks' | 'now' | 'log'>
/** One look has one time: what it did not see is resolved as of it. */
type Look = Pick<Services, 'tasks' | 'log'> & { readonly now: Date }

/** What one look takes on; the next one goes on from there. */
const WITHOUT_TASK_MAX = 200
const REPORTED_MAX = 500
const LINES_MAX = 20
const RESOLVED_KEPT_DAYS = 90
const DAY_MS = 86_400_000

/**
 * Sees to it that every open order has a task, and records what an operator has to look into: orders that
 * take too long, tasks that fail again and again or were given up. Of several processes one does so.
 */
export async function watchOrders({ database, tasks, log, ...deps }: Deps): Promise<void> {
  const now = deps.now()
  const look = { tasks, log, now }
  await database.inTransaction(async (tx) => {
    const [lock] = await tx.query<{ isOurs: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('watch-orders', 0)) AS "isOurs"`,
    )
    if (!lock?.isOurs) return
    await queueLostTasks(tx, look)
    await reportOrders(tx, look)
    await reportTasks(tx, look)
    const before = new Date(now.getTime() - RESOLVED_KEPT_DAYS * DAY_MS)
    await deleteResolvedExceptions(tx, before)
  })
}

async function queueLostTasks(tx: Transaction, look: Look): Promise<void> {
  for (const kind of orderKinds) {
    const orders = await ordersWithoutTask(tx, kind, WITHOUT_TASK_MAX)
    for (const { task } of orders) await look.tasks.add(tx, task)
    const found = orders.map((order) => ({ ...order, subject: kind }))
    await report(tx, look, { kind: 'order-without-task', found })
  }
  // The task is there from now on: what is left is that it was missing.
  await resolveExceptions(tx, {
    kind: 'order-without-task',
    seenSince: new Date(look.now.getTime() + 1),
  })
}

async function reportOrders(tx: Transaction, look: Look): Promise<void> {
  const late = await lateOrders(tx, look.now, REPORTED_MAX)
  const found = late.map((order) => ({ ...order, subject: order.kind }))
  await reportAll(tx, look, { kind: 'order-late', found })
}

async function reportTasks(tx: Transaction, look: Look): Promise<void> {
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

/** Records all of a kind that there are, and resolves the others. */
async function reportAll(tx: Transaction, look: Look, { kind, found }: Report): Promise<void> {
  await report(tx, look, { kind, found })
  await resolveExceptions(tx, { kind, seenSince: look.now })
}

async function report(tx: Transaction, look: Look, { kind, found }: Report): Promise<void> {
  if (found.length === 0) return
  const fresh = await recordExceptions(tx, { kind, found, now: look.now })
  for (const { subject, since } of fresh.slice(0, LINES_MAX)) {
    look.log.error(`watch.${kind}`, { subject, since: since.toISOString() })
  }
  const more = fresh.length - LINES_MAX
  if (more > 0) look.log.error(`watch.${kind}`, { more })
}

const LOOK_EVERY_MS = 60_000

/** Watches orders and tasks every minute until it is stopped. */
export function keepWatching(
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
