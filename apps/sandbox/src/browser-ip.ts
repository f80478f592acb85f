import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { forwarded } from './forwarded.ts'

/** A public "what is my address" service, asked by the browser itself. */
export async function browserIpRoute(
  app: FastifyInstance,
  { now }: { readonly now: () => number },
): Promise<void> {
  // It reads no body, so it takes whatever kind a browser happens to send.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined)

  app.post('/ip', async (request, reply) => {
    // The last one is what our own proxy wrote; those before it are only claimed.
    const last = forwarded(request, 'for')?.split(',').at(-1)?.trim() ?? ''
    const statusInfo = {
      code: 'COMCC00000',
      message: '',
      timestamp: now(),
      requestId: randomUUID(),
    }
    return reply
      .header('cache-control', 'no-store')
      .send({ statusInfo, ip: isIP(last) ? last : request.ip })
  })
}
