import type { FastifyInstance } from 'fastify'

/**
 * Closes the connection after each response while the server stops: a keep-alive connection would
 * delay the stop.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) void reply.header('connection', 'close')
  })
}
