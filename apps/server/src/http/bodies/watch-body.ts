import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeWith } from './broken-requests.ts'
import type { HttpContext } from '#http/http-context.ts'
import { failures } from '#http/failure.ts'

const CHECKS_PER_TIMEOUT = 5

/**
 * Closes the connection of a large body that stalls or arrives too slowly, which frees its place
 * among the large bodies. It polls the socket's byte count: a listener on the body would consume
 * it.
 */
export function watchBody(
  edge: HttpContext,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): void {
  const { bodyIdleTimeoutMs, bodyBytesPerSecondMin } = edge.limits
  const { raw } = request
  const { socket } = raw
  const startedAt = performance.now()
  const bytesAtStart = socket.bytesRead
  let last = { bytes: bytesAtStart, at: startedAt }
  const timer = setInterval(() => {
    const now = performance.now()
    if (socket.bytesRead > last.bytes) last = { bytes: socket.bytesRead, at: now }
    // No minimum rate during the first timeout: a connection starts slowly.
    const ratedMs = now - startedAt - bodyIdleTimeoutMs
    const isSlow = socket.bytesRead - bytesAtStart < (ratedMs / 1000) * bodyBytesPerSecondMin
    if (now - last.at < bodyIdleTimeoutMs && !isSlow) return
    clearInterval(timer)
    edge.services.log.info('body.stalled', { requestId: request.id })
    closeWith(edge, socket, failures.tooSlow)
  }, bodyIdleTimeoutMs / CHECKS_PER_TIMEOUT)
  const stop = () => clearInterval(timer)
  raw.once('end', stop)
  reply.raw.once('close', stop)
}
