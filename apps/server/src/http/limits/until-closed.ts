import type { FastifyReply } from 'fastify'

/**
 * Calls `leave` when the response is sent or the connection is closed, which may have happened
 * already.
 */
export function untilClosed({ raw }: FastifyReply, leave: () => void): void {
  if (raw.closed) leave()
  else raw.once('close', leave)
}
