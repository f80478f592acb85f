import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteCookie, readCookie } from '#platform/browser/cookies.ts'
import { clearLinkToken, guardAddress, linkToken } from './link-token.ts'
import { onOutcome } from '#platform/api/api-error.ts'
import { clearSession, isSignedIn, storeToken } from './session.ts'
import { silentSignIn } from './silent-sign-in.ts'
import { read } from '#platform/browser/storage.ts'
import { type Handler, startContractServer } from '#platform/testing/contract-server.ts'

const { redeemLinkToken, currentUser, deviceKeys } = calls.onboarding

let server: Awaited<ReturnType<typeof startContractServer>>
let said: string[] = []

const welcomeHandler: Handler = ({ path }) => {
  if (path === redeemLinkToken.path) {
    return { fields: { outcome: 'signedIn', token: 'session-token', isNew: false } }
  }
  return { fields: { phoneNumber: '138****8000', userID: 'U1', custNo: 'C1' } }
}

beforeAll(async () => {
  server = await startContractServer(welcomeHandler)
})

beforeEach(() => {
  said = []
  server.settings.handler = welcomeHandler
  server.received.length = 0
  onOutcome((outcome) => {
    if (outcome.kind === 'message') said.push(outcome.text)
  })
  open('/#/repayLandChannel')
})

afterEach(() => {
  clearSession()
  clearLinkToken()
})

afterAll(async () => {
  deleteCookie('token')
  onOutcome(() => undefined)
  // The last event is sent 600 ms after a sign-in and needs the window.
  await new Promise((resolve) => setTimeout(resolve, 700))
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

function open(address: string) {
  // Open the page at the server's origin, as a browser does.
  Reflect.get(window, 'happyDOM').setURL(server.url + address)
}

function openLink(address: string) {
  open(address)
  guardAddress()
}

const requestedPaths = () => server.received.map(({ path }) => path)

describe('silent sign-in', () => {
  it('does nothing for a link without token', async () => {
    expect(await silentSignIn()).toBe('noToken')
    expect(requestedPaths()).toEqual([])
  })

  it('[3.083, 4.037, 4.038, 4.041] exchanges the token, reads the user and is signed in, without waiting for device keys', async () => {
    openLink('/?token=link-1#/unionPayChannel?mobile=13800138000')
    expect(window.location.href).not.toContain('link-1')
    expect(readCookie('token')).toBeUndefined()
    expect(await silentSignIn()).toBe('signedIn')
    expect(readCookie('token')).toBe('session-token')

    const steps = [redeemLinkToken.path, currentUser.path]
    const paths = [...steps, deviceKeys.path]
    expect(requestedPaths().filter((path) => paths.includes(path))).toEqual(steps)
    const redeemed = server.received.find(({ path }) => path === redeemLinkToken.path)
    expect(redeemed?.payload).toMatchObject({ linkToken: 'link-1', mobile: '13800138000' })
    expect(redeemed?.form).toBe('blocks')
    expect(isSignedIn()).toBe(true)
    expect([read('mobile'), read('custNo'), read('userID')]).toEqual(['138****8000', 'C1', 'U1'])
    expect(server.received.at(-1)?.payload['token']).toBe('session-token')
  })

  it('runs once for concurrent callers', async () => {
    openLink('/#/repayLandChannel?token=link-1')
    expect(await Promise.all([silentSignIn(), silentSignIn()])).toEqual(['signedIn', 'signedIn'])
    expect(await silentSignIn()).toBe('noToken')
    expect(requestedPaths().filter((path) => path === redeemLinkToken.path)).toHaveLength(1)
  })

  it('[4.046] notifies embedding apps 100, 300 and 600 ms after the sign-in', async () => {
    openLink('/#/repayLandChannel?token=link-1')
    const delays = vi.spyOn(window, 'setTimeout')
    const heard = new Promise((resolve) => window.addEventListener('qingzhou:sign-in', resolve))
    await silentSignIn()
    const requestedPaths = delays.mock.calls.filter(([run]) =>
      String(run).includes('qingzhou:sign-in'),
    )
    delays.mockRestore()
    expect(requestedPaths.map(([, delay]) => delay)).toEqual([100, 300, 600])
    await heard
  })

  it('[4.043, 4.044, 7.156] continues when the user cannot be read, and logs the problem', async () => {
    server.settings.handler = (received) =>
      received.path === currentUser.path
        ? { refusal: { code: codes.serverFault, message: '系统异常' } }
        : welcomeHandler(received)
    openLink('/#/repayLandChannel?token=link-1')
    expect(await silentSignIn()).toBe('signedIn')
    expect(said).toEqual([])
    await expect.poll(requestedPaths).toContain(calls.system.logError.path)
    const logged = server.received.find(({ path }) => path === calls.system.logError.path)
    expect(JSON.stringify(logged?.payload)).toContain('sign-in.user-unread')
    expect(JSON.stringify(logged?.payload)).not.toContain('session-token')
  })

  it('returns the reason when the token is refused, and stores nothing', async () => {
    server.settings.handler = (received) =>
      received.path === redeemLinkToken.path
        ? { refusal: { code: codes.linkTokenInvalid, message: '链接已失效' } }
        : welcomeHandler(received)
    openLink('/#/repayLandChannel?token=link-1')
    expect(await silentSignIn()).toBe('refused')
    expect(said).toEqual(['链接已失效'])
    expect(isSignedIn()).toBe(false)
    expect(linkToken()).toBeUndefined()
    expect(document.cookie).not.toContain('link-1')
  })

  it('[2.010, 3.071, 3.072] uses the sessionId of a link, and the token that an app hands over in a cookie', async () => {
    const handed = { sessionId: 'session-of-the-channel', cookie: 'token-of-the-app' }
    openLink(`/?sessionId=${handed.sessionId}#/repayLandChannel`)
    expect(window.location.href).not.toContain(handed.sessionId)
    expect(await silentSignIn()).toBe('signedIn')
    clearSession()

    for (const name of ['aliAuthToken', 'wxAuthToken']) {
      document.cookie = `${name}=${handed.cookie}; Path=/`
      openLink('/#/repayLandChannel')
      expect(document.cookie).not.toContain(handed.cookie)
      expect(await silentSignIn()).toBe('signedIn')
      clearSession()
    }
    const redeemed = server.received.filter(({ path }) => path === redeemLinkToken.path)
    expect(redeemed.map(({ payload }) => payload['linkToken'])).toEqual([
      handed.sessionId,
      handed.cookie,
      handed.cookie,
    ])
  })

  it('ignores a sessionId that is no token of ours, and never replaces a session with one', async () => {
    server.settings.handler = (received) =>
      received.path === redeemLinkToken.path
        ? { refusal: { code: codes.linkTokenInvalid, message: '链接已失效' } }
        : welcomeHandler(received)
    openLink('/?sessionId=number-of-the-channel#/repayLandChannel')
    expect(await silentSignIn()).toBe('noToken')
    openLink(`/?sessionId=${'x'.repeat(300)}#/repayLandChannel`)
    expect(await silentSignIn()).toBe('noToken')
    storeToken('session-token')
    openLink('/?sessionId=number-of-the-channel#/repayLandChannel')
    expect(await silentSignIn()).toBe('noToken')
    expect(said).toEqual([])
    expect(requestedPaths().filter((path) => path === redeemLinkToken.path)).toHaveLength(1)
    expect(readCookie('token')).toBe('session-token')
  })

  it('can be retried after a network failure', async () => {
    server.settings.handler = (received) =>
      received.path === redeemLinkToken.path ? { status: 502, body: '' } : welcomeHandler(received)
    openLink('/#/repayLandChannel?token=link-1')
    expect(await silentSignIn()).toBe('refused')
    expect(said).toEqual(['服务器繁忙，请稍后再试'])
    server.settings.handler = welcomeHandler
    expect(await silentSignIn()).toBe('signedIn')
  })
})
