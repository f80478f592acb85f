import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'

const FIVE_MINUTES = 5 * 60_000
const HOUSE = { 'x-forwarded-host': 'house.example', 'x-forwarded-proto': 'https' }
const home = 'https://house.example/#/user/welcome'
const openId = 'wallet-0003-guxiaozhou'

let passed = 0
let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  passed = 0
  sandbox = await runSandbox({ now: () => Date.now() + passed })
})
afterEach(() => sandbox.stop())

function consentPage(app: string, query: Record<string, string>) {
  const search = new URLSearchParams(query)
  return fetch(`${sandbox.url}/${app}/authorise?${search.toString()}`, { headers: HOUSE })
}

function decide(app: string, answer: Record<string, string>) {
  const body = new URLSearchParams({
    redirect_uri: home,
    state: 's-1',
    decision: 'agree',
    ...answer,
  })
  return fetch(`${sandbox.url}/${app}/decide`, {
    method: 'POST',
    headers: HOUSE,
    body,
    redirect: 'manual',
  })
}

async function chooseConsent(): Promise<string | undefined> {
  const page = await consentPage('wallet', { redirect_uri: home, state: 's-1' })
  return /aria-label="([^"]+)"\s+checked/.exec(await page.text())?.[1]
}

async function codeFor(app: string, person: string): Promise<string> {
  const location = (await decide(app, { openId: person })).headers.get('location') ?? ''
  return new URL(location).searchParams.get('code') ?? ''
}

describe('the consent page', () => {
  it('lists the people of that app, escaped, with a strict content security policy', async () => {
    const page = await consentPage('wallet', { redirect_uri: home, state: '"><script>' })
    const text = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('沙箱 · 支付应用授权')
    expect(text).toContain('顾晓舟')
    expect(text).not.toContain('秦暮云')
    expect(text).not.toContain('<script')
  })

  it('preselects the person who is signed in to the app, or the first', async () => {
    expect(await chooseConsent()).toBe('顾晓舟')
    const user = { app: 'wallet', openId: 'wallet-0004-jiangyingxue' }
    expect((await postJson(`${sandbox.url}/app-users`, user)).status).toBe(204)
    expect(await chooseConsent()).toBe('江映雪')
    await decide('wallet', { openId })
    expect(await chooseConsent()).toBe('顾晓舟')
  })

  it('is unavailable while its provider is down', async () => {
    await postJson(`${sandbox.url}/faults`, { provider: 'messenger', down: true })
    const page = await consentPage('messenger', { redirect_uri: home, state: 's-1' })
    expect(page.status).toBe(503)
  })

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '\\\\evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    'https://house.example@evil.example/',
    'https://user@house.example/',
    'http://house.example/',
    'https://house.example:8443/',
    'https://127.0.0.1:22/',
  ])('the consent page does not redirect to %s', async (redirect_uri) => {
    expect((await consentPage('wallet', { redirect_uri, state: 's-1' })).status).toBe(400)
    const decision = await decide('wallet', { redirect_uri, openId })
    expect(decision.status).toBe(400)
    expect(decision.headers.get('location')).toBeNull()
  })

  it.each(['https:evil.example', 'https://house.example//evil.example'])(
    'reads %s as a path of our own address',
    async (redirect_uri) => {
      const decision = await decide('wallet', { openId, redirect_uri })
      const location = decision.headers.get('location') ?? ''
      expect(new URL(location).host).toBe('house.example')
      expect(new URL(location).pathname).toContain('/evil.example')
    },
  )

  it('accepts a loopback address with the same port as our own, and redirects to the name the browser uses', async () => {
    const redirect_uri = 'http://127.0.0.1:8080/?provider=wallet#/user/welcome'
    const body = new URLSearchParams({ redirect_uri, state: 's-1', decision: 'agree', openId })
    const decision = await fetch(`${sandbox.url}/wallet/decide`, {
      method: 'POST',
      headers: { 'x-forwarded-host': 'phone.example:8080', 'x-forwarded-proto': 'http' },
      body,
      redirect: 'manual',
    })
    expect(decision.headers.get('location')).toMatch(
      /^http:\/\/phone\.example:8080\/\?provider=wallet&state=s-1&code=/,
    )
  })

  it('redirects back with code and state before the hash', async () => {
    const decision = await decide('wallet', { openId })
    const location = decision.headers.get('location')
    expect(decision.status).toBe(303)
    expect(location).toMatch(
      /^https:\/\/house\.example\/\?state=s-1&code=[\w-]{32}#\/user\/welcome$/,
    )
  })

  it('redirects back without a code when the person refuses', async () => {
    const decision = await decide('wallet', { openId, decision: 'refuse', redirect_uri: '/back' })
    expect(decision.headers.get('location')).toBe(
      'https://house.example/back?state=s-1&error=access_denied',
    )
  })

  it('refuses a person of the other app', async () => {
    expect((await decide('messenger', { openId })).status).toBe(400)
  })
})

describe('an authorisation code', () => {
  it('an authorisation code is valid once', async () => {
    const code = await codeFor('wallet', openId)
    expect(await ask(sandbox.url, '/wallet/exchange', { code })).toMatchObject({
      status: 200,
      content: { openId, phone: '13900000003' },
    })
    expect(await ask(sandbox.url, '/wallet/exchange', { code })).toEqual({
      status: 404,
      content: { error: 'code-unknown' },
      isSigned: true,
    })
  })

  it('is valid for its own app only, and used up when sent to the other', async () => {
    const code = await codeFor('wallet', openId)
    expect((await ask(sandbox.url, '/messenger/exchange', { code })).status).toBe(404)
    expect((await ask(sandbox.url, '/wallet/exchange', { code })).status).toBe(404)
  })

  it('an authorisation code is valid for five minutes', async () => {
    const code = await codeFor('wallet', openId)
    passed = FIVE_MINUTES
    const timestamp = String(Date.now() + passed)
    expect((await ask(sandbox.url, '/wallet/exchange', { code }, { timestamp })).status).toBe(404)
  })

  it('contains no phone number when the person does not share it', async () => {
    const code = await codeFor('wallet', 'wallet-0005-heyifan')
    const { content } = await ask(sandbox.url, '/wallet/exchange', { code })
    expect(content).toEqual({ openId: 'wallet-0005-heyifan' })
  })
})
