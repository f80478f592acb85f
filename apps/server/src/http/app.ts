import { randomBytes } from 'node:crypto'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { trackingPaths } from '@qingzhou/contract/calls'
import type { Config } from '#platform/config/config.ts'
import { answerFailures, answerFrameworkErrors } from './answers.ts'
import { answerBrokenRequests } from './bodies/broken-requests.ts'
import { mountCallbacks } from './callbacks.ts'
import { shareConnections } from './limits/connection-shares.ts'
import { endConnectionsOnClose } from './operations/draining.ts'
import type { Edge } from './http-context.ts'
import type { Endpoint } from './endpoints.ts'
import { success } from './envelope.ts'
import { healthRoutes } from './operations/health.ts'
import { mount } from './mount.ts'
import { observe } from './operations/observe.ts'
import { openApiOf } from './openapi.ts'
import { mountFiles, type LinkedFiles } from './pages/files.ts'
import { mountPapers, type Papers } from './pages/documents.ts'
import { secureHeaders } from './pages/security-headers.ts'
import { serveWebApp } from './pages/static-files.ts'
import type { NoticeHandlers } from './callback-handlers.ts'

export type Offered = {
  readonly endpoints: readonly Endpoint[]
  /** Routes that the program that starts the server adds. */
  readonly mountExtensions: (app: FastifyInstance) => Promise<void>
  readonly papers: Papers
  readonly files: LinkedFiles
  /** Told by providers. */
  readonly notices: NoticeHandlers
}

/** The whole HTTP side, not yet listening. */
export async function buildApp(
  config: Config,
  edge: Edge,
  { endpoints, mountExtensions, papers, files, notices }: Offered,
): Promise<FastifyInstance> {
  const app = fastify({
    genReqId: () => randomBytes(12).toString('base64url'),
    trustProxy: (_address: string, hop: number) => hop < config.proxyHops,
    bodyLimit: 64 * 1024,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    requestTimeout: config.limits.requestTimeoutMs,
    http: { headersTimeout: config.limits.headersTimeoutMs, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: answerBrokenRequests(edge),
    frameworkErrors: answerFrameworkErrors(edge),
  })
  shareConnections(app.server, config)
  app.decorateRequest('answeredCode', '')

  app.decorateRequest('admission')

  // Every body is taken as text: what it means is decided later, by the row of its call. A large one
  // stays bytes, which a thread turns into text.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async ({ routeOptions }: FastifyRequest, body: Buffer) =>
      routeOptions.config.call?.body === 'hybrid' ? body : body.toString(),
  )

  endConnectionsOnClose(app)
  secureHeaders(app, config)
  observe(app, edge)
  answerFailures(app, edge)
  mount(app, edge, endpoints)
  mountTracking(app, edge)
  mountPapers(app, edge, papers)
  mountFiles(app, edge, files)
  mountCallbacks(app, edge, { secret: config.providers.secret, handlers: notices })
  await app.register(healthRoutes, {
    database: edge.services.database,
    clock: edge.clock,
    storage: edge.storage,
    metrics: edge.metrics,
    providersUrl: config.providers.url,
    metricsAccess: config.metricsAccess,
  })
  if (config.mode === 'sandbox') {
    const description = openApiOf(endpoints, config.version)
    app.get('/openapi.json', { config: { name: 'openapi' } }, async () => description)
  }
  await mountExtensions(app)
  await serveWebApp(app, config, { folder: 'web', prefix: '/' })
  return app
}

/** Tracking is no part of the product: success is answered, nothing is read or kept. */
function mountTracking(app: FastifyInstance, edge: Edge): void {
  for (const path of trackingPaths) {
    app.route({
      method: 'POST',
      url: path,
      config: { name: 'tracking' },
      handler: async (request) => {
        const around = { requestId: request.id, now: edge.services.now(), proclamation: undefined }
        return success('statusInfo', {}, around)
      },
    })
  }
}
