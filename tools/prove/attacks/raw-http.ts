import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** `status` 0: the connection was cut before an answer. */
export type RawAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

type RawRequest = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

const ANSWER_TIMEOUT_MS = 30_000

/** A request as `fetch` does not allow it: any Host, any path, not normalised. */
export function rawRequest(
  address: string,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve) => {
    const cut = () => resolve({ status: 0, headers: {}, body: '' })
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', cut)
      answer.on('end', () => {
        const status = answer.statusCode ?? 0
        resolve({ status, headers: answer.headers, body: Buffer.concat(parts).toString() })
      })
    })
    sent.setTimeout(ANSWER_TIMEOUT_MS, () => sent.destroy())
    sent.on('error', cut)
    sent.end(body)
  })
}

export const jsonHeaders = {
  'content-type': 'application/json',
  'x-requested-with': 'XMLHttpRequest',
} as const

/** Opens a connection and writes bytes as they are. */
export async function rawSocket(address: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  // A server that only ends its own side still holds the connection: this side stays open until it is cut.
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  // The server may cut the line at any moment; whoever opened it looks at `destroyed`.
  socket.on('error', () => socket.destroy())
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', () => resolve())
  })
  socket.write(bytes)
  return socket
}

/** What a raw connection answers before it is closed or the time is over. */
export async function answerOn(socket: Socket, waitMs: number): Promise<string> {
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')))
  const deadline = Date.now() + waitMs
  const isOver = () => socket.destroyed || socket.readableEnded || text.includes('\r\n\r\n')
  while (!isOver() && Date.now() < deadline) await sleep(20)
  socket.destroy()
  return text
}
