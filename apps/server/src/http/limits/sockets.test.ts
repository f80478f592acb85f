import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

const { hybrid } = httpTestCalls.http
/** A generous timeout for a busy machine; no assertion depends on its length. */
const patient = { timeout: 15_000 }
/** Disables shedding by event loop lag, which a busy machine would trigger. */
const steady = { EVENT_LOOP_LAG_MS_MAX: '1000000' }

/** A client that never closes its side of the connection. */
function hold(port: number, text: string, localAddress = '127.0.0.1'): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
  socket.on('error', () => {})
  socket.resume()
  socket.write(text)
  return socket
}

function isEnded({ readableEnded, destroyed }: Socket): boolean {
  return readableEnded || destroyed
}

/** The server's sockets. */
function connectionsOf({ app }: TestProduct): Socket[] {
  const accepted: Socket[] = []
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  return accepted
}

async function isUp(port: number): Promise<boolean> {
  const headers = { connection: 'close' }
  return (await fetch(`http://127.0.0.1:${port}/healthz`, { headers })).ok
}

describe('unfinished headers', () => {
  const CONNECTIONS_MAX = 40
  let product: TestProduct
  let port: number
  let accepted: Socket[]
  beforeAll(async () => {
    const settings = {
      ...steady,
      HEADERS_TIMEOUT_MS: '500',
      CONNECTIONS_MAX: String(CONNECTIONS_MAX),
    }
    product = await startTestProduct(settings, httpTestEndpoints())
    accepted = connectionsOf(product)
    port = Number(new URL(await product.listen()).port)
  })
  afterAll(() => product.stop())

  it('do not block other clients, and the server closes their sockets', async () => {
    const half = 'POST / HTTP/1.1\r\nhost: x\r\n'
    const sockets = Array.from({ length: 2 * CONNECTIONS_MAX }, () => hold(port, half, '127.0.0.2'))
    await expect.poll(() => accepted.length, patient).toBeGreaterThan(0)
    while (accepted.some(({ destroyed }) => !destroyed)) {
      expect(await isUp(port)).toBe(true)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    for (const socket of sockets) socket.destroy()
  })

  it('unfinished headers of one network occupy at most a quarter of the connections', async () => {
    const network = '127.0.0.3'
    const counts: number[] = []
    product.app.server.on('connection', () => {
      const own = accepted.filter(({ remoteAddress }) => remoteAddress === network)
      counts.push(own.filter(({ destroyed }) => !destroyed).length)
    })
    const sockets = Array.from({ length: CONNECTIONS_MAX }, () => hold(port, 'POST', network))
    await expect.poll(() => sockets.filter(isEnded).length, patient).toBe(CONNECTIONS_MAX)
    expect(Math.max(...counts)).toBe(CONNECTIONS_MAX / 4)
    for (const socket of sockets) socket.destroy()
  })
})

describe('unfinished large bodies', () => {
  let product: TestProduct
  let port: number
  let client: Client
  let accepted: Socket[]
  beforeAll(async () => {
    const settings = { ...steady, BODY_IDLE_TIMEOUT_MS: '1500', PROXY_HOPS: '1' }
    product = await startTestProduct(settings, httpTestEndpoints())
    accepted = connectionsOf(product)
    port = Number(new URL(await product.listen()).port)
    client = product.client()
    await signInWith(product, client, newPhone())
    await client.publicKey()
  })
  afterAll(() => product.stop())

  const headOf = (network: string) =>
    [
      `POST ${hybrid.path} HTTP/1.1`,
      'host: x',
      'x-requested-with: x',
      'content-type: application/json',
      'content-length: 1000000',
      `cookie: qz_session=${client.cookies.get('qz_session')}`,
      `x-forwarded-for: ${network}`,
      '\r\n',
    ].join('\r\n')
  const upload = async (sender = client) => (await sender.send(hybrid, { words: 'x' })).status

  it('unfinished large bodies of one account keep nobody else from sending, also when they are opened again', async () => {
    const other = product.client()
    await signInWith(product, other, newPhone())
    let requests = 0
    product.app.server.on('request', () => (requests += 1))
    const sockets: Socket[] = []
    for (let round = 1; round <= 3; round += 1) {
      for (let count = 0; count < 20; count += 1) {
        sockets.push(hold(port, `${headOf(`198.51.${round}.${count}`)}{`))
      }
      // Those that are closed at once must not be counted for ever.
      for (let count = 0; count < 20; count += 1) hold(port, headOf('198.51.100.1')).destroy()
      await expect.poll(() => requests, patient).toBeGreaterThanOrEqual(20 * round)
      expect(await Promise.all([1, 2, 3, 4].map(() => upload(other)))).toEqual([200, 200, 200, 200])
    }
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => upload(), patient).toBe(200)
  })

  it('free their places and sockets when their senders stall', async () => {
    let requests = 0
    product.app.server.on('request', () => (requests += 1))
    const sockets = ['198.51.100.1', '198.51.100.2'].map((network) =>
      hold(port, `${headOf(network)}{`),
    )
    await expect.poll(() => requests, patient).toBeGreaterThanOrEqual(2)
    expect(await isUp(port)).toBe(true)
    await expect.poll(() => accepted.filter(({ destroyed }) => !destroyed), patient).toEqual([])
    await expect.poll(() => upload(), patient).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('are closed as well when they arrive byte by byte', async () => {
    const before = accepted.length
    const socket = hold(port, headOf('198.51.100.9'))
    const timer = setInterval(() => socket.write('x'), 100)
    await expect.poll(() => accepted.length, patient).toBe(before + 1)
    await expect.poll(() => accepted[before]?.destroyed, patient).toBe(true)
    clearInterval(timer)
    socket.destroy()
  })
})
