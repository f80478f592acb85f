import type { Socket } from 'node:net'
import type { Edge } from '#http/http-context.ts'
import { failed } from '#http/envelope.ts'
import { failures, type Failure } from '#http/failure.ts'
import { newToken } from '#platform/ids.ts'

const broken: Readonly<Record<string, Failure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: failures.tooSlow,
  HPE_HEADER_OVERFLOW: { ...failures.tooLarge, status: 431 },
}

/** Answers what is no HTTP request, or never becomes one: there is no request to answer to, only a socket. */
export function answerBrokenRequests(edge: Edge) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const failure = broken[error.code ?? ''] ?? failures.unreadable
    edge.services.log.info('connection.broken', { code: error.code, status: failure.status })
    closeWith(edge, socket, failure)
  }
}

/** How long a last answer may take to leave the server. */
const LAST_WORDS_MS = 1_000

/**
 * Answers on the socket itself and destroys it. Ending it alone is not enough: a client that never
 * closes its side would keep the socket, and with enough of them nobody else could connect.
 */
export function closeWith(edge: Edge, socket: Socket, failure: Failure): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(
    failed('statusInfo', failure, {
      requestId: newToken(12),
      now: edge.services.now(),
      proclamation: undefined,
    }),
  )
  const lines = [
    `HTTP/1.1 ${failure.status} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ]
  const timer = setTimeout(() => socket.destroy(), LAST_WORDS_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.end(lines.join('\r\n'), () => socket.destroy())
}
