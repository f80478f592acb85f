import { describe, expect, it } from 'vitest'
import { calls, type Call } from '@qingzhou/contract/calls'
import { allCalls } from '@qingzhou/contract/all-calls'
import { customerNo } from '@qingzhou/platform/ids'
import { openSession } from '#features/sessions/index.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const rows = Object.values(allCalls).flatMap((feature): Call[] => Object.values(feature))
const closed = rows.filter(({ access }) => access !== 'public')
const probe = calls.onboarding.isOwnPhone

const product = startProductForFile({ BODY_FORM: 'blocks' })

/** Signed in as an unknown customer: the HTTP layer checks only that the session exists. */
async function newSignedInClient(deviceId = 'device'): Promise<Client & { token: string }> {
  const { services } = product
  const customer = customerNo('900000000001')
  const { token, secret } = await openSession(services.database, services, { customer, deviceId })
  const client = product.client()
  client.token = token
  client.cookies.set('qz_session', secret)
  return Object.assign(client, { token })
}

/** An empty body violates the shape, so only a caller with a session gets a validation error. */
async function codeFor(client: Client, headers: Record<string, string> = {}): Promise<string> {
  return (await client.send(probe, {}, { headers })).code
}

describe('every call', () => {
  it('has a unique method and path', () => {
    const addresses = rows.map(({ method, path }) => `${method} ${path}`)
    expect(new Set(addresses).size).toBe(addresses.length)
  })

  it.each(closed.map((call) => [call.path, call] as const))(
    'checks the session before the fields: %s',
    async (_, call) => {
      const answer = await product.client().send(call, { anything: 'x' })
      const code = call.access === 'staff' ? '9998' : 'QZ0010'
      expect([answer.status, answer.code]).toEqual([200, code])
    },
  )
})

describe('a session', () => {
  it('[6.001] gives access to signed-in calls', async () => {
    expect(await codeFor(await newSignedInClient())).toBe('COMVAL0001')
  })

  it('is rejected with only the token or only the cookie', async () => {
    const onlyToken = await newSignedInClient()
    onlyToken.cookies.delete('qz_session')
    expect(await codeFor(onlyToken)).toBe('QZ0010')

    const onlyCookie: Client = await newSignedInClient()
    onlyCookie.token = undefined
    expect(await codeFor(onlyCookie)).toBe('QZ0010')
  })

  it('is rejected with token and cookie of different sessions, or exchanged', async () => {
    const [one, other] = [await newSignedInClient('one'), await newSignedInClient('other')]
    const secret = String(one.cookies.get('qz_session'))
    other.cookies.set('qz_session', secret)
    expect(await codeFor(other)).toBe('QZ0010')

    const exchanged: Client = product.client()
    exchanged.token = secret
    exchanged.cookies.set('qz_session', one.token)
    expect(await codeFor(exchanged)).toBe('QZ0010')
  })

  it('is rejected with malformed or conflicting cookies', async () => {
    const client = await newSignedInClient()
    const secret = String(client.cookies.get('qz_session'))
    const odd = [
      `qz_session=${secret}; qz_session=planted`,
      `qz_session="${secret}"`,
      `QZ_SESSION=${secret}`,
      `x_qz_session=${secret}`,
      `qz_session=${secret}%00`,
      'qz_session=%E0%A4%A',
      ';;;=;qz_session',
      'qz_session=',
    ]
    for (const cookie of odd) expect(await codeFor(client, { cookie })).toBe('QZ0010')
    const spaced = `a=b;   qz_session=${secret}  ; c`
    expect(await codeFor(client, { cookie: spaced })).toBe('COMVAL0001')
  })

  it('is rejected with a token that is not a string', async () => {
    const client: Client = await newSignedInClient()
    for (const token of [['x'], { length: 43 }, 7, true, 'x'.repeat(4000)]) {
      expect((await client.send(probe, { token })).code).toMatch(/^(QZ0010|COMVAL0001)$/)
    }
  })

  it('expires after a day without use, and is renewed by use', async () => {
    const [used, idle] = [await newSignedInClient('used'), await newSignedInClient('idle')]
    await used.publicKey()
    product.advance(23 * 3600)
    const { headers } = await used.send(probe)
    expect(headers['set-cookie']).toMatch(/^qz_session=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly/)
    expect((await used.send(probe)).headers).not.toHaveProperty('set-cookie')
    expect(await codeFor(used)).toBe('COMVAL0001')
    product.advance(2 * 3600)
    expect(await codeFor(used)).toBe('COMVAL0001')
    expect(await codeFor(idle)).toBe('QZ0010')
  })
})
