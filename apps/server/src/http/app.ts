import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { trackingPaths } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { pages } from '@qingzhou/contract/pages'
import type { Config } from '@qingzhou/platform/config/config'
import { DatabaseUnavailable, WriteRefused } from '@qingzhou/platform/database/database-unavailable'
import { answerBrokenRequests } from './bodies/broken-requests.ts'
import type { MountedCallbacks } from './callbacks/callback-handlers.ts'
import { mountCallbacks } from './callbacks/callback-handlers.ts'
import type { Endpoint } from './endpoints.ts'
import { encodeFailure, success } from './envelope.ts'
import type { Failure } from './failure.ts'
import { failureOf, failures } from './failure.ts'
import type { HttpContext } from './http-context.ts'
import { shareConnections } from './limits/connection-shares.ts'
import { mount } from './mount.ts'
import { openApiOf } from './openapi.ts'
import { endConnectionsOnClose, healthRoutes, type HealthDeps } from './operations/health.ts'
import { observe } from './operations/metrics.ts'
import { mountDocuments, mountFiles, type Documents, type LinkedFiles } from './pages/files.ts'
import { secureHeaders } from './pages/security-headers.ts'
import { serveConsole, serveWebApp } from './pages/static-files.ts'
import { newRequestId } from '@qingzhou/platform/ids'

export type OfferedRoutes = {
  readonly endpoints: readonly Endpoint[]
  /** Routes that the program that starts the server adds. */
  readonly mountExtensions: (app: FastifyInstance) => Promise<void>
  readonly documents: Documents
  readonly files: LinkedFiles
  /** Handlers of provider callbacks. */
  readonly notices: MountedCallbacks
}

/** Builds the HTTP server without listening. */
export async function buildApp(
  config: Config,
  http: HttpContext,
  { endpoints, mountExtensions, documents, files, notices }: OfferedRoutes,
): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: (request) => proxyRequestId(config, request.headers) ?? newRequestId(),
    trustProxy: (_address: string, hop: number) => hop < config.proxyHops,
    bodyLimit: 64 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: config.limits.requestTimeoutMs,
    http: { headersTimeout: config.limits.headersTimeoutMs, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: answerBrokenRequests(http),
    frameworkErrors: answerFrameworkErrors(http),
  })
  shareConnections(app.server, config)
  app.decorateRequest('answeredCode', '')

  app.decorateRequest('admission')

  // Parse every body as text: the row of its call decides how to read it later. A large body stays
  // bytes, which a worker thread decodes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async ({ routeOptions }: FastifyRequest, body: Buffer) =>
      routeOptions.config.call?.body === 'hybrid' ? body : body.toString(),
  )

  endConnectionsOnClose(app)
  secureHeaders(app, config)
  observe(app, http)
  answerFailures(app, http)
  mount(app, http, endpoints)
  mountTracking(app, http)
  mountDocuments(app, http, documents)
  mountFiles(app, http, files)
  mountCallbacks(app, http, notices)
  await app.register(healthRoutes, healthDepsOf(config, http))
  if (config.openApi === 'on') {
    // Described on demand: hundreds of shapes take longer than the rest of the start.
    let description: ReturnType<typeof openApiOf> | undefined
    app.get('/openapi.json', { config: { name: 'openapi' } }, async () => {
      description ??= openApiOf(endpoints, config.version)
      return description
    })
  }
  await mountExtensions(app)
  await serveConsole(app, config)
  await serveWebApp(app, config, { folder: 'web', prefix: '/', sealing: http.services })
  return app
}

/**
 * The id that our own proxy gave the request, so that one id finds it in both logs. A proxy that
 * passes the header of the client on must not bring what a client has written there into the log, so
 * only the forms of ids are accepted: 32 hexadecimal digits, or a UUID.
 */
function proxyRequestId(
  { proxyHops }: Config,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const input = headers['x-request-id']
  return proxyHops > 0 && typeof input === 'string' && REQUEST_ID.test(input) ? input : undefined
}

const REQUEST_ID = /^(?!\d+$)(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function healthDepsOf(config: Config, http: HttpContext): HealthDeps {
  return {
    database: http.services.database,
    vault: http.services.vault,
    clock: http.clock,
    storage: http.storage,
    metrics: http.metrics,
    providersUrl: config.providers.url,
    metricsAccess: config.metricsAccess,
  }
}

/** Answers tracking calls with success. Nothing is read or stored. */
function mountTracking(app: FastifyInstance, http: HttpContext): void {
  for (const path of trackingPaths) {
    app.route({
      method: 'POST',
      url: path,
      config: { name: 'tracking' },
      handler: async (request) => {
        const around = { requestId: request.id, now: http.services.now(), notice: undefined }
        return success('statusInfo', {}, around)
      },
    })
  }
}

/** The only place where errors become responses. */
function answerFailures(app: FastifyInstance, http: HttpContext): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error)
    const where = { requestId: request.id, call: request.routeOptions.config.name }
    if (failure === failures.fault) http.services.log.error('call.fault', where, error)
    if (error instanceof DatabaseUnavailable) {
      const event = error instanceof WriteRefused ? 'call.storage-full' : 'call.database-away'
      http.services.log.warn(event, where, error)
    }
    return answer(http, failure, { request, reply })
  })
  app.setNotFoundHandler(async (request, reply) =>
    answer(http, failures.unknown, { request, reply }),
  )
}

/** Answers malformed addresses that reach neither a route nor a hook. */
function answerFrameworkErrors(http: HttpContext) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error)
    void reply
      .code(failure.status)
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8')
      .send(
        encodeFailure('statusInfo', failure, {
          requestId: request.id,
          now: http.services.now(),
          notice: undefined,
        }),
      )
  }
}

async function answer(
  http: HttpContext,
  failure: Failure,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<unknown> {
  request.answeredCode = failure.code
  const { call } = request.routeOptions.config
  if (call?.answer === 'redirect') return reply.redirect(errorPage(failure, request.id), 302)
  void reply.code(call ? statusOf(failure) : failure.status).type('application/json; charset=utf-8')
  if (failure.waitSeconds !== undefined) void reply.header('retry-after', failure.waitSeconds)
  return encodeFailure(call?.envelope ?? 'statusInfo', failure, {
    requestId: request.id,
    now: http.services.now(),
    notice: (await http.notice.current())?.text,
  })
}

/** The envelope of a call carries the code of a fault, so the app reads it with HTTP 200. */
function statusOf(failure: Failure): number {
  return failure === failures.fault ? 200 : failure.status
}

/** The page for a browser that followed a link: a page of the app instead of an envelope. */
function errorPage({ code }: Failure, requestId: string): string {
  if (code === codes.landingError) return `/#${pages.badLink}`
  return `/#${pages.somethingWrong}?reason=server&requestId=${requestId}`
}
