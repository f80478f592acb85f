import type { IncomingMessage } from 'node:http'
import { request as httpRequest } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Extension } from '@qingzhou/server/boot/extension.ts'
import { parseObject } from '@qingzhou/server/http/bodies/json.ts'
import { RequestRejected, failureOf, failures } from '@qingzhou/server/http/failure.ts'
import {
  assertClock,
  assertJson,
  assertOwnHost,
  assertOwnPage,
} from '@qingzhou/server/http/guards.ts'
import { handlersOf } from '@qingzhou/server/http/handlers.ts'
import type { HttpContext } from '@qingzhou/server/http/http-context.ts'
import { serveWebApp } from '@qingzhou/server/http/pages/static-files.ts'
import type { Config } from '@qingzhou/platform/config/config'
import { Refused } from '@qingzhou/platform/refused'
import { seedTestPeople } from './seed/test-people.ts'
import { permitTestClock, tellSandbox } from './business-date.ts'
import type { DeskRoute } from './routes.ts'
import { deskRoutes } from './routes.ts'

const SANDBOX_PREFIX = '/sandbox'

/** Request headers that are forwarded: no cookie and no token. */
const FORWARDED_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'user-agent',
  'origin',
  'cache-control',
]

/** Response headers that are forwarded: the sandbox cannot set cookies for our address. */
const RETURNED_HEADERS = ['content-type', 'content-length', 'cache-control', 'location']
const POLICY = 'content-security-policy'

const FIRST_BYTE_TIMEOUT_MS = 10_000

/** Forwards /sandbox/… to the sandbox. */
async function sandboxProxy(
  app: FastifyInstance,
  { config }: { readonly config: Config },
): Promise<void> {
  const { url } = config.providers
  // Bodies are forwarded unparsed.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  // An open desk has a message stream for hours; a stop does not wait for it.
  const streams = new Set<IncomingMessage>()
  app.addHook('preClose', async () => streams.forEach((answer) => answer.destroy()))

  app.route({
    method: ['GET', 'POST', 'PUT', 'DELETE'],
    url: `${SANDBOX_PREFIX}/*`,
    config: { name: 'sandbox' },
    // The sandbox shows all sent messages, codes included.
    onRequest: async (request) => assertOwnHost(request, config),
    handler: async (request, reply) => {
      const answer = await pass(request, url)
      void reply.code(answer.statusCode ?? 502)
      for (const name of RETURNED_HEADERS) {
        const value = answer.headers[name]
        if (value !== undefined) void reply.header(name, value)
      }
      if (isStream(answer)) {
        streams.add(answer)
        answer.once('close', () => streams.delete(answer))
      }
      void reply.header(POLICY, answer.headers[POLICY] ?? "default-src 'none'")
      return reply.send(answer)
    },
  })
}

function isStream({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('text/event-stream') ?? false
}

async function pass(request: FastifyRequest, url: string): Promise<IncomingMessage> {
  // Routes match the decoded path; an encoded form of the prefix is not forwarded.
  if (!request.url.startsWith(`${SANDBOX_PREFIX}/`)) throw new RequestRejected(failures.unknown)
  const target = new URL(`${url}${request.url.slice(SANDBOX_PREFIX.length)}`)
  // A path like `//elsewhere` after the prefix could name another host.
  if (target.origin !== new URL(url).origin) throw new RequestRejected(failures.unknown)
  return new Promise((resolve, reject) => {
    const away = (error: unknown) => reject(new RequestRejected(failures.sandboxAway, error))
    const onward = httpRequest(target, { method: request.method, headers: headersFor(request) })
    onward.setTimeout(FIRST_BYTE_TIMEOUT_MS, () =>
      onward.destroy(new Error('no response within the time limit')),
    )
    onward.on('error', away)
    onward.on('response', (answer) => {
      // A message stream may be idle for long.
      onward.setTimeout(0)
      resolve(answer)
    })
    request.raw.on('close', () => {
      if (!request.raw.complete) onward.destroy()
    })
    const { socket } = request.raw
    const cut = () => onward.destroy()
    socket.once('close', cut)
    // A connection has many requests: remove the listener of a finished one.
    onward.once('close', () => socket.off('close', cut))
    request.raw.pipe(onward)
  })
}

function headersFor(request: FastifyRequest): Record<string, string> {
  const record = FORWARDED_HEADERS.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    ...Object.fromEntries(record),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}

/** Adds the test people, the desk with its calls, and the sandbox's pages to a server in sandbox mode. */
export const deskExtension: Extension = {
  seed: seedTestPeople,
  async mount(app, { config, http, services }) {
    await app.register(sandboxProxy, { config })
    const routes = deskRoutes(services, {
      calls: handlersOf(services),
      sandboxUrl: config.providers.url,
      async permitDate(until) {
        await permitTestClock(config.databaseUrl, until)
        await tellSandbox(config.providers.url, until)
      },
    })
    mountDesk(app, { http, config }, routes)
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
  { http, config }: { readonly http: HttpContext; readonly config: Config },
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
        assertClock(http)
        assertOwnPage(request, http.publicOrigin)
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
