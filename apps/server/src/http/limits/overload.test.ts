import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { newPhone, signInWith } from '#features/onboarding/testing/visitor.ts'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

const { waits, waitsUrgently, plain, echo, hybrid } = httpTestCalls.http

describe('load shedding', () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let product: TestProduct
  beforeAll(async () => {
    const settings = {
      IN_FLIGHT_ORDINARY_MAX: '3',
      IN_FLIGHT_URGENT_MAX: '5',
      EVENT_LOOP_LAG_MS_MAX: '1000000',
    }
    product = await startTestProduct(settings, httpTestEndpoints(released))
  })
  afterAll(() => product.stop())

  const inFlight = async () => {
    const { body } = await product.app.inject({ method: 'GET', url: '/metrics' })
    return Number(/^qingzhou_in_flight (\d+)$/m.exec(body)?.[1])
  }

  it('sheds ordinary calls first and urgent ones later, and serves all again afterwards', async () => {
    const client = product.client()
    const waiting = [waits, waits, waits].map((call) => client.send(call))
    await expect.poll(inFlight, { timeout: 15_000 }).toBe(3)

    const shed = await client.send(plain, { words: 'x' })
    expect(shed).toMatchObject({ status: 503, message: '服务器繁忙，请稍后再试' })
    expect(Number(shed.headers['retry-after'])).toBeGreaterThan(0)

    const urgent = [client.send(waitsUrgently), client.send(waitsUrgently)]
    await expect.poll(inFlight, { timeout: 15_000 }).toBe(5)
    expect((await client.send(waitsUrgently)).status).toBe(503)

    release()
    const served = await Promise.all([...waiting, ...urgent])
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await expect.poll(inFlight, { timeout: 15_000 }).toBe(0)
    expect((await client.send(plain, { words: 'x' })).status).toBe(200)
  })

  it('load shedding is counted in the metrics', async () => {
    const { body } = await product.app.inject({ method: 'GET', url: '/metrics' })
    expect(body).toContain('qingzhou_shed_total{urgent="false"} 1')
    expect(body).toContain('qingzhou_shed_total{urgent="true"} 1')
    expect(body).toMatch(
      /qingzhou_requests_total\{call="http.plain",status="503",code="APPSTES500"\} 1/,
    )
    expect(body).toMatch(/qingzhou_pool_connections \d/)
  })
})

describe('unfinished bodies', () => {
  let product: TestProduct
  let port: number
  beforeAll(async () => {
    const settings = {
      IN_FLIGHT_ORDINARY_MAX: '3',
      IN_FLIGHT_URGENT_MAX: '5',
      EVENT_LOOP_LAG_MS_MAX: '1000000',
      PROXY_HOPS: '1',
    }
    product = await startTestProduct(settings, httpTestEndpoints())
    port = Number(new URL(await product.listen()).port)
  })
  afterAll(() => product.stop())

  /** Announces a body and sends only its first character. */
  async function hangingOn({ path }: { readonly path: string }, ...headers: string[]) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    const lines = [
      `POST ${path} HTTP/1.1`,
      'host: x',
      'x-requested-with: x',
      'content-type: application/json',
      'content-length: 99',
      ...headers,
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n{`)
    await once(product.app.server, 'request')
    return socket
  }

  it('unfinished bodies do not block other calls', async () => {
    const sockets = []
    for (let count = 0; count < 8; count += 1) sockets.push(await hangingOn(waitsUrgently))
    expect((await product.client().send(plain, { words: 'x' })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
  })

  it('unfinished bodies of large calls from one account block only its own uploads, until their connections close', async () => {
    const [client, other] = [product.client(), product.client()]
    for (const one of [client, other]) {
      await signInWith(product, one, newPhone())
      await one.publicKey()
    }
    const upload = (one: typeof client) => one.send(hybrid, { words: 'x' })
    const cookie = `cookie: qz_session=${client.cookies.get('qz_session')}`
    const sockets = []
    for (let count = 0; count < 32; count += 1) {
      // Four networks, because one network gets a quarter of the places.
      const network = `x-forwarded-for: 198.51.100.${count % 4}`
      sockets.push(await hangingOn(hybrid, cookie, network))
    }
    const statuses = await Promise.all(Array.from({ length: 8 }, () => upload(other)))
    expect(statuses.map(({ status }) => status)).toContain(200)
    expect((await upload(other)).status).toBe(200)
    expect((await upload(client)).status).toBe(503)
    expect((await client.send(plain, { words: 'x' })).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await upload(client)).status, { timeout: 15_000 }).toBe(200)
  })
})

describe('the rate limit of a network', () => {
  let product: TestProduct
  beforeAll(async () => {
    product = await startTestProduct(
      { BODY_FORM: 'blocks', IP_BLOCKS_PER_MINUTE: '10' },
      httpTestEndpoints(),
    )
  })
  afterAll(() => product.stop())

  it('counts a body by its blocks, and past the limit the response says how long to wait', async () => {
    const client = product.client()
    await client.publicKey()
    expect((await client.send(echo, { words: 'a'.repeat(600) })).status).toBe(200)
    const answers = []
    for (let count = 0; count < 6; count += 1)
      answers.push(await client.send(plain, { words: 'x' }))
    const refused = answers.filter(({ code }) => code === 'COMLIM0001')
    expect(refused).toHaveLength(1)
    const { status, message, body, headers } = refused[0] ?? {}
    const wait = Number(body?.['waitSeconds'])
    expect(status).toBe(200)
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(message).toBe(`操作太频繁，请 ${wait} 秒后再试`)
    expect(headers?.['retry-after']).toBe(String(wait))

    expect((await product.client().send(plain, { words: 'x' })).code).toBe('COMCC00000')
    product.advance(61)
    expect((await client.send(plain, { words: 'x' })).code).toBe('COMCC00000')
  })

  it('counts invalid bodies before decrypting them', async () => {
    const codes = []
    for (let count = 0; count < 12; count += 1) {
      const noise = Buffer.alloc(384, count).toString('base64')
      const { body: text } = await product.app.inject({
        method: 'POST',
        url: calls.system.version.path,
        remoteAddress: '203.0.113.50',
        headers: { 'x-requested-with': 'x' },
        body: { encryptedData: noise },
      })
      codes.push(/"code":"(\w+)"/.exec(text)?.[1])
    }
    expect(codes).toEqual([...Array(10).fill('COMVAL0001'), 'COMLIM0001', 'COMLIM0001'])
  })

  it('counts the addresses of an IPv6 /64 as one network', async () => {
    for (let count = 1; count <= 10; count += 1) {
      const client = product.client(`2001:db8:1:2::${count}`)
      expect((await client.send(plain, { words: 'x' })).code).toBe('COMCC00000')
    }
    expect((await product.client('2001:db8:1:2:ffff::9').send(plain, { words: 'x' })).code).toBe(
      'COMLIM0001',
    )
    expect((await product.client('2001:db8:1:3::1').send(plain, { words: 'x' })).code).toBe(
      'COMCC00000',
    )
  })
})
