import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { calls } from '@qingzhou/contract/calls'
import { outcomeOf, type Attack, type Attempt, type Target } from './attack.ts'
import { rawSocket } from './raw-http.ts'

/** Longer than the timeouts the attacked server was started with. */
const PATIENCE_MS = 20_000

/** Connections that never finish a request must be closed, so that others can connect. */
export const halfSent: Attack = {
  name: 'half-sent requests',
  async run(target) {
    const count = target.isFull ? 400 : 40
    const headers = 'POST /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: '
    const upload = [
      `POST ${calls.evidence.upload.path} HTTP/1.1`,
      'Host: localhost',
      'Content-Type: application/json',
      'X-Requested-With: XMLHttpRequest',
      'Content-Length: 60000',
      '',
      '{"encryptedData":"AAAA',
    ].join('\r\n')
    const [heads, uploads] = await Promise.all([
      stillOpen(target, headers, count),
      stillOpen(target, upload, Math.min(count, 64)),
    ])
    const { status } = await fetch(`${target.address}/healthz`)
    const kinds = [
      ...heads.map((isOpen) => ({ what: 'half-sent headers stay open', isRefused: !isOpen })),
      ...uploads.map((isOpen) => ({ what: 'half-sent upload stays open', isRefused: !isOpen })),
    ]
    return outcomeOf([
      ...kinds,
      { what: 'the server no longer answers other clients', isRefused: status === 200 },
    ])
  },
}

async function stillOpen({ address }: Target, bytes: string, count: number): Promise<boolean[]> {
  const sockets = await Promise.all(Array.from({ length: count }, () => rawSocket(address, bytes)))
  // Unread responses would make a closed connection look open.
  for (const socket of sockets) socket.resume()
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline && sockets.some(({ destroyed }) => !destroyed)) {
    await sleep(500)
    // Writing to a connection that the server has closed causes a reset; an open one accepts the
    // byte.
    for (const socket of sockets) if (!socket.destroyed) socket.write('a')
  }
  const open = sockets.map(({ destroyed }) => !destroyed)
  for (const socket of sockets) socket.destroy()
  return open
}

const NETWORKS = 8
const PER_NETWORK = 8
const ROUNDS = 3
/** As many large bodies as a server receives at once. */
const PLACES = 32

/** One account holds as many unfinished uploads as it can, from several networks, again and again. */
export const stalledUploads: Attack = {
  name: 'stalled uploads of one account',
  async run(target) {
    const [attacker, other] = [await target.signedIn(), await target.signedIn()]
    const cookie = [...attacker.client.cookies].map((pair) => pair.join('=')).join('; ')
    const attempts: Attempt[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const held = await holdUploads(target, cookie)
      for (const call of [calls.identity.readIdCard, calls.evidence.upload]) {
        const { status } = await other.client.send(call, {})
        attempts.push({ what: `${call.path} of another: ${status}`, isRefused: status !== 503 })
      }
      for (const socket of held) socket.destroy()
    }
    return outcomeOf(attempts)
  },
}

async function holdUploads(target: Target, cookie: string): Promise<Socket[]> {
  const networks = Array.from({ length: NETWORKS }, () => target.newNetwork())
  const heads = networks.flatMap((network) =>
    Array.from({ length: PER_NETWORK }, () =>
      [
        `POST ${calls.evidence.upload.path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/json',
        'X-Requested-With: XMLHttpRequest',
        'Content-Length: 1000000',
        `Cookie: ${cookie}`,
        `X-Forwarded-For: ${network}`,
        '',
        '{',
      ].join('\r\n'),
    ),
  )
  const sockets = await Promise.all(heads.map((head) => rawSocket(target.address, head)))
  let answered = 0
  for (const socket of sockets) socket.once('data', () => (answered += 1))
  // What finds no place is refused at once. By then the others are held.
  const deadline = Date.now() + PATIENCE_MS
  while (answered < sockets.length - PLACES && Date.now() < deadline) await sleep(20)
  return sockets
}
