import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOWHERE, holderOf } from '#testing/bank-customer.ts'
import { listenForCallbacks } from '#testing/callback-listener.ts'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeEach(async () => {
  sandbox = await runSandbox()
})
afterEach(() => sandbox.stop())

async function start(
  key = 'wallet-newcomer',
  change: { returnUrl?: string; notifyUrl?: string } = {},
): Promise<string> {
  const { name, idNumber } = holderOf(key)
  const places = { returnUrl: '/#/creditFace/result?n=1', notifyUrl: NOWHERE, ...change }
  const request = { orderNo: 'f-1', name, idNumber, ...places }
  const { content } = await ask(sandbox.url, '/wallet/start-face', request)
  // The response shape of the call.
  return (content as { path: string }).path
}

const faceState = async () => (await ask(sandbox.url, '/wallet/face', { orderNo: 'f-1' })).content

function decide(path: string, decision: string) {
  const ticket = new URL(path, sandbox.url).searchParams.get('ticket') ?? ''
  return fetch(`${sandbox.url}/wallet/face-decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket, decision }),
  })
}

describe('the face check of the payment app', () => {
  it('shows a page with the masked name, and stays pending', async () => {
    const page = await fetch(`${sandbox.url}${await start()}`)
    const text = await page.text()
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).toContain('**雪')
    expect(text).not.toContain('江映雪')
    expect(await faceState()).toEqual({ state: 'pending' })
  })

  it.each([
    ['pass', { state: 'passed' }],
    ['fail', { state: 'failed', reason: 'noMatch' }],
    ['cancel', { state: 'failed', reason: 'cancelled' }],
  ])('ends with %s and redirects back', async (decision, result) => {
    const answer = await decide(await start(), decision)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${sandbox.url}/#/creditFace/result?n=1`)
    expect(await faceState()).toEqual(result)
  })

  it('uses the first decision, also after a restart', async () => {
    const path = await start()
    await decide(path, 'fail')
    await sandbox.restart()
    expect((await decide(path, 'pass')).status).toBe(303)
    expect(await faceState()).toMatchObject({ state: 'failed' })
  })

  it('cannot be passed by the test person whose face check fails', async () => {
    await decide(await start('wallet-without-phone'), 'pass')
    expect(await faceState()).toMatchObject({ state: 'failed' })
  })

  it('sends its result by callback', async () => {
    const listener = await listenForCallbacks()
    const notifyUrl = `${listener.url}/callbacks/wallet/face`
    await decide(await start('wallet-newcomer', { notifyUrl }), 'pass')
    await expect
      .poll(() => listener.heard)
      .toMatchObject([{ isSigned: true, content: { orderNo: 'f-1', state: 'passed' } }])
    listener.stop()
  })

  it.each(['//elsewhere.example/', 'https://elsewhere.example/', 'javascript:alert(1)'])(
    'the face check of the payment app does not redirect to %s',
    async (returnUrl) => {
      const path = await start('wallet-newcomer', { returnUrl })
      expect((await fetch(`${sandbox.url}${path}`)).status).toBe(404)
      expect((await decide(path, 'pass')).status).toBe(404)
    },
  )

  it('is unavailable while the payment app is down', async () => {
    const path = await start()
    await postJson(`${sandbox.url}/faults`, { provider: 'wallet', down: true })
    expect((await fetch(`${sandbox.url}${path}`)).status).toBe(503)
    expect((await decide(path, 'pass')).status).toBe(503)
    await postJson(`${sandbox.url}/faults`, { provider: 'wallet', down: false })
    expect(await faceState()).toEqual({ state: 'pending' })
  })

  it('refuses an unknown ticket', async () => {
    expect((await decide('/wallet/face-check?ticket=guessed', 'pass')).status).toBe(404)
    expect((await decide(await start(), 'explode')).status).toBe(404)
  })
})
