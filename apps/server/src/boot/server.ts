import { readDatedGaps, reportDatedGaps } from '#features/dated-rows/index.ts'
import { UNVERIFIED_CODES, WRONG_CODES } from '#features/onboarding/index.ts'
import type { FastifyInstance } from 'fastify'
import { allCalls } from '@qingzhou/contract/all-calls'
import { shapes } from '@qingzhou/contract/shapes'
import { buildApp, healthDepsOf } from '#http/app.ts'
import { startBackground } from './background.ts'
import { watchClock, type ClockWatch } from '@qingzhou/platform/clock-skew'
import type { Config } from '@qingzhou/platform/config/config'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { withCallScopes } from '@qingzhou/platform/database/read-only'
import { watchStandby, type Standby } from '@qingzhou/platform/database/connections/standby-store'
import { createVault } from '@qingzhou/platform/database/vault/vault'
import { createKeptAssets, keepAssets } from '#http/pages/kept-assets.ts'
import { scheduleCleanup } from '#http/operations/cleaning-store.ts'
import { createBodyKeys, type BodyKeys } from '#http/bodies/body-keys.ts'
import type { HttpContext } from '#http/http-context.ts'
import { endpointsOf, type Endpoint } from '#http/endpoints.ts'
import { serveHealth, type HealthDeps } from '#http/operations/health.ts'
import { createMetrics } from '#http/operations/metrics.ts'
import { createCurrentNotice } from '#http/pages/current-notice-store.ts'
import { createOpener } from '#http/bodies/sealed-body.ts'
import { createAdmit } from '#http/limits/admission.ts'
import { createShedder } from '#http/limits/shedding.ts'
import { fileOfLink } from './file-of-link.ts'
import type { ObjectStore } from '@qingzhou/platform/files/object-store'
import { scheduleSweep, sweepFiles } from '@qingzhou/platform/files/sweep'
import { handlersOf } from '#http/handlers.ts'
import { keepBooksCurrent } from '#features/end-of-day/keep-books-current.ts'
import { readProgress } from '@qingzhou/lending/end-of-day/progress-store'
import { createLog, type Log } from '@qingzhou/platform/log'
import { countExceptions, readOrderFigures } from '#features/order-watch/index.ts'
import { countDifferences, lastComparedDay } from '#features/reconciliation/index.ts'
import { ownAddress, redirectOriginsOf } from './own-address.ts'
import { documentOfLink } from './task-handlers.ts'
import { createPrinter } from '@qingzhou/platform/documents/print'
import { callbackHandlersOf } from '#http/callbacks/callback-handlers.ts'
import type { Extension } from './extension.ts'
import { prepareDatabase } from './prepare-database.ts'
import type { Services } from '#services.ts'
import { lastBackup } from '@qingzhou/platform/processes/backup-store'
import { lastWorkerReport } from '@qingzhou/platform/processes/process-store'
import { startHeartbeat, type Heartbeat } from '@qingzhou/platform/processes/heartbeat'
import { startTracing } from '@qingzhou/platform/tracing/tracing'
import { watchStorage } from '@qingzhou/platform/storage-watch'
import { readTaskFigures } from '@qingzhou/platform/tasks/queue-store'
import { connectionLost, createServices, openUploads } from './services.ts'

export type Server = {
  readonly app: FastifyInstance
  readonly services: Services
  readonly health: HealthDeps
  readonly heartbeat: Heartbeat
  readonly listen: () => Promise<string>
  readonly stop: () => Promise<void>
}

/** Starts the server, which listens once all its parts are ready. */
export async function startServer(
  config: Config,
  extensions: readonly Extension[] = [],
): Promise<{
  readonly address: string
  readonly services: Services
  readonly stop: () => Promise<void>
}> {
  const server = await createServer(config, {
    log: createLog({ level: config.logLevel }),
    now: () => new Date(),
    endpoints: productEndpoints,
    extensions,
  })
  const address = await server.listen()
  if (config.mode === 'production') {
    const { log, now } = server.services
    void keepAssets(config, now()).catch((error: unknown) => log.warn('assets.not-kept', {}, error))
    await reportDatedGaps(server.services)
  }
  const books = keepBooksCurrent(server.services)
  const background = startBackground(config, server)
  return {
    address,
    services: server.services,
    stop: async () => {
      await background.stop()
      await books.stop()
      await server.stop()
    },
  }
}

/** Processes the task queue without serving calls, until stopped. */
export async function startWorker(config: Config): Promise<{ readonly stop: () => Promise<void> }> {
  const server = await createServer(config, {
    log: createLog({ level: config.logLevel }),
    now: () => new Date(),
    endpoints: productEndpoints,
  })
  const { host, workerPort: port } = config
  const health = port === 0 ? undefined : await serveHealth({ host, port }, server.health)
  const background = startBackground(config, server)
  return {
    stop: async () => {
      await background.stop()
      await health?.stop()
      await server.stop()
    },
  }
}

/** The endpoints of all calls, without those of a mall where there is none. */
export function productEndpoints(services: Services): Endpoint[] {
  const endpoints = endpointsOf(allCalls, shapes, handlersOf(services))
  return services.hasMall ? endpoints : endpoints.filter(({ name }) => !name.startsWith('mall.'))
}

type ServerInputs = {
  readonly log: Log
  readonly now: () => Date
  readonly endpoints: (services: Services) => Endpoint[]
  readonly extensions?: readonly Extension[]
}

/**
 * The server without an open port. Log, clock and endpoints are injected, so that a test can
 * control them.
 */
export async function createServer(config: Config, around: ServerInputs): Promise<Server> {
  const { log } = around
  const connect = (url: string) =>
    createDatabase(url, {
      max: config.databaseConnectionsMax,
      pipeline: config.databasePipeline,
      role: 'qingzhou_app',
      onIdleError: connectionLost(log),
    })
  const primary = connect(config.databaseUrl)
  const database = withCallScopes(primary)
  const standby =
    config.standby &&
    watchStandby({
      primary,
      copy: connect(config.standby.url),
      lagMsMax: config.standby.lagMsMax,
      log,
    })
  const tracing = await startTracing(config.tracing, config.version)
  try {
    const server = await assemble(config, { database, standby }, around)
    const stop = async () => {
      await server.stop()
      await standby?.stop()
      await tracing.stop()
    }
    return { ...server, stop }
  } catch (error) {
    await tracing.stop()
    await standby?.stop()
    await database.close()
    throw error
  }
}

async function assemble(
  config: Config,
  { database, standby }: { readonly database: PoolDatabase; readonly standby: Standby | undefined },
  { log, now, endpoints, extensions = [] }: ServerInputs,
): Promise<Server> {
  const vault = createVault(config.vaultKeys)
  const bodyKeys = createBodyKeys({ database, vault, now })
  const address = ownAddress(config)
  const printer = createPrinter()
  const clock = watchClock({ database, now, log, skewSecondsMax: config.clockSkewSecondsMax })
  const services = await createServices(config, {
    database,
    vault,
    printer,
    bodyKeys,
    address,
    clock,
    log,
    now,
  })
  const active = config.mode === 'sandbox' ? extensions : []
  await prepareDatabase(config, services, active)
  // Loaded at start: a vault that cannot decrypt the keys must prevent the start, and no caller
  // should wait for them.
  await bodyKeys.newest()
  await clock.check()
  const heartbeat = await startHeartbeat(database, config)

  if (config.mode === 'production') createKeptAssets(config)
  const uploads = await openUploads(config)
  const http = createHttpContext(config, { services, database, standby, bodyKeys, clock, uploads })
  const app = await buildApp(config, http, {
    endpoints: endpoints(services),
    mountExtensions: async (app) => {
      for (const extension of active) await extension.mount(app, { config, http, services })
    },
    notices: { providers: services.providers, handlers: callbackHandlersOf(services) },
    documents: { find: (named) => documentOfLink(services, named) },
    files: { find: (token, secrets) => fileOfLink(services, token, secrets) },
  })
  const removing = removeExpired(services)
  return {
    app,
    services,
    health: healthDepsOf(config, http),
    heartbeat,
    listen: async () => address.found(await app.listen({ host: config.host, port: config.port })),
    stop: async () => {
      removing.stop()
      clock.stop()
      await drain(app, config)
      http.shedder.stop()
      await http.opener.stop()
      await printer.stop()
      await heartbeat.stop()
      await database.close()
    },
  }
}

/** Removes expired rows and files that nothing refers to, every minute. */
function removeExpired(services: Services): { stop(): void } {
  const { log } = services
  const cleaning = scheduleCleanup(services, (error) => log.warn('cleaning.failed', {}, error))
  const sweeping = scheduleSweep(
    () => sweepFiles(services),
    (error) => log.warn('sweeping.failed', {}, error),
  )
  return {
    stop() {
      cleaning.stop()
      sweeping.stop()
    },
  }
}

function createHttpContext(
  config: Config,
  behind: {
    readonly services: Services
    readonly database: PoolDatabase
    readonly standby: Standby | undefined
    readonly bodyKeys: BodyKeys
    readonly clock: ClockWatch
    readonly uploads: ObjectStore
  },
): HttpContext {
  const { services, database, standby, bodyKeys, clock, uploads } = behind
  const shedder = createShedder(config.limits)
  return {
    services,
    standby,
    clock,
    storage: watchStorage({ database, uploads, log: services.log }),
    shedder,
    admit: createAdmit(services, { ...config.limits, pipeline: config.databasePipeline }),
    opener: createOpener(bodyKeys, config),
    notice: createCurrentNotice(services),
    metrics: createMetrics({
      version: config.version,
      certificatesEnd: services.signer.certificatesEnd,
      inFlight: () => shedder.inFlight(),
      pool: () => database.state(),
      standbyLagMs: standby && (() => standby.lagMs()),
      books: () => readProgress(database),
      differences: () => countDifferences(database),
      datedGaps: async () => (await readDatedGaps(database)).length,
      smsCodes: async () => ({
        unverified: await services.limiter.count(UNVERIFIED_CODES),
        wrong: await services.limiter.count(WRONG_CODES),
      }),
      reconciledDays: () => lastComparedDay(database),
      workerReports: () => lastWorkerReport(database),
      backups: () => lastBackup(database),
      tasks: () => readTaskFigures(database),
      providers: () => services.providers.figures(),
      orders: () => readOrderFigures(database, services.now()),
      exceptions: () => countExceptions(database),
    }),
    limits: config.limits,
    publicOrigin: config.publicOrigin,
    redirectOrigins: redirectOriginsOf(config),
  }
}

/**
 * Stops accepting calls and finishes running ones. Connections open longer than the drain timeout
 * are closed.
 */
async function drain(app: FastifyInstance, { limits }: Config): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), limits.drainTimeoutMs)
  await app.close()
  clearTimeout(patience)
}
