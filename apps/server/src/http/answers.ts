import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codes } from '@qingzhou/contract/codes'
import { pages } from '@qingzhou/contract/pages'
import { DatabaseAway, WriteRefused } from '#platform/database/database-away.ts'
import type { Edge } from './http-context.ts'
import { failed } from './envelope.ts'
import { failureOf, failures, type Failure } from './failure.ts'

/** Everything that is no success: one place where errors become answers. */
export function answerFailures(app: FastifyInstance, edge: Edge): void {
  app.setErrorHandler(async (error, request, reply) => {
    const failure = failureOf(error)
    const where = { requestId: request.id, call: request.routeOptions.config.name }
    if (failure === failures.fault) edge.services.log.error('call.fault', where, error)
    if (error instanceof DatabaseAway) {
      const event = error instanceof WriteRefused ? 'call.storage-full' : 'call.database-away'
      edge.services.log.warn(event, where, error)
    }
    return answer(edge, failure, { request, reply })
  })
  app.setNotFoundHandler(async (request, reply) =>
    answer(edge, failures.unknown, { request, reply }),
  )
}

/** For addresses so odd that they never become a route, nor pass a hook. */
export function answerFrameworkErrors(edge: Edge) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error)
    void reply
      .code(failure.status)
      .header('x-content-type-options', 'nosniff')
      .type('application/json; charset=utf-8')
      .send(
        failed('statusInfo', failure, {
          requestId: request.id,
          now: edge.services.now(),
          proclamation: undefined,
        }),
      )
  }
}

async function answer(
  edge: Edge,
  failure: Failure,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<unknown> {
  request.answeredCode = failure.code
  const { call } = request.routeOptions.config
  if (call?.answer === 'redirect') return reply.redirect(errorPage(failure, request.id), 302)
  void reply.code(failure.status).type('application/json; charset=utf-8')
  if (failure.waitSeconds !== undefined) void reply.header('retry-after', failure.waitSeconds)
  return failed(call?.envelope ?? 'statusInfo', failure, {
    requestId: request.id,
    now: edge.services.now(),
    proclamation: await edge.proclamation.current(),
  })
}

/** Somebody who followed a link gets a page of the app, never an envelope. */
function errorPage({ code }: Failure, requestId: string): string {
  if (code === codes.landingError) return `/#${pages.badLink}`
  return `/#${pages.somethingWrong}?reason=server&requestId=${requestId}`
}
