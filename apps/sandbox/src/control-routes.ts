import type { ServerResponse } from 'node:http'
import { testPeople } from '@qingzhou/provider-api/test-people'
import type { FastifyError, FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { Inbox } from '#inbox/inbox.ts'
import type { Providers } from '#providers/open-providers.ts'
import { faultChange, type Faults } from './faults.ts'

const inboxQuery = z.object({
  phone: z.optional(z.string()),
  to: z.optional(z.string()),
  limit: z.optional(z.coerce.number().int().min(1).max(500)),
})

const appUser = z.strictObject({
  app: z.enum(['wallet', 'messenger']),
  openId: z.string().max(128),
})

const EMPTY = z.strictObject({})

const DEFAULT_LIMIT = 50

/** Routes with which the desk and the tests control the sandbox. */
export async function controlRoutes(app: FastifyInstance, providers: Providers): Promise<void> {
  const { inbox, faults, authorisations } = providers
  // Only JSON, which a page of another site cannot send without a preflight.
  app.removeContentTypeParser('text/plain')
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))
  app.setErrorHandler<FastifyError>((error, _, reply) => {
    const status = error instanceof z.ZodError ? 400 : (error.statusCode ?? 500)
    return reply.code(status).send({ error: status < 500 ? 'malformed' : 'failing' })
  })

  app.get('/inbox', (request, reply) => {
    const { phone, to = phone, limit = DEFAULT_LIMIT } = inboxQuery.parse(request.query)
    return reply.send({ messages: inbox.list({ to, limit }) })
  })
  app.get<{ Params: { id: string } }>('/inbox/attachments/:id', (request, reply) => {
    const found = inbox.attachment(request.params.id)
    if (!found) return reply.code(404).send({ error: 'unknown' })
    const name = encodeURIComponent(found.name)
    return reply
      .headers({
        'content-disposition': `inline; filename="document.pdf"; filename*=UTF-8''${name}`,
        'x-content-type-options': 'nosniff',
      })
      .type('application/pdf')
      .send(found.pdf)
  })
  app.post('/inbox/clear', (request, reply) => {
    EMPTY.parse(request.body)
    inbox.clear()
    return reply.code(204).send()
  })
  app.get('/faults', async () => ({ faults: faults.all() }))
  app.post('/faults', (request, reply) => {
    faults.change(faultChange.parse(request.body))
    return reply.send({ faults: faults.all() })
  })
  app.post('/app-users', (request, reply) => {
    const { app: where, openId } = appUser.parse(request.body)
    authorisations.signIn(where, openId)
    return reply.code(204).send()
  })
  app.get('/app-payments', async () => ({ payments: providers.allAppPayments() }))
  app.get('/people', async () => ({ people: testPeople }))
  app.post('/reset', async (request, reply) => {
    EMPTY.parse(request.body)
    providers.clear()
    return reply.code(204).send()
  })
  inboxStream(app, { inbox, faults })
}

/** Proxies close an idle connection, so a comment is sent from time to time. */
const HEARTBEAT_MS = 20_000

/** Streams new messages and changed faults. */
function inboxStream(
  app: FastifyInstance,
  { inbox, faults }: { readonly inbox: Inbox; readonly faults: Faults },
): void {
  const open = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    for (const response of open) response.end()
  })

  app.get('/inbox/stream', (_, reply) => {
    reply.hijack()
    const response = reply.raw
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write('retry: 2000\n\n')
    open.add(response)

    const say = (event: string, content: unknown) =>
      response.write(`event: ${event}\ndata: ${JSON.stringify(content)}\n\n`)
    const endings = [
      inbox.onChange((change) => (change === 'reset' ? say('reset', {}) : say('message', change))),
      faults.onChange(() => say('faults', { faults: faults.all() })),
    ]
    const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
    response.on('close', () => {
      clearInterval(heartbeat)
      for (const end of endings) end()
      open.delete(response)
    })
  })
}
