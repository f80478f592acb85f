import { expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { scrub } from '@qingzhou/platform/log'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startProductForFile } from '#testing/product.ts'

const planted = {
  phone: '13912345678',
  idNumber: '11010519491231002X',
  card: '6222021234567890123',
  token: 'tokenABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789abc',
  smsCode: '48151',
  name: '欧阳修竹',
  email: 'someone@example.com',
}
const all = Object.values(planted)
const text = all.join(' ')
const inAddress = encodeURIComponent(text)

const product = startProductForFile({}, httpTestEndpoints())

it('no personal data reaches the log, in whichever part of a request it was sent', async () => {
  const { app } = product
  const client = product.client()
  const { echo, plain, query, fault } = httpTestCalls.http
  const headers = { 'user-agent': encodeURIComponent(text), referer: `http://x/?${inAddress}` }
  const sent = { words: text, name: planted.name, [`file-${planted.name}.png`]: text }
  for (const call of [echo, plain, fault]) {
    await client.send(call, sent, { headers })
    await client.send(call, { words: text }, { headers })
    await client.send(call, { words: text }, { headers, form: 'key' })
  }
  await client.send(calls.onboarding.signIn, {
    by: 'code',
    mobile: planted.phone,
    dynamicCode: planted.smsCode,
    agreed: [],
  })
  await client.send(calls.system.logError, {
    entries: [{ level: 'error', event: 'crash', detail: text, page: `/x?mobile=${planted.phone}` }],
  })
  const cookie = `token=${planted.token}; qz_session=${planted.token}`
  const urls = [
    `${query.path}?words=${inAddress}`,
    `/unknown/${inAddress}?x=${inAddress}`,
    `/%zz${planted.phone}`,
  ]
  for (const url of urls) await app.inject({ method: 'GET', url, headers: { ...headers, cookie } })
  await app.inject({ method: 'POST', url: plain.path, body: text, headers })

  const logged = product.logged()
  expect(logged).toContain('call.fault')
  expect(logged).toContain('"code":"COMCC00000"')
  for (const value of all) {
    expect(logged).not.toContain(value)
    expect(logged).not.toContain(encodeURIComponent(value))
  }
})

it('each call is logged with request id, status, code and duration, and the route instead of the address', async () => {
  const answer = await product.client().send(httpTestCalls.http.plain, { words: 'x' })
  const lines = product
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  expect(lines).toContainEqual({
    level: 30,
    time: expect.any(String),
    msg: 'call',
    requestId: answer.headers['x-request-id'],
    call: 'http.plain',
    method: 'POST',
    route: httpTestCalls.http.plain.path,
    status: 200,
    code: 'COMCC00000',
    ms: expect.any(Number),
  })
})

it('every line that a call writes carries its request id', async () => {
  const answer = await product.client().send(calls.system.logError, {
    entries: [{ level: 'error', event: 'crash', detail: 'here', page: '/x' }],
  })
  const own = product
    .logged()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; requestId?: string })
    .filter(({ requestId }) => requestId === answer.headers['x-request-id'])
    .map(({ msg }) => msg)
  expect(own).toEqual([expect.stringMatching(/^client/), 'call'])
})

it('scrubbed text stays readable', () => {
  expect(scrub('duplicate key value violates "customers_phone"')).toBe(
    'duplicate key value violates "customers_phone"',
  )
  expect(scrub(`no such user ${planted.phone} (${planted.name})`)).toBe('no such user # (·)')
})
