import { calls } from '@qingzhou/contract/calls'
import { Toaster } from '@qingzhou/ui/overlays'
import { cleanup, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { connect } from '#app/connect.ts'
import { guardScreen } from '#app/guards/guard-screen.ts'
import { stepPaths } from '#app/guards/guard.ts'
import { type AppRouter, createAppRouter } from '#app/hash-router.ts'
import { RouterProvider } from '#app/router.tsx'
import { type Access, routes } from '#app/routes.ts'
import type { ScreenRow } from '#app/screens.ts'
import { onOutcome } from '#platform/api/api-error.ts'
import { deleteAllCookies } from '#platform/browser/cookies.ts'
import { provideNavigator } from '#platform/navigation/navigation.ts'
import { clearLinkToken, guardAddress } from '#platform/session/link-token.ts'
import { clearSession } from '#platform/session/session.ts'
import { type Handler, type Reply, startContractServer } from '#platform/testing/contract-server.ts'

/** The path in the address bar. */
export const address = () => window.location.hash.slice(1)

export const toHash = (path: string) => `/#${path}`

/** Sets the user agent, as the desk's frame does. */
export function lendAgent(agent: string) {
  const frame = document.createElement('iframe')
  frame.dataset['userAgent'] = agent
  Object.defineProperty(window, 'frameElement', { configurable: true, value: frame })
}

const guardedRoute = (path: string, access: Access) => ({
  path,
  title: `title of ${path}`,
  access,
  keepAlive: false,
  step: undefined,
  needsValidCard: access === 'inStep',
})

const { onboarding, notices, staff } = routes

const rows = [
  onboarding.landing,
  onboarding.register,
  onboarding.welcomeBack,
  notices.somethingWrong,
  notices.notice,
  notices.riskRefused,
  notices.badLink,
  routes['rate-cuts'].rateCutSignIn,
  routes['rate-cuts'].rateCut,
  routes.waiver.findWaiver,
  staff.staffHome,
  staff.nameList,
  guardedRoute(stepPaths.identity, 'inStep'),
  guardedRoute(stepPaths.notGranted, 'inStep'),
  guardedRoute(stepPaths.underReview, 'inStep'),
  routes.credit.refused,
  notices.servicePage,
  guardedRoute(stepPaths.limit, 'inStep'),
  guardedRoute('/documents', 'signedIn'),
  routes.loans.borrow,
  routes.loans.loanResult,
  routes.identity.faceForLoan,
  routes.identity.faceFailed,
  routes.cards.bindCard,
].map((route) => ({
  route,
  load: async () => ({ default: () => <h1>screen {route.path}</h1> }),
}))

type GuardedApp = {
  server: Awaited<ReturnType<typeof startContractServer>>
  router: AppRouter | undefined
  /** What the server answers, as a test sets it. */
  step: Reply
  drawStep: Reply
  isExpired: boolean
  readonly answer: Handler
  readonly open: (at: string) => Promise<void>
}

/** The router with its guard, on a server whose step and card expiry a test sets. */
export function guardedApp(shown: readonly ScreenRow[] = rows): GuardedApp {
  const answer: Handler = ({ path }) => {
    if (path === calls.credit.currentStep.path) return app.step
    if (path === calls.loans.currentStep.path) return app.drawStep
    if (path === calls.identity.idCardExpiry.path) return { fields: { expired: app.isExpired } }
    if (path === calls.onboarding.deviceKeys.path) {
      return { fields: { bqsDeviceKey: '1', tdDeviceKey: '2' } }
    }
    if (path === calls.onboarding.redeemLinkToken.path) {
      return { fields: { outcome: 'signedIn', token: 'session', isNew: false } }
    }
    return { fields: { phoneNumber: '1', userID: '2', custNo: '3' } }
  }
  const app: GuardedApp = {
    // The hooks start it before the first test.
    server: undefined as unknown as GuardedApp['server'],
    router: undefined,
    step: { fields: {} },
    drawStep: { fields: {} },
    isExpired: false,
    answer,
    open,
  }

  async function open(at: string): Promise<void> {
    // Open the page at the server's origin, as a browser does.
    Reflect.get(window, 'happyDOM').setURL(app.server.url + at)
    window.history.replaceState(null, '')
    guardAddress()
    app.router = createAppRouter(shown, guardScreen)
    connect(app.router)
    render(
      <>
        <RouterProvider router={app.router} />
        <Toaster />
      </>,
    )
    await screen.findByRole('heading', { name: /^(screen|轻舟|还款)/ })
  }

  registerHooks(app)
  return app
}

function registerHooks(app: GuardedApp): void {
  let withoutRouter: ReturnType<typeof provideNavigator>
  beforeAll(async () => {
    withoutRouter = provideNavigator({ navigate: async () => {}, back() {}, restart() {} })
    app.server = await startContractServer(app.answer)
    // Cookies belong to the server's address.
    Reflect.get(window, 'happyDOM').setURL(app.server.url)
  })
  beforeEach(() => {
    app.step = { fields: { pageId: 'ED10' } }
    app.drawStep = { fields: { pageId: 'JK10' } }
    app.isExpired = false
    app.server.settings.handler = app.answer
    lendAgent('Mozilla/5.0 (Linux; Android 14) Mobile')
  })
  afterEach(() => {
    cleanup()
    app.router?.dispose()
    clearSession()
    clearLinkToken()
    localStorage.clear()
    deleteAllCookies()
    Reflect.deleteProperty(window, 'frameElement')
  })
  afterAll(async () => {
    provideNavigator(withoutRouter)
    onOutcome(() => undefined)
    Reflect.get(window, 'happyDOM').setURL('http://localhost:3000/')
    await app.server.stop()
  })
}
