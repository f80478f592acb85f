import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

const { plain } = httpTestCalls.http
const HEAD = `POST ${plain.path} HTTP/1.1\r\nhost: x\r\nx-requested-with: x\r\ncontent-type: application/json\r\n`

let product: TestProduct
let port: number

beforeAll(async () => {
  const settings = { HEADERS_TIMEOUT_MS: '300', REQUEST_TIMEOUT_MS: '600' }
  product = await startTestProduct(settings, httpTestEndpoints())
  port = Number(new URL(await product.listen()).port)
})
afterAll(() => product.stop())

/** Returns what the server sends until it closes the connection, while the client keeps writing. */
async function exchange(first: string, more?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
  // Errors from writing to a closed connection are expected.
  socket.on('error', () => {})
  socket.write(first)
  const timer = more === undefined ? undefined : setInterval(() => socket.write(more), 20)
  await once(socket, 'close')
  clearInterval(timer)
  return answer
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])

describe('a misbehaving connection', () => {
  it('is answered with 408 and closed when its headers never finish', async () => {
    const answer = await exchange('POST / HTTP/1.1\r\nhost: x\r\n', 'x-more: y\r\n')
    expect(statusOf(answer)).toBe(408)
    expect(answer).toContain('"code":"COMVAL0001"')
  })

  it('is answered with 408 and closed when its body arrives byte by byte', async () => {
    const answer = await exchange(`${HEAD}content-length: 1000\r\n\r\n`, 'x')
    expect(statusOf(answer)).toBe(408)
  })

  it('is answered with 413 and closed when its chunks never end', async () => {
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
    const answer = await exchange(`${HEAD}transfer-encoding: chunked\r\n\r\n`, chunk)
    expect(statusOf(answer)).toBe(413)
    expect(answer).toContain('"code":"COMVAL0001"')
  })

  it('is answered with 413 and closed when it announces too large a body', async () => {
    const answer = await exchange(`${HEAD}content-length: 99999999\r\nconnection: close\r\n\r\n`)
    expect(statusOf(answer)).toBe(413)
  })

  it('is answered and closed when its headers are too large or not HTTP', async () => {
    expect(statusOf(await exchange(`GET / HTTP/1.1\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`))).toBe(431)
    expect(statusOf(await exchange('hello\r\n\r\n'))).toBe(400)
    const both = `${HEAD}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`
    expect(statusOf(await exchange(both))).toBe(400)
  })

  it('a misbehaving connection does not block other clients', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(await response.json()).toEqual({ up: true })
  })
})

it('X-Forwarded headers are ignored without a configured proxy', async () => {
  const { services } = product
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' }
  const response = await fetch(`http://127.0.0.1:${port}/healthz`, { headers })
  expect(response.headers.has('strict-transport-security')).toBe(false)
  expect(services.publicOrigin).toBe(`http://127.0.0.1:${port}`)
})
