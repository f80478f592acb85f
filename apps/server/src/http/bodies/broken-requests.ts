import type { Socket } from 'node:net'
import type { HttpContext } from '#http/http-context.ts'
import { encodeFailure } from '#http/envelope.ts'
import { failures, type Failure } from '#http/failure.ts'
import { newToken } from '@qingzhou/platform/ids'

const broken: Readonly<Record<string, Failure>> = {
  ERR_HTTP_REQUEST_TIMEOUT: failures.tooSlow,
  HPE_HEADER_OVERFLOW: { ...failures.tooLarge, status: 431 },
}

/** Answers invalid or incomplete HTTP requests. There is no request object, only a socket. */
export function answerBrokenRequests(http: HttpContext) {
  return (error: Error & { readonly code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const failure = broken[error.code ?? ''] ?? failures.unreadable
    http.services.log.info('connection.broken', { code: error.code, status: failure.status })
    closeWith(http, socket, failure)
  }
}

/** The longest time to wait for the final response to be sent. */
const FINAL_RESPONSE_TIMEOUT_MS = 1_000

/**
 * Answers on the socket and destroys it. Ending it is not enough: a client that never closes its
 * side would occupy the socket, and enough of them would block all new connections.
 */
export function closeWith(http: HttpContext, socket: Socket, failure: Failure): void {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(
    encodeFailure('statusInfo', failure, {
      requestId: newToken(12),
      now: http.services.now(),
      notice: undefined,
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
  const timer = setTimeout(() => socket.destroy(), FINAL_RESPONSE_TIMEOUT_MS)
  socket.once('close', () => clearTimeout(timer))
  socket.end(lines.join('\r\n'), () => socket.destroy())
}
