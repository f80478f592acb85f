import type { FastifyInstance } from 'fastify'
import { seedTestPeople } from '@qingzhou/simulator/seed/test-people.ts'
import type { Extension } from '@qingzhou/server/boot/extension.ts'
import {
  assertOwnHost,
  assertClock,
  assertJson,
  assertOwnPage,
} from '@qingzhou/server/http/guards.ts'
import { handlersOf } from '@qingzhou/server/http/handlers.ts'
import { serveWebApp } from '@qingzhou/server/http/pages/static-files.ts'
import type { Config } from '@qingzhou/server/platform/config/config.ts'
import { Refused } from '@qingzhou/server/platform/refused.ts'
import type { HttpContext } from '@qingzhou/server/http/http-context.ts'
import { failureOf, failures, RequestRejected } from '@qingzhou/server/http/failure.ts'
import { parseObject } from '@qingzhou/server/http/bodies/json.ts'
import { permitTestClock } from './business-date.ts'
import { deskRoutes, type DeskRoute } from './routes.ts'
import { sandboxProxy } from './sandbox-proxy.ts'

/** Adds the test people, the desk with its calls, and the sandbox's pages to a server in sandbox mode. */
export const deskExtension: Extension = {
  seed: seedTestPeople,
  async mount(app, { config, edge, services }) {
    await app.register(sandboxProxy, { config })
    const routes = deskRoutes(services, {
      calls: handlersOf(services),
      sandboxUrl: config.providers.url,
      permitDate: (until) => permitTestClock(config.databaseUrl, until),
    })
    mountDesk(app, { edge, config }, routes)
    await app.register(deskPage, { config })
  },
}

async function deskPage(
  app: FastifyInstance,
  { config }: { readonly config: Config },
): Promise<void> {
  app.addHook('onRequest', async (request) => assertOwnHost(request, config))
  await serveWebApp(app, config, { folder: 'desk', prefix: '/desk/' })
  app.get('/desk', async (_, reply) => reply.redirect('/desk/', 302))
}

/** Routes of the desk's page, with plain JSON bodies. */
export function mountDesk(
  app: FastifyInstance,
  { edge, config }: { readonly edge: HttpContext; readonly config: Config },
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
          // The desk only looks at the status.
          if (error instanceof Refused)
            throw new RequestRejected({ ...failureOf(error), status: 422 })
          throw error
        }
      },
    })
  }
}

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  const fields = typeof body === 'string' ? parseObject(body) : undefined
  if (!fields) throw new RequestRejected(failures.unreadable)
  return fields
}
