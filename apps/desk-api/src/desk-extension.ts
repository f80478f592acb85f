import type { FastifyInstance } from 'fastify'
import { seedTestPeople } from '@qingzhou/simulator/seed/test-people.ts'
import type { Extension } from '@qingzhou/server/boot/extension.ts'
import { assertOwnHost } from '@qingzhou/server/http/guards.ts'
import { handlersOf } from '@qingzhou/server/http/handlers.ts'
import { serveWebApp } from '@qingzhou/server/http/pages/static-files.ts'
import type { Config } from '@qingzhou/server/platform/config/config.ts'
import { permitTestClock } from './business-date.ts'
import { mountDesk } from './mount-desk.ts'
import { deskRoutes } from './routes.ts'
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
