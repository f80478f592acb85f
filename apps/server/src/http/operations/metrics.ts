import type { Progress } from '@qingzhou/lending/end-of-day/progress-store'
import type { ProviderFigures } from '@qingzhou/providers/providers'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { metricsOfAll } from './metrics-of-all.ts'
import { watchBackground, watchProviders, type BackgroundFigures } from './background-metrics.ts'
import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '#http/http-context.ts'

export type Metrics = ReturnType<typeof createMetrics>

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The operator's metrics. Labels are our own names, never paths or personal data. */
export function createMetrics(
  watched: {
    readonly version: string
    /** When the first of the certificates that documents are signed with ends. */
    readonly certificatesEnd: Date | undefined
    readonly inFlight: () => number
    readonly pool: () => { readonly total: number; readonly idle: number; readonly waiting: number }
    readonly standbyLagMs: (() => number) | undefined
    readonly books: () => Promise<Progress>
    /** Transfers on which our records and those of a bank or a payment app differ. */
    readonly differences: () => Promise<number>
    /** What is missing of the rates and calendars. */
    readonly datedGaps: () => Promise<number>
    /** SMS codes in their current windows, by what is counted. */
    readonly smsCodes: () => Promise<Readonly<Record<'unverified' | 'wrong', number>>>
    readonly providers: () => readonly ProviderFigures[]
  } & BackgroundFigures,
) {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'qingzhou_requests_total',
    help: 'Answers by call, HTTP status and code.',
    labelNames: ['call', 'status', 'code'],
    registers,
  })
  const durations = new Histogram({
    name: 'qingzhou_request_seconds',
    help: 'How long calls took.',
    labelNames: ['call'],
    buckets: SECONDS,
    registers,
  })
  const decrypts = new Histogram({
    name: 'qingzhou_decrypt_seconds',
    help: 'How long opening a body took.',
    labelNames: ['form'],
    buckets: SECONDS,
    registers,
  })
  const shed = new Counter({
    name: 'qingzhou_shed_total',
    help: 'Calls turned away because of load.',
    labelNames: ['urgent'],
    registers,
  })
  gauge(registry, 'qingzhou_in_flight', 'Calls being served.', watched.inFlight)
  gauge(registry, 'qingzhou_pool_connections', 'Database connections.', () => watched.pool().total)
  gauge(registry, 'qingzhou_pool_idle', 'Idle database connections.', () => watched.pool().idle)
  gauge(registry, 'qingzhou_pool_waiting', 'Callers waiting for one.', () => watched.pool().waiting)
  const standbyCalls = watchStandby(registry, watched.standbyLagMs)
  watchProcess(registry, watched)
  watchBooks(registry, watched.books)
  watchCounts(registry, watched)
  watchSmsCodes(registry, watched.smsCodes)
  watchBackground(registry, watched)
  watchProviders(registry, watched.providers)
  const text = metricsOfAll(registry)
  return { registry, text, requests, durations, decrypts, shed, standbyCalls }
}

function watchStandby(registry: Registry, lagMs: (() => number) | undefined) {
  if (lagMs) {
    const lag: Gauge = new Gauge({
      name: 'qingzhou_standby_lag_seconds',
      help: 'How old the copy of the database for reading is at most.',
      registers: [registry],
      aggregator: 'max',
      collect: () => lag.set(lagMs() / 1000),
    })
  }
  return new Counter({
    name: 'qingzhou_standby_calls_total',
    help: 'Calls that may read a copy of the database, by what they read.',
    labelNames: ['read'],
    registers: [registry],
  })
}

function watchProcess(
  registry: Registry,
  watched: { readonly version: string; readonly certificatesEnd: Date | undefined },
): void {
  const { version, certificatesEnd } = watched
  new Gauge({
    name: 'qingzhou_build_info',
    help: 'Always 1. The labels name the version of the program and of Node.js.',
    labelNames: ['version', 'node'],
    registers: [registry],
    aggregator: 'max',
  }).set({ version, node: process.version }, 1)
  if (certificatesEnd) {
    new Gauge({
      name: 'qingzhou_signing_certificate_end_seconds',
      help: 'When the first certificate that documents are signed with ends, in seconds since 1970.',
      registers: [registry],
      aggregator: 'min',
    }).set(certificatesEnd.getTime() / 1000)
  }
  gauge(registry, 'process_resident_memory_bytes', 'Memory of the process.', () =>
    process.memoryUsage.rss(),
  )
  gauge(registry, 'process_uptime_seconds', 'How long the process has run.', () => process.uptime())
  const cpu: Counter = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers: [registry],
    collect: () => {
      const { user, system } = process.cpuUsage()
      cpu.reset()
      cpu.inc((user + system) / 1e6)
    },
  })
}

/** The progress of the end of day, read from the database, which covers all servers. */
function watchBooks(registry: Registry, read: () => Promise<Progress>): void {
  const rows: readonly [name: string, help: string, value: (progress: Progress) => number][] = [
    [
      'qingzhou_business_date_seconds',
      'The business date: its midnight in UTC, in seconds since 1970.',
      ({ businessDate }) => Date.parse(businessDate) / 1000,
    ],
    ['qingzhou_end_of_day_slices', 'Slices of the business date.', ({ slices }) => slices],
    ['qingzhou_end_of_day_slices_done', 'Slices done.', ({ slicesDone }) => slicesDone],
    ['qingzhou_end_of_day_loans', 'Loans brought up to the business date.', ({ loans }) => loans],
    [
      'qingzhou_end_of_day_failures',
      'Loans that could not be brought up to it.',
      ({ failures }) => failures,
    ],
  ]
  // One read serves all gauges of a collection.
  let input: Promise<Progress | undefined> | undefined
  const ask = () => {
    input ??= read()
      // While the database is unavailable, the last figures are reported.
      .catch(() => undefined)
      .finally(() => (input = undefined))
    return input
  }
  for (const [name, help, value] of rows) {
    const collect = async (): Promise<void> => {
      const progress = await ask()
      if (progress) gauge.set(value(progress))
    }
    const gauge = new Gauge({ name, help, registers: [registry], aggregator: 'max', collect })
  }
}

function watchCounts(
  registry: Registry,
  counts: {
    readonly differences: () => Promise<number>
    readonly datedGaps: () => Promise<number>
  },
): void {
  watchCount(registry, counts.differences, {
    name: 'qingzhou_transfer_differences',
    help: 'Transfers in which day files and books differ, still to be looked into.',
  })
  watchCount(registry, counts.datedGaps, {
    name: 'qingzhou_dated_gaps',
    help: 'Rates and calendars that should be recorded by now.',
  })
}

function watchCount(
  registry: Registry,
  read: () => Promise<number>,
  named: { readonly name: string; readonly help: string },
): void {
  const gauge: Gauge = new Gauge({
    ...named,
    registers: [registry],
    aggregator: 'max',
    // Keep the last value while the database is unavailable.
    collect: async () =>
      read()
        .then((count) => gauge.set(count))
        .catch(() => {}),
  })
}

function watchSmsCodes(
  registry: Registry,
  read: () => Promise<Readonly<Record<string, number>>>,
): void {
  const gauge: Gauge = new Gauge({
    name: 'qingzhou_sms_codes',
    help: 'SMS codes requested for phones of unverified owners within the hour, and wrong codes within ten minutes.',
    labelNames: ['kind'],
    registers: [registry],
    aggregator: 'max',
    collect: async () => {
      const counts = await read().catch(() => ({}))
      for (const [kind, count] of Object.entries(counts)) gauge.set({ kind }, count)
    },
  })
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read())
      },
    }),
  )
}

/**
 * Logs and measures every response. The path is that of the route table: raw addresses and queries
 * may contain personal data.
 */
export function observe(app: FastifyInstance, http: HttpContext): void {
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    const call = config.name ?? 'other'
    const ms = Math.round(reply.elapsedTime)
    http.metrics.requests.inc({ call, status: reply.statusCode, code: request.answeredCode })
    http.metrics.durations.observe({ call }, reply.elapsedTime / 1000)
    http.services.log.info('call', {
      requestId: request.id,
      call,
      method: request.method,
      route: url ?? 'unknown',
      status: reply.statusCode,
      code: request.answeredCode,
      ms,
    })
  })
  app.addHook('onRequestAbort', async (request) => {
    const call = request.routeOptions.config.name
    http.services.log.info('call.aborted', { requestId: request.id, call })
  })
}
