import type { ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Faults } from './faults.ts'
import type { Inbox } from './inbox.ts'

/** Proxies hang up on a quiet line; a comment now and then keeps it open. */
const HEARTBEAT_MS = 20_000

/** Tells whoever listens what has just come in, and when a fault was switched. */
export function inboxStream(
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
