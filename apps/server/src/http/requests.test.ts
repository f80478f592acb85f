import { describe, expect, it } from 'vitest'
import type { InjectOptions } from 'fastify'
import { trackingPaths } from '@qingzhou/contract/calls'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startProductForFile } from '#testing/product.ts'

const { echo, plain, query, fault, codeMsg, staff, leave } = httpTestCalls.http

const product = startProductForFile({ BODY_FORM: 'blocks' }, httpTestEndpoints())

async function send(options: InjectOptions) {
  const response = await product.app.inject(options)
  return { ...response, said: response.json<{ statusInfo: Record<string, unknown> }>().statusInfo }
}

const own = { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' }
const post = (body: string, headers: Record<string, string> = own) =>
  send({ method: 'POST', url: plain.path, headers, body })

async function codeOfQuery(text: string): Promise<unknown> {
  return (await send({ method: 'GET', url: `${query.path}?${text}` })).said['code']
}

async function readRedirect(target: string): Promise<unknown[]> {
  const url = `${leave.path}?to=${encodeURIComponent(target)}`
  const { statusCode, headers } = await product.app.inject({ method: 'GET', url })
  return [statusCode, headers.location]
}

describe('the envelope', () => {
  it('[3.001, 3.002, 8.001, 8.026] the envelope of a success has code, message, time and the request id of the header', async () => {
    const { body, headers } = await product.client().send(plain, { words: 'x' })
    expect(body).toEqual({
      words: 'x',
      who: 'caller',
      statusInfo: {
        code: 'COMCC00000',
        message: '成功',
        timestamp: expect.any(Number),
        requestId: headers['x-request-id'],
      },
    })
  })

  it('[8.003] the envelope of code-and-msg calls wraps answers and refusals', async () => {
    const client = product.client()
    expect((await client.send(codeMsg, { words: 'x' })).body).toEqual({
      code: '0000',
      msg: '成功',
      requestId: expect.any(String),
      data: { words: 'x', who: 'caller' },
    })
    const refused = await client.send(codeMsg, { words: 'refuse' })
    expect(refused).toMatchObject({ status: 200, code: 'APPLOEB405' })
    expect(await client.send(staff, { words: 'x' })).toMatchObject({ status: 200, code: '9998' })
  })

  it('[8.034] shows a refusal with HTTP 200 and its own message', async () => {
    const answer = await product.client().send(echo, { words: 'refuse' })
    expect(answer).toMatchObject({ status: 200, code: 'APPLOEB405' })
    expect(answer.message).toContain('额度已冻结')
  })

  it('[8.033] answers a server fault with HTTP 200 and hides its text, which is logged with the request id', async () => {
    const answer = await product.client().send(fault, { words: 'cause-7' })
    expect(answer).toMatchObject({
      status: 200,
      code: 'APPSTES500',
      message: '系统异常，请稍后再试',
    })
    expect(JSON.stringify(answer.body)).not.toContain('broken')
    const requestId = String(answer.headers['x-request-id'])
    const line = product
      .logged()
      .split('\n')
      .find((one) => one.includes('call.fault'))
    expect(line).toContain(requestId)
    expect(line).toContain('broken by cause-7')
  })

  it('answers an unknown call with 404', async () => {
    for (const url of ['/no/such', '/http-test/echo/', '/%00', '//evil']) {
      const { statusCode, said } = await send({ method: 'POST', url, headers: own, body: '{}' })
      expect([statusCode, said['code']]).toEqual([404, 'COMVAL0001'])
    }
    expect((await send({ method: 'GET', url: plain.path })).statusCode).toBe(404)
    expect((await send({ method: 'GET', url: '/%zz' })).statusCode).toBe(400)
  })
})

describe('a cross-site write', () => {
  it('[7.007] is refused without X-Requested-With, as a cross-site form sends it', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await post('words=x', headers)).statusCode).toBe(403)
    expect((await post('{"words":"x"}', { 'content-type': 'text/plain' })).statusCode).toBe(403)
  })

  it('is refused with the origin null, another origin, or one that resembles ours', async () => {
    const host = 'house.example'
    for (const origin of [
      'null',
      'http://evil.example',
      `https://${host}`,
      `http://${host}.evil`,
    ]) {
      const { statusCode } = await post('{"words":"x"}', { ...own, host, origin })
      expect(statusCode).toBe(403)
    }
    const { statusCode } = await post('{"words":"x"}', { ...own, host, origin: `http://${host}` })
    expect(statusCode).toBe(200)
  })

  it('gets no CORS header that allows another origin', async () => {
    const { headers, statusCode } = await product.app.inject({
      method: 'OPTIONS',
      url: plain.path,
      headers: { origin: 'http://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(statusCode).toBe(404)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
})

describe('a body that is not a JSON object', () => {
  it('is rejected for its content type', async () => {
    const types = ['text/plain', 'application/xml', 'application/json; charset=gbk', 'x', '']
    for (const type of types) {
      const { statusCode } = await post('{"words":"x"}', { ...own, 'content-type': type })
      expect(statusCode).toBe(415)
    }
  })

  it('a body that is not a JSON object is rejected for its content', async () => {
    const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
    for (const body of [
      '',
      '{',
      '[]',
      'null',
      '1',
      '"x"',
      '{"words":NaN}',
      '{"words":"x"}}',
      deep,
    ]) {
      expect((await post(body)).statusCode).toBe(400)
    }
    expect((await post(`{"words":${deep}}`)).statusCode).toBe(400)
  })

  it('a body that is not a JSON object is rejected for its size', async () => {
    const { statusCode, said } = await post(JSON.stringify({ words: 'x'.repeat(70_000) }))
    expect([statusCode, said['code']]).toEqual([413, 'COMVAL0001'])
  })
})

describe('request fields', () => {
  it('are rejected with a readable message when unknown', async () => {
    const { statusCode, said } = await post('{"words":"x","status":"approved"}')
    expect([statusCode, said['code']]).toEqual([200, 'COMVAL0001'])
    expect(said['message']).toBe('提交的内容有误，请检查后重试')
    const quoted = await post('{"words":"x","额度":1}')
    expect(quoted.said['message']).toBe('提交的内容有误，请检查后重试')
  })

  it('are rejected when they reach a prototype, at any depth and in any spelling', async () => {
    const bodies = [
      '{"words":"x","__proto__":{"role":"admin"}}',
      '{"words":"x","constructor":{"prototype":{"role":"admin"}}}',
      String.raw`{"words":"x","\u005f_proto__":{"role":"admin"}}`,
      '{"words":[{"__proto__":{"role":"admin"}}]}',
    ]
    for (const body of bodies) expect((await post(body)).statusCode).toBe(400)
    expect(Reflect.get({}, 'role')).toBeUndefined()
  })

  it('are rejected when a number is malformed or too large to be exact', async () => {
    for (const count of [
      '1e309',
      '9007199254740993',
      '1.5',
      '"5"',
      '"0x10"',
      'true',
      '[1]',
      '-1',
    ]) {
      const { said } = await post(`{"words":"x","count":${count}}`)
      expect(said['code']).toBe('COMVAL0001')
    }
    expect((await post('{"words":"x","count":-1}')).said['message']).toBe('数量不能为负')
    expect((await post('{"words":"x","count":5}')).said['code']).toBe('COMCC00000')
  })

  it('count with their last value when repeated', async () => {
    const response = await product.app.inject({
      method: 'POST',
      url: plain.path,
      headers: own,
      body: '{"words":"first","words":"last"}',
    })
    expect(response.json()).toMatchObject({ words: 'last' })
  })

  it('request fields of a query are rejected when unknown, repeated or missing', async () => {
    expect(await codeOfQuery('words=x')).toBe('COMCC00000')
    expect(await codeOfQuery('words=x&role=admin')).toBe('COMVAL0001')
    expect(await codeOfQuery('words=x&words=y')).toBe('COMVAL0001')
    expect(await codeOfQuery('words=x&__proto__=y')).toBe('COMVAL0001')
    expect(await codeOfQuery('')).toBe('COMVAL0001')
  })
})

describe('a redirect', () => {
  it('leads to our own hosts only', async () => {
    expect(await readRedirect('/sandbox/wallet/authorise?state=x')).toEqual([
      302,
      '/sandbox/wallet/authorise?state=x',
    ])
    const evil = ['//evil.example', String.raw`\\evil.example`, 'https:evil', 'javascript:alert(1)']
    const home = [302, expect.stringMatching(/^\/#\/error\?reason=server&requestId=[\w-]+$/)]
    for (const target of evil) expect(await readRedirect(target)).toEqual(home)
  })
})

describe('tracking', () => {
  it('[1.042, 7.051, 7.169, 7.170] is answered with success whatever it contains, and not logged', async () => {
    for (const url of trackingPaths) {
      const { statusCode, said } = await send({
        method: 'POST',
        url,
        headers: own,
        body: 'planted',
      })
      expect([statusCode, said['code']]).toEqual([200, 'COMCC00000'])
    }
    expect(product.logged()).not.toContain('planted')
  })
})
