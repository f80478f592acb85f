import type { FastifyInstance } from 'fastify'
import type { HttpContext } from '#http/http-context.ts'

/**
 * Logs and measures every response. The path is that of the route table: raw addresses and queries
 * may contain personal data.
 */
export function observe(app: FastifyInstance, edge: HttpContext): void {
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions
    const call = config.name ?? 'other'
    const ms = Math.round(reply.elapsedTime)
    edge.metrics.requests.inc({ call, status: reply.statusCode, code: request.answeredCode })
    edge.metrics.durations.observe({ call }, reply.elapsedTime / 1000)
    edge.services.log.info('call', {
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
    edge.services.log.info('call.aborted', { requestId: request.id, call })
  })
}
