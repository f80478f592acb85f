import { request } from 'node:http'
import type { Socket } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '@qingzhou/contract/calls'
import type { Attack } from './attack.ts'
import { outcomeOf } from './attack.ts'

/** `status` 0: the connection was closed before a response. */
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

/** A request that `fetch` does not allow: any Host, any path, not normalised. */
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

/** Opens a connection and writes raw bytes. */
export async function rawSocket(address: string, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  // A server that only ends its own side still keeps the connection: this side stays open until it
  // is closed.
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  // The server may close the connection at any time; the caller checks `destroyed`.
  socket.on('error', () => socket.destroy())
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve)
    socket.once('close', () => resolve())
  })
  socket.write(bytes)
  return socket
}

/** The response on a raw connection before it is closed or times out. */
async function answerOn(socket: Socket, waitMs: number): Promise<string> {
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString('latin1')))
  const deadline = Date.now() + waitMs
  const isOver = () => socket.destroyed || socket.readableEnded || text.includes('\r\n\r\n')
  while (!isOver() && Date.now() < deadline) await sleep(20)
  socket.destroy()
  return text
}

const { path } = calls.system.time
const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nX-Requested-With: XMLHttpRequest\r\n`
const messages: readonly (readonly [string, string])[] = [
  ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}`],
  [
    'length and chunks',
    `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n`,
  ],
  ['odd chunked', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['negative length', `${head}Content-Length: -1\r\n\r\n{}`],
  ['no host', `GET /healthz HTTP/1.1\r\n\r\n`],
  ['line feed in a header', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: b\rX: y\r\n\r\n`],
  ['space before colon', `GET /healthz HTTP/1.1\r\nHost : localhost\r\n\r\n`],
  ['garbage', `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n`],
  [
    '60 kB of headers',
    `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ${'a'.repeat(60_000)}\r\n\r\n`,
  ],
  ['deep JSON', `${head}Content-Length: 40000\r\n\r\n${'['.repeat(40_000)}`],
  ['broken UTF-8', `${head}Content-Length: 4\r\n\r\n"\xff\xfe"`],
  ['body that is a list', `${head}Content-Length: 2\r\n\r\n[]`],
]

/** Messages that two servers could parse differently, or that no browser sends. */
export const malformedHttp: Attack = {
  name: 'malformed HTTP',
  async run({ address }) {
    const attempts = []
    for (const [what, bytes] of messages) {
      const answer = await answerOn(await rawSocket(address, bytes), 5_000)
      const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(answer) ?? []
      attempts.push({ what: `${what}: ${status}`, isRefused: !/^[123]/.test(status) })
    }
    const { status } = await fetch(`${address}/healthz`)
    attempts.push({ what: 'the server is down afterwards', isRefused: status === 200 })
    return outcomeOf(attempts)
  },
}
