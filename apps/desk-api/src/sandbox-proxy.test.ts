import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
} from 'node:http'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'

let outside: Server
let outsideUrl: string
let product: TestProduct
const seen: { request: IncomingMessage; body: string }[] = []

beforeAll(async () => {
  outside = createServer((request, response) => {
    if (request.url === '/stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
      return
    }
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      seen.push({ request, body })
      response.writeHead(201, { 'set-cookie': 'qz_session=planted', location: '/x', 'x-odd': '1' })
      response.end('from outside')
    })
  }).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  // A server listening on a port has an address with that port.
  const { port } = outside.address() as AddressInfo
  outsideUrl = `http://127.0.0.1:${port}`
  product = await startTestProduct({ SANDBOX_URL: outsideUrl })
})
afterAll(() => product.stop())

it('requests over one connection leave no listener on the socket', async () => {
  const address = await product.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets: Socket[] = []
  product.app.server.on('connection', (socket) => sockets.push(socket))
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      const url = `${address}/sandbox/inbox`
      const asked = httpRequest(url, { agent }, (answer) => answer.resume().on('end', resolve))
      asked.on('error', reject).end()
    })
  await ask()
  const before = sockets[0]?.listenerCount('close') ?? 0
  for (let count = 0; count < 12; count += 1) await ask()
  await expect
    .poll(() => sockets[0]?.listenerCount('close'), { timeout: 10_000 })
    .toBeLessThanOrEqual(before)
  expect(sockets).toHaveLength(1)
  agent.destroy()
})

it('the proxy forwards neither our cookies and tokens nor the sandbox’s cookies', async () => {
  const { statusCode, body, headers } = await product.app.inject({
    method: 'POST',
    url: '/sandbox/inbox?limit=5',
    remoteAddress: '198.51.100.7',
    headers: { cookie: 'qz_session=mine', authorization: 'mine', host: 'localhost:8080' },
    body: { words: 'x' },
  })
  expect([statusCode, body, headers.location]).toEqual([201, 'from outside', '/x'])
  expect(headers).not.toHaveProperty('set-cookie')
  expect(headers).not.toHaveProperty('x-odd')
  const last = seen.at(-1)
  expect(last?.request.url).toBe('/inbox?limit=5')
  expect(last?.body).toBe('{"words":"x"}')
  expect(last?.request.headers).not.toHaveProperty('cookie')
  expect(last?.request.headers).not.toHaveProperty('authorization')
  expect(last?.request.headers).toMatchObject({
    'x-forwarded-for': '198.51.100.7',
    'x-forwarded-host': 'localhost:8080',
    'x-forwarded-proto': 'http',
  })
})

async function statusFor(url: string, host: string): Promise<number> {
  const headers = { host, 'x-forwarded-host': 'localhost' }
  return (await product.app.inject({ method: 'GET', url, headers })).statusCode
}

it('the sandbox and the desk answer only to a loopback name or the configured address', async () => {
  for (const url of ['/sandbox/inbox', '/desk/api/people']) {
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080']) {
      expect(await statusFor(url, host)).not.toBe(403)
    }
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example']) {
      expect(await statusFor(url, host)).toBe(403)
    }
  }
})

it('an open stream does not delay the stop', async () => {
  const other = await startTestProduct({ SANDBOX_URL: outsideUrl, DRAIN_TIMEOUT_MS: '600000' })
  const address = await other.app.listen({ port: 0 })
  const stream = await fetch(`${address}/sandbox/stream`)
  const reader = stream.body?.getReader()
  await reader?.read()
  const ended = reader?.read().catch(() => ({ done: true }))
  await other.stop()
  expect(await ended).toMatchObject({ done: true })
})

it('no path leads to another host', async () => {
  const before = seen.length
  for (const url of ['/sandbox/@evil.example/', '/sandbox//evil.example/', '/sandbox/..//x']) {
    await product.app.inject({ method: 'GET', url })
  }
  expect(seen.slice(before).every(({ request }) => request.headers.host?.startsWith('127.'))).toBe(
    true,
  )
})

it('a path that is ours only after decoding is not found', async () => {
  for (const url of ['/sandbo%78/inbox', '/%73andbox/inbox']) {
    expect((await product.app.inject({ method: 'GET', url })).statusCode).toBe(404)
  }
})

it('a sandbox that is down gives a 502 with a message', async () => {
  outside.closeAllConnections()
  outside.close()
  await once(outside, 'close')
  const response = await product.app.inject({ method: 'GET', url: '/sandbox/inbox' })
  expect(response.statusCode).toBe(502)
  expect(response.json()).toMatchObject({ statusInfo: { message: '模拟服务未启动，请稍后再试' } })
})
