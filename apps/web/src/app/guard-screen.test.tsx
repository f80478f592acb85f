import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { Toaster } from '@qingzhou/ui/overlays'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { callsOf } from '#platform/api/api.ts'
import { clearLinkToken, guardAddress } from '#platform/session/link-token.ts'
import { back, type Navigator, provideNavigator } from '#platform/navigation/navigation.ts'
import { onOutcome } from '#platform/api/outcomes.ts'
import { enterApp, clearSession, storeToken, isSignedIn } from '#platform/session/session.ts'
import { remove, store, read } from '#platform/browser/storage.ts'
import { openWantedInLink } from '#platform/navigation/wanted-page.ts'
import { type Handler, type Reply, startContractServer } from '#platform/testing/contract-server.ts'
import { connect } from './connect.ts'
import { guardScreen } from './guard-screen.ts'
import { type AppRouter, createAppRouter } from './hash-router.ts'
import { RouterProvider } from './router.tsx'
import { type Access, routes } from './routes.ts'
import { stepPaths } from './guard.ts'

const { landing, register, welcomeBack } = routes.onboarding
const { rateCutSignIn, rateCut } = routes['rate-cuts']
const { staffHome, nameList } = routes.staff
const { somethingWrong, notice, riskRefused, badLink, servicePage } = routes.notices
const { currentUser } = callsOf('onboarding', { currentUser: onboardingShapes.currentUser })

let server: Awaited<ReturnType<typeof startContractServer>>
let router: AppRouter | undefined
let withoutRouter: Navigator
let step: Reply
let expired: boolean

const handler: Handler = ({ path }) => {
  if (path === calls.credit.currentStep.path) return step
  if (path === calls.identity.idCardExpiry.path) return { fields: { expired } }
  if (path === calls.onboarding.deviceKeys.path) {
    return { fields: { bqsDeviceKey: '1', tdDeviceKey: '2' } }
  }
  if (path === calls.onboarding.redeemLinkToken.path) {
    return { fields: { outcome: 'signedIn', token: 'session', isNew: false } }
  }
  return { fields: { phoneNumber: '1', userID: '2', custNo: '3' } }
}

beforeAll(async () => {
  withoutRouter = provideNavigator({ navigate: async () => {}, back() {}, restart() {} })
  server = await startContractServer(handler)
})

beforeEach(() => {
  step = { fields: { pageId: 'ED10' } }
  expired = false
  server.settings.handler = handler
  lendAgent('Mozilla/5.0 (Linux; Android 14) Mobile')
})

afterEach(() => {
  cleanup()
  router?.dispose()
  clearSession()
  clearLinkToken()
  for (const name of ['flowBranch', 'controlMsg', 'riskRefuseMsg', 'proclamation'] as const)
    remove(name)
  Reflect.deleteProperty(window, 'frameElement')
})

afterAll(async () => {
  provideNavigator(withoutRouter)
  onOutcome(() => undefined)
  Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
  await server.stop()
})

function lendAgent(agent: string) {
  const frame = document.createElement('iframe')
  frame.dataset['userAgent'] = agent
  Object.defineProperty(window, 'frameElement', { configurable: true, value: frame })
}

const guarded = (path: string, access: Access) => ({
  path,
  title: `title of ${path}`,
  access,
  keepAlive: false,
  step: undefined,
})

const rows = [
  landing,
  register,
  welcomeBack,
  somethingWrong,
  notice,
  riskRefused,
  badLink,
  rateCutSignIn,
  rateCut,
  staffHome,
  nameList,
  guarded(stepPaths.identity, 'inStep'),
  guarded(stepPaths.notGranted, 'inStep'),
  servicePage,
  guarded(stepPaths.limit, 'inStep'),
  guarded('/papers', 'signedIn'),
].map((route) => ({
  route,
  load: async () => ({ default: () => <h1>screen {route.path}</h1> }),
}))

async function open(address: string) {
  // Open the page at the server's origin, as a browser does.
  Reflect.get(window, 'happyDOM').setURL(server.url + address)
  window.history.replaceState(null, '')
  guardAddress()
  router = createAppRouter(rows, guardScreen)
  connect(router)
  render(
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>,
  )
  await screen.findByRole('heading', { name: /^(screen|轻舟)/ })
}

const at = () => window.location.hash.slice(1)
const hashed = (path: string) => `/#${path}`

describe('guard before a screen opens', () => {
  it('opens a public screen for everybody and sets its title', async () => {
    await open(hashed(landing.path))
    expect(at()).toBe(landing.path)
    await waitFor(() => expect(document.title).toBe(landing.title))
    expect(screen.getByRole('note').textContent).toContain('骗子')
  })

  it('redirects an unknown address to the not-found page', async () => {
    await open(hashed('/nowhere'))
    expect(at()).toBe(`${somethingWrong.path}?reason=notFound`)
  })

  it('rejects desktop computers', async () => {
    lendAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')
    await open(hashed(landing.path))
    expect(at()).toBe(`${somethingWrong.path}?reason=notMobile`)
    expect((await screen.findAllByText('请在移动设备中访问')).length).toBeGreaterThan(0)
  })

  it('lets a desktop computer open the staff area and the certificate page', async () => {
    lendAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')
    for (const path of [staffHome.path, nameList.path, '/user/verify']) {
      await open(hashed(path))
      expect(at()).toBe(path)
      cleanup()
    }
  })

  it('sends an anonymous user to register, and from the home address to the landing page', async () => {
    await open(hashed(stepPaths.limit))
    expect(at()).toBe(register.path)
    cleanup()
    await open('/')
    expect(at()).toBe(landing.path)
  })

  it('sends an anonymous user to the sign-in page of the area and remembers the target', async () => {
    await open(hashed(`${rateCut.path}?cutNo=C-1`))
    expect(at()).toBe(`${rateCutSignIn.path}?to=${encodeURIComponent(`${rateCut.path}?cutNo=C-1`)}`)
    storeToken('session')
    await act(() => openWantedInLink(undefined))
    await screen.findByRole('heading', { name: `screen ${rateCut.path}` })
    expect(at()).toBe(`${rateCut.path}?cutNo=C-1`)
    expect(window.history.state).toMatchObject({ idx: 0 })
  })

  it('ignores a return address outside the app', async () => {
    storeToken('session')
    await open(hashed(`${rateCutSignIn.path}?to=${encodeURIComponent('//elsewhere.example/x')}`))
    await act(() => openWantedInLink(rateCut))
    await screen.findByRole('heading', { name: `screen ${rateCut.path}` })
  })

  it('signs in with the token of a link', async () => {
    await open(hashed(`${stepPaths.limit}?token=link-1`))
    expect(at()).toBe(stepPaths.limit)
    expect(isSignedIn()).toBe(true)
  })

  it('shows the sign-in page with the server message when the link token is refused', async () => {
    const refusal = { code: codes.linkTokenInvalid, message: '链接已失效' }
    server.settings.handler = (asked) =>
      asked.path === calls.onboarding.redeemLinkToken.path ? { refusal } : handler(asked)
    await open(hashed(`${stepPaths.limit}?token=link-1`))
    expect(at()).toBe(landing.path)
    expect((await screen.findAllByText('链接已失效')).length).toBeGreaterThan(0)
  })
})

describe('guard for a signed-in user', () => {
  beforeEach(() => storeToken('session'))

  it('opens the page of the current step, or redirects to it', async () => {
    await open(hashed(stepPaths.identity))
    expect(at()).toBe(stepPaths.limit)
  })

  it('asks for a new identity card when the old one has expired', async () => {
    expired = true
    await open(hashed('/papers'))
    expect(at()).toBe(stepPaths.identity)
    const words = '您的身份认证信息已过期，为提供更好服务，请重新认证!'
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  })

  it('stores the message of a rejected application', async () => {
    step = { fields: { pageId: 'SX11', controlMessage: '三个月后再试' } }
    await open(hashed(stepPaths.limit))
    expect(at()).toBe(stepPaths.notGranted)
    expect(read('controlMsg')).toBe('三个月后再试')
  })

  it('skips the review page for a pre-approved customer', async () => {
    store('flowBranch', '1')
    step = { fields: { pageId: 'SX10' } }
    await open(hashed(stepPaths.identity))
    expect(at()).toBe(stepPaths.limit)
  })

  const refusals: [code: string, place: string][] = [
    [codes.landingError, badLink.path],
    [codes.riskRefused, riskRefused.path],
    [codes.notSignedIn, landing.path],
    [codes.serverFault, `${somethingWrong.path}?reason=server&requestId=request-1`],
    [codes.accountState, `${somethingWrong.path}?reason=server`],
    [codes.stepNotReached, `${somethingWrong.path}?reason=server`],
  ]
  it.each(refusals)('%s at the step check leads to %s', async (code, place) => {
    step = { refusal: { code, message: '原因' } }
    await open(hashed(stepPaths.limit))
    expect(at()).toBe(place)
    if (code === codes.riskRefused) expect(read('riskRefuseMsg')).toBe('原因')
    if (code === codes.notSignedIn) expect(isSignedIn()).toBe(false)
  })

  it('opens the page of the step after sign-in and removes the sign-in page from the history', async () => {
    await open(hashed(landing.path))
    await act(() => enterApp())
    await screen.findByRole('heading', { name: `screen ${stepPaths.limit}` })
    expect(at()).toBe(stepPaths.limit)
    expect(window.history.state).toMatchObject({ idx: 0 })
  })

  it('goes to the home page when there is no earlier screen', async () => {
    await open(hashed('/papers'))
    act(back)
    await screen.findByRole('heading', { name: `screen ${stepPaths.limit}` })
  })
})

describe('outcome of an ordinary call', () => {
  it('sends an anonymous user to the sign-in page', async () => {
    storeToken('session')
    await open(hashed('/papers'))
    const refusal = { code: codes.notSignedIn, message: '请登录' }
    server.settings.handler = () => ({ refusal })
    await act(() => currentUser({}).catch(() => undefined))
    await screen.findByRole('heading', { name: `screen ${landing.path}` })
    expect(isSignedIn()).toBe(false)
  })

  it('requests the step again when the first request failed', async () => {
    storeToken('session')
    await open(hashed('/papers'))
    server.settings.handler = (asked) =>
      asked.path === calls.onboarding.currentUser.path
        ? { refusal: { code: codes.stepNotReached, message: '请先完成前面的步骤' } }
        : handler(asked)
    await act(() => currentUser({}).catch(() => undefined))
    await screen.findByRole('heading', { name: `screen ${stepPaths.limit}` })
  })

  it('shows a notice and returns to the previous screen when it is closed', async () => {
    storeToken('session')
    await open(hashed('/papers'))
    server.settings.proclamation = '今晚维护'
    await act(() => currentUser({}))
    await screen.findByRole('heading', { name: `screen ${notice.path}` })
    expect(read('proclamation')).toBe('今晚维护')
    act(back)
    await screen.findByRole('heading', { name: 'screen /papers' })
    server.settings.proclamation = undefined
  })
})
