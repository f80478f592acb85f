import type { FastifyInstance } from 'fastify'

/** While the server stops, every answer ends its connection: one kept open would keep the server. */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
