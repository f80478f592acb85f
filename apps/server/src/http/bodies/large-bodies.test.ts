import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { platformCipher } from '@qingzhou/contract/sealing/cipher-platform'
import { KEY_ID_HEADER, newSessionKey, sealUnderKey } from '@qingzhou/contract/sealing/sealing'
import { newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import type { Client } from '#testing/client.ts'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

const { hybrid, plain } = httpTestCalls.http
/** Disables shedding by event loop lag, which a busy machine would trigger. */
const steady = { EVENT_LOOP_LAG_MS_MAX: '1000000' }
const MEBIBYTE = 1024 * 1024
/** Bytes that socket buffers may have received before the server closes the connection. */
const READ_AHEAD_MAX = MEBIBYTE

let product: TestProduct
let port: number
let borrower: Client
/** The server's sockets, in the order of their connections. */
const accepted: Socket[] = []

beforeAll(async () => {
  product = await startTestProduct(
    { ...steady, BODY_FORM: 'blocks', PROXY_HOPS: '1' },
    httpTestEndpoints(),
  )
  product.app.server.on('connection', (socket: Socket) => accepted.push(socket))
  port = Number(new URL(await product.listen()).port)
  borrower = product.client()
  await signInWith(product, borrower, newPhone())
})
afterAll(() => product.stop())

const cookiesOf = ({ cookies, token }: Client) =>
  [...cookies, ['token', token]].map(([name, value]) => `${name}=${value}`).join('; ')

type AnnouncedBody = {
  readonly length?: number
  readonly cookie?: string
  readonly network?: string
  readonly path?: string
}

/** Sends the headers of a large request without its body. */
function announce(announced: AnnouncedBody): Socket {
  const { length, cookie, network = '198.51.100.1', path = hybrid.path } = announced
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: x',
    'x-requested-with: x',
    'content-type: application/json',
    `x-forwarded-for: ${network}`,
    length === undefined ? 'transfer-encoding: chunked' : `content-length: ${length}`,
    ...(cookie === undefined ? [] : [`cookie: ${cookie}`]),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

async function answerOn(socket: Socket): Promise<string> {
  let answer = ''
  while (!answer.endsWith('}')) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    answer += chunk.toString()
  }
  return answer
}

async function largeBody(client: Client, words: string): Promise<string> {
  const cipher = platformCipher(crypto.subtle)
  const key = await newSessionKey(cipher, await client.publicKey())
  const { token } = client
  const json = JSON.stringify({ timestamp: product.services.now().getTime(), token, words })
  const destination = { method: 'POST', path: hybrid.path, token }
  return JSON.stringify(await sealUnderKey(cipher, key, { json, destination }))
}

async function post(body: string): Promise<{ status: number; fields: Record<string, unknown> }> {
  const key = await borrower.publicKey()
  const response = await product.app.inject({
    method: 'POST',
    url: hybrid.path,
    headers: {
      'x-requested-with': 'x',
      'content-type': 'application/json',
      [KEY_ID_HEADER]: key.keyId,
      cookie: cookiesOf(borrower),
    },
    body,
  })
  return { status: response.statusCode, fields: response.json() }
}

describe('large bodies', () => {
  it('are accepted only by calls that need a session', () => {
    const rows: Call[] = Object.values(calls).flatMap((feature) => Object.values(feature))
    const large = rows.filter(({ body }) => body === 'hybrid')
    expect(large.length).toBeGreaterThan(0)
    expect(large.filter(({ access }) => access === 'public')).toEqual([])
  })

  it('are rejected at 13 MB, four times, with hardly any of the body read', async () => {
    const length = 13 * MEBIBYTE
    const before = accepted.length
    const sockets = [1, 2, 3, 4].map(() => announce({ length }))
    const answers = await Promise.all(
      sockets.map(async (socket) => {
        const answer = answerOn(socket)
        const body = Buffer.alloc(length, 'A')
        for (let at = 0; at < length && socket.writable; at += MEBIBYTE) {
          socket.write(body.subarray(at, at + MEBIBYTE))
        }
        return answer
      }),
    )
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    const own = accepted.slice(before)
    expect(own).toHaveLength(4)
    await expect.poll(() => own.every(({ destroyed }) => destroyed), { timeout: 15_000 }).toBe(true)
    for (const { bytesRead } of own) expect(bytesRead).toBeLessThan(READ_AHEAD_MAX)
    for (const socket of sockets) socket.destroy()
  })

  it('large bodies without a session are rejected before the body is sent', async () => {
    for (const cookie of [undefined, 'qz_session=made-up', 'qz_staff=made-up']) {
      const socket = announce({ length: 3_900_000, ...(cookie && { cookie }) })
      const answer = await answerOn(socket)
      expect(answer).toMatch(/^HTTP\/1\.1 200 /)
      expect(answer).toContain('"code":"QZ0010"')
      socket.destroy()
    }
  })

  it('large bodies without a staff session are rejected in the staff area', async () => {
    const { path } = calls.staff.uploadEvidence
    for (const cookie of [cookiesOf(borrower), 'qz_staff=made-up']) {
      const socket = announce({ length: 3_900_000, cookie, path })
      expect(await answerOn(socket)).toContain('"code":"9998"')
      socket.destroy()
    }
  })

  it('large bodies without a Content-Length are rejected with 411', async () => {
    const socket = announce({ cookie: cookiesOf(borrower) })
    expect(await answerOn(socket)).toMatch(/^HTTP\/1\.1 411 /)
    socket.destroy()
  })

  it('are parsed, decoded and decrypted in a worker thread, not in the event loop', async () => {
    const body = await largeBody(borrower, 'A'.repeat(2_700_000))
    const parse = vi.spyOn(JSON, 'parse')
    const decode = vi.spyOn(globalThis, 'atob')
    const fromText = vi.spyOn(Buffer, 'from')
    const decrypt = vi.spyOn(crypto.subtle, 'decrypt')
    try {
      const { status, fields } = await post(body)
      expect([status, fields['length']]).toEqual([200, 2_700_000])
      const lengths = [
        ...parse.mock.calls.map(([text]) => text.length),
        ...decode.mock.calls.map(([text]) => text.length),
        ...fromText.mock.calls
          // The test encodes the body itself.
          .map(([text]) => (typeof text === 'string' && text !== body ? text.length : 0)),
        ...decrypt.mock.calls.map(([, , bytes]) => bytes.byteLength),
      ]
      expect(lengths.filter((length) => length > 64 * 1024)).toEqual([])
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('are served once, and a malformed one is rejected with 400', async () => {
    const body = await largeBody(borrower, 'A'.repeat(100_000))
    expect((await post(body)).status).toBe(200)
    expect((await post(body)).status).toBe(400)
    for (const broken of ['{', '[]', '{"encryptedData":"AAAA"}', '{"a":1}', body.slice(0, -2)]) {
      expect((await post(broken)).status).toBe(400)
    }
    const flipped = (await largeBody(borrower, 'x')).replace(/"encryptedData":"..../, (start) =>
      start.endsWith('AAAA') ? `${start.slice(0, -4)}BBBB` : `${start.slice(0, -4)}AAAA`,
    )
    expect((await post(flipped)).status).toBe(400)
  })
})

describe('the rate limit of a network', () => {
  let strict: TestProduct
  beforeAll(async () => {
    strict = await startTestProduct({ ...steady, IP_BLOCKS_PER_MINUTE: '60' }, httpTestEndpoints())
  })
  afterAll(() => strict.stop())

  it('counts a large body by its Content-Length, whether or not it is served', async () => {
    const network = '198.51.100.3'
    const announced = (mebibytes: number) =>
      strict.app.inject({
        method: 'POST',
        url: hybrid.path,
        remoteAddress: network,
        headers: { 'x-requested-with': 'x', 'content-type': 'application/json' },
        body: 'x'.repeat(mebibytes * MEBIBYTE),
      })
    expect((await announced(3)).json()).toMatchObject({ statusInfo: { code: 'QZ0010' } })
    expect((await announced(1)).json()).toMatchObject({ statusInfo: { code: 'COMLIM0001' } })
    const { code } = await strict.client(network).send(plain, { words: 'x' })
    expect(code).toBe('COMLIM0001')
    expect((await strict.client().send(plain, { words: 'x' })).code).toBe('COMCC00000')
  })
})
