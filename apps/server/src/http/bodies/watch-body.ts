import type { FastifyReply, FastifyRequest } from 'fastify'
import { closeWith } from './broken-requests.ts'
import type { Edge } from '#http/http-context.ts'
import { failures } from '#http/failure.ts'

const CHECKS_PER_TIMEOUT = 5

/**
 * Closes the connection of a large body that stalls or comes too slowly, which frees its place among
 * the large bodies. The bytes of the socket are looked at now and then: listening to the body itself
 * would take it away from the one who reads it.
 */
export function watchBody(
  edge: Edge,
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
    // Nothing is asked of the rate until the first timeout is over: a connection starts slowly.
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
