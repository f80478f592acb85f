import { request as httpRequest, type IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '@qingzhou/server/platform/config/config.ts'
import { failures, RequestRejected } from '@qingzhou/server/http/failure.ts'
import { assertOwnHost } from '@qingzhou/server/http/guards.ts'

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
export async function sandboxProxy(
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
  const kept = FORWARDED_HEADERS.flatMap((name) => {
    const value = request.headers[name]
    return typeof value === 'string' ? [[name, value]] : []
  })
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': request.ip,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}
