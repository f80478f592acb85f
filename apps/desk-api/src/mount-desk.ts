import type { FastifyInstance } from 'fastify'
import type { Config } from '@qingzhou/server/platform/config/config.ts'
import type { DeskRoute } from './routes.ts'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import type { Edge } from '@qingzhou/server/http/http-context.ts'
import { failureOf, failures, TurnedAway } from '@qingzhou/server/http/failure.ts'
import {
  assertClock,
  assertJson,
  assertOwnHost,
  assertOwnPage,
} from '@qingzhou/server/http/guards.ts'
import { parseObject } from '@qingzhou/server/http/bodies/json.ts'

/** What the desk's page asks for: plain JSON both ways. Mounted in sandbox mode only. */
export function mountDesk(
  app: FastifyInstance,
  { edge, config }: { readonly edge: Edge; readonly config: Config },
  routes: readonly DeskRoute[],
): void {
  for (const { method, path, ...route } of routes) {
    app.route({
      method,
      url: path,
      config: { name: 'desk' },
      onRequest: async (request) => {
        assertOwnHost(request, config)
        if (method === 'GET') return
        assertClock(edge)
        assertOwnPage(request, edge.publicOrigin)
        assertJson(request)
      },
      handler: async (request) => {
        try {
          return await route.handle(method === 'GET' ? request.query : fieldsOf(request.body))
        } catch (error) {
          // The desk tells by the status alone whether it worked.
          if (error instanceof Refused) throw new TurnedAway({ ...failureOf(error), status: 422 })
          throw error
        }
      },
    })
  }
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  const fields = typeof body === 'string' ? parseObject(body) : undefined
  if (!fields) throw new TurnedAway(failures.unreadable)
  return fields
}
