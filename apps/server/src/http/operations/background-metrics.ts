import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { OrderFigures } from '#features/order-watch/index.ts'
import type { ProviderFigures } from '@qingzhou/providers/providers'
import type { TaskFigures } from '@qingzhou/platform/tasks/queue-store'

/** The state of background work, read from the database, which covers all processes. */
export type BackgroundFigures = {
  readonly tasks: () => Promise<readonly TaskFigures[]>
  /** The latest day that was reconciled, if any. */
  readonly reconciledDays: () => Promise<readonly LocalDate[]>
  /** When a process that takes tasks last reported, if any. */
  readonly workerReports: () => Promise<readonly Date[]>
  /** When the last backup was completed, if any. */
  readonly backups: () => Promise<readonly Date[]>
  readonly orders: () => Promise<readonly OrderFigures[]>
  readonly exceptions: () => Promise<
    readonly { readonly kind: string; readonly subject: string; readonly count: number }[]
  >
}

export function watchBackground(registry: Registry, figures: BackgroundFigures): void {
  watchMoments(registry, figures)
  const readTasks = shareRead(figures.tasks)
  const tasks = gauge(registry, {
    name: 'qingzhou_tasks',
    help: 'Tasks that should have begun (due), run (running), failed ten times and more (failing), or are given up (dead).',
    labelNames: ['kind', 'state'],
    read: readTasks,
    set({ kind, counts }) {
      for (const [state, count] of Object.entries(counts)) tasks.set({ kind, state }, count)
    },
  })
  const waits = gauge(registry, {
    name: 'qingzhou_task_wait_seconds',
    help: 'How long the task of a kind that should have begun first has waited.',
    labelNames: ['kind'],
    read: readTasks,
    set: ({ kind, oldestDueSeconds }) => waits.set({ kind }, oldestDueSeconds),
  })
  const readOrders = shareRead(figures.orders)
  const orders = gauge(registry, {
    name: 'qingzhou_open_orders',
    help: 'Orders that wait for the outside (open), and those that wait for longer than they should (late).',
    labelNames: ['kind', 'state'],
    read: readOrders,
    set({ kind, open, late }) {
      orders.set({ kind, state: 'open' }, open)
      orders.set({ kind, state: 'late' }, late)
    },
  })
  const ages = gauge(registry, {
    name: 'qingzhou_open_order_age_seconds',
    help: 'How long the oldest open order of a kind has waited.',
    labelNames: ['kind'],
    read: readOrders,
    set: ({ kind, ageSeconds }) => ages.set({ kind }, ageSeconds),
  })
  const exceptions = gauge(registry, {
    name: 'qingzhou_exceptions',
    help: 'Operational exceptions that are open, by kind and subject: npm run tasks -- exceptions lists them.',
    labelNames: ['kind', 'subject'],
    read: figures.exceptions,
    set: ({ kind, subject, count }) => exceptions.set({ kind, subject }, count),
  })
}

/** Moments in seconds since 1970. Each is absent until it has happened once. */
function watchMoments(registry: Registry, figures: BackgroundFigures): void {
  const reconciled = gauge(registry, {
    name: 'qingzhou_last_reconciled_day_seconds',
    help: 'The latest day compared with the day files: its midnight in UTC, in seconds since 1970. Absent before the first.',
    labelNames: [],
    read: figures.reconciledDays,
    set: (day) => reconciled.set(Date.parse(day) / 1000),
  })
  const workers = gauge(registry, {
    name: 'qingzhou_worker_heartbeat_seconds',
    help: 'When a process that takes tasks last reported, in seconds since 1970. Absent if none runs.',
    labelNames: [],
    read: figures.workerReports,
    set: (at) => workers.set(at.getTime() / 1000),
  })
  const backups = gauge(registry, {
    name: 'qingzhou_last_backup_seconds',
    help: 'When the last backup was completed, in seconds since 1970. Absent before the first.',
    labelNames: [],
    read: figures.backups,
    set: (at) => backups.set(at.getTime() / 1000),
  })
}

/** Shares one database read among gauges that are collected at the same time. */
function shareRead<Rows>(read: () => Promise<Rows>): () => Promise<Rows> {
  let reading: Promise<Rows> | undefined
  return () => (reading ??= read().finally(() => (reading = undefined)))
}

/** A gauge with one value per row. Keeps the last values while the database is unavailable. */
function gauge<Row>(
  registry: Registry,
  watched: {
    readonly name: string
    readonly help: string
    readonly labelNames: readonly string[]
    readonly read: () => Promise<readonly Row[]>
    readonly set: (row: Row) => void
  },
): Gauge {
  const { read, set, labelNames, ...named } = watched
  const figures = new Gauge({
    ...named,
    labelNames: [...labelNames],
    registers: [registry],
    // Every process reads the same figures.
    aggregator: 'max',
    collect: async (): Promise<void> => {
      const rows = await read().catch(() => undefined)
      if (!rows) return
      empty()
      for (const row of rows) set(row)
    },
  })
  // A gauge without labels starts with 0, and is reset to it.
  const empty = () => (labelNames.length === 0 ? figures.remove() : figures.reset())
  empty()
  return figures
}

const CIRCUIT_VALUES = { closed: 0, 'half-open': 1, open: 2 } as const

/** Metrics of this process's calls to providers. */
export function watchProviders(registry: Registry, read: () => readonly ProviderFigures[]): void {
  const registers = [registry]
  const circuits = new Gauge({
    name: 'qingzhou_provider_circuit',
    help: 'Whether a provider is asked: 0 closed (it is), 1 half-open (one call probes it), 2 open (it is not).',
    labelNames: ['provider'],
    registers,
    aggregator: 'max',
    collect: () => {
      for (const { provider, circuit } of read()) {
        circuits.set({ provider }, CIRCUIT_VALUES[circuit])
      }
    },
  })
  const calls = new Gauge({
    name: 'qingzhou_provider_calls',
    help: 'Calls to a provider that are under way (running), or wait for a place (waiting).',
    labelNames: ['provider', 'state'],
    registers,
    collect: () => {
      for (const { provider, running, waiting } of read()) {
        calls.set({ provider, state: 'running' }, running)
        calls.set({ provider, state: 'waiting' }, waiting)
      }
    },
  })
  const outcomes = new Counter({
    name: 'qingzhou_provider_calls_total',
    help: 'Calls to a provider: answered, without an answer (outage), or not made (unavailable).',
    labelNames: ['provider', 'outcome'],
    registers,
    collect: () => {
      outcomes.reset()
      for (const { provider, outcomes: counts } of read()) {
        for (const [outcome, count] of Object.entries(counts)) {
          outcomes.inc({ provider, outcome }, count)
        }
      }
    },
  })
}
