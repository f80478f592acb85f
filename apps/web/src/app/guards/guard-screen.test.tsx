import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { drawParam, noticeName } from '@qingzhou/contract/wire/params'
import { callsOf } from '#platform/api/api.ts'
import { back } from '#platform/navigation/navigation.ts'
import { enterApp, isSignedIn, storeToken } from '#platform/session/session.ts'
import { read } from '#platform/browser/storage.ts'
import { openWantedInLink } from '#platform/navigation/wanted-page.ts'
import { routes } from '../routes.ts'
import { stepPaths } from './guard.ts'
import { address, guardedApp, toHash, lendAgent } from '../testing/guarded-app.tsx'

const { landing, register } = routes.onboarding
const { rateCutSignIn, rateCut } = routes['rate-cuts']
const { staffHome, nameList } = routes.staff
const { somethingWrong, notice, riskRefused, badLink } = routes.notices
const { currentUser } = callsOf('onboarding', { currentUser: onboardingShapes.currentUser })

const app = guardedApp()
const { open } = app

describe('guard before a screen opens', () => {
  it('[2.004] opens a public screen for everybody and sets its title', async () => {
    await open(toHash(landing.path))
    expect(address()).toBe(landing.path)
    await waitFor(() => expect(document.title).toBe(landing.title))
    expect(screen.getByRole('note').textContent).toContain('骗子')
  })

  it('[1.040] warns of people who pose as service of a shop and ask for a loan, a transfer or a refund', async () => {
    await open(toHash(stepPaths.identity))
    expect(screen.getByRole('note').textContent).toBe(
      '谨防诈骗：自称电商客服，让您借款后转账或办理退款的，都是骗子，请勿相信。',
    )
  })

  it('[1.041] states on the waiver pages that applying costs nothing', async () => {
    await open(toHash(routes.waiver.findWaiver.path))
    expect(screen.getByRole('note').textContent).toContain('申请本产品不收取任何费用')
  })

  it('[2.001] redirects an unknown address to the not-found page', async () => {
    await open(toHash('/nowhere'))
    expect(address()).toBe(`${somethingWrong.path}?reason=notFound`)
  })

  it('[1.036] rejects desktop computers', async () => {
    lendAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')
    await open(toHash(landing.path))
    expect(address()).toBe(`${somethingWrong.path}?reason=notMobile`)
    expect((await screen.findAllByText('请在移动设备中访问')).length).toBeGreaterThan(0)
  })

  it('[1.038] lets a desktop computer open the staff area and the certificate page', async () => {
    lendAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')
    for (const path of [staffHome.path, nameList.path, '/user/verify']) {
      await open(toHash(path))
      expect(address()).toBe(path)
      cleanup()
    }
  })

  it('[4.045] sends an anonymous user from an application to register, and from elsewhere to a sign-in page', async () => {
    await open(toHash(stepPaths.identity))
    expect(address()).toBe(`${register.path}?to=${encodeURIComponent(stepPaths.identity)}`)
    cleanup()
    await open('/')
    expect(address()).toBe(landing.path)
  })

  it('sends a borrower without a session to sign in, and then to the wanted page', async () => {
    await open(toHash('/documents?no=N-1'))
    expect(address()).toBe(`${landing.path}?to=${encodeURIComponent('/documents?no=N-1')}`)
    storeToken('session')
    await act(() => openWantedInLink())
    await screen.findByRole('heading', { name: 'screen /documents' })
    expect(address()).toBe('/documents?no=N-1')
  })

  it('sends an anonymous user to the sign-in page of the area and remembers the target', async () => {
    await open(toHash(`${rateCut.path}?cutNo=C-1`))
    expect(address()).toBe(
      `${rateCutSignIn.path}?to=${encodeURIComponent(`${rateCut.path}?cutNo=C-1`)}`,
    )
    storeToken('session')
    await act(() => openWantedInLink())
    await screen.findByRole('heading', { name: `screen ${rateCut.path}` })
    expect(address()).toBe(`${rateCut.path}?cutNo=C-1`)
    expect(window.history.state).toMatchObject({ idx: 0 })
  })

  it('ignores a return address outside the app', async () => {
    storeToken('session')
    await open(toHash(`${rateCutSignIn.path}?to=${encodeURIComponent('//elsewhere.example/x')}`))
    await act(() => openWantedInLink(rateCut))
    await screen.findByRole('heading', { name: `screen ${rateCut.path}` })
  })

  it('[6.002] signs in with the token of a link', async () => {
    await open(toHash(`${stepPaths.limit}?token=link-1`))
    expect(address()).toBe(stepPaths.limit)
    expect(isSignedIn()).toBe(true)
  })

  it('[8.038] shows the sign-in page with the server message when the link token is refused', async () => {
    const refusal = { code: codes.linkTokenInvalid, message: '链接已失效' }
    app.server.settings.handler = (request) =>
      request.path === calls.onboarding.redeemLinkToken.path ? { refusal } : app.answer(request)
    await open(toHash(`${stepPaths.limit}?token=link-1`))
    expect(address()).toBe(`${landing.path}?to=${encodeURIComponent(stepPaths.limit)}`)
    expect((await screen.findAllByText('链接已失效')).length).toBeGreaterThan(0)
  })
})

const sentValues = () => app.server.received.flatMap(({ payload }) => Object.values(payload))

describe('the requests of the browser', () => {
  beforeEach(() => void (app.server.received.length = 0))
  it('[6.014] have the channel number that ends in 3 on the mini page of the payment app', async () => {
    lendAgent('Mozilla/5.0 (Linux; Android 14) Mobile AlipayClient/10.5.0')
    await open(toHash(`${stepPaths.limit}?token=link-1`))
    expect(sentValues()).toContain('000000000003')
    expect(sentValues()).not.toContain('000000000004')
  })

  it('[6.015] have the channel number that ends in 4 on a standalone page', async () => {
    await open(toHash(`${stepPaths.limit}?token=link-1`))
    expect(sentValues()).toContain('000000000004')
    expect(sentValues()).not.toContain('000000000003')
  })
})

describe('guard for a signed-in user', () => {
  beforeEach(() => storeToken('session'))

  it('[4.001, 4.008] opens the page of the current step, or redirects to it', async () => {
    await open(toHash(stepPaths.identity))
    expect(address()).toBe(stepPaths.limit)
  })

  it('[4.005, 4.006] asks for a new identity card when the old one has expired', async () => {
    app.isExpired = true
    app.step = { fields: { pageId: 'SF10' } }
    await open(toHash('/documents'))
    expect(address()).toBe('/documents')
    cleanup()
    await open(toHash(stepPaths.limit))
    expect(address()).toBe(stepPaths.identity)
    const words = '您的身份认证信息已过期，为提供更好服务，请重新认证!'
    expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  })

  it('does not ask about a valid identity card at each screen that waits for nothing else', async () => {
    storeToken('another session')
    const asked = () =>
      app.server.received.filter(({ path }) => path === calls.identity.idCardExpiry.path).length
    app.server.received.length = 0
    await open(toHash('/documents'))
    expect(asked()).toBe(1)
    cleanup()
    await open(toHash('/documents'))
    expect(asked()).toBe(1)
    cleanup()
    await open(toHash(stepPaths.limit))
    expect(asked()).toBe(2)
  })

  const drawSteps: [step: Record<string, string>, from: string, place: string][] = [
    [{ pageId: 'JK10' }, '/loan/loan', '/loan/loan'],
    [{ pageId: 'JK10' }, '/loan/result', '/loan/result'],
    [{ pageId: 'BK10' }, '/loan/loan', '/apply/addSaveCard'],
    [
      { pageId: 'RL20', pageUrl: '/creditFace/face', [drawParam]: 'DRAW-0001' },
      '/loan/loan',
      `/creditFace/face?${drawParam}=DRAW-0001`,
    ],
    [
      { pageId: 'RL20', pageUrl: '/apply/faceFail', [drawParam]: 'DRAW-0001' },
      '/loan/loan',
      `/apply/faceFail?${drawParam}=DRAW-0001`,
    ],
    [{ pageId: 'RL20', [drawParam]: 'DRAW-0001' }, '/loan/result', '/loan/result'],
    [
      { pageId: 'JK11', [drawParam]: 'DRAW-0001' },
      '/loan/loan',
      `/loan/result?${drawParam}=DRAW-0001`,
    ],
    [{ pageId: 'ED10' }, '/loan/loan', '/user/limit'],
    [{ pageId: 'SF10' }, '/loan/loan', '/apply/identity'],
  ]
  it.each(drawSteps)(
    '[2.171, 2.181, 2.184, 2.186, 2.189, 4.019] follows the step of a draw: %o at %s opens %s',
    async (step, from, place) => {
      app.drawStep = { fields: step }
      if (step['pageId'] === 'SF10') app.step = { fields: step }
      await open(toHash(from))
      expect(address()).toBe(place)
    },
  )

  it('asks for the step of the draw that the address names', async () => {
    let asked: unknown
    app.server.settings.handler = (request) => {
      if (request.path === calls.loans.currentStep.path) asked = request.payload[drawParam]
      return app.answer(request)
    }
    await open(toHash(`/loan/result?${drawParam}=DRAW-0002`))
    expect(asked).toBe('DRAW-0002')
  })

  it('[4.026] stores the message of a rejected application', async () => {
    app.step = { fields: { pageId: 'SX11', controlMessage: '三个月后再试' } }
    await open(toHash(stepPaths.limit))
    expect(address()).toBe(stepPaths.notGranted)
    expect(read('controlMsg')).toBe('三个月后再试')
  })

  const refusals: [code: string, place: string][] = [
    [codes.landingError, badLink.path],
    [codes.riskRefused, riskRefused.path],
    [codes.notSignedIn, `${landing.path}?to=${encodeURIComponent(stepPaths.limit)}`],
    [codes.serverFault, `${somethingWrong.path}?reason=server&requestId=request-1`],
    [codes.accountState, `${somethingWrong.path}?reason=server&requestId=request-1`],
    [codes.stepNotReached, `${somethingWrong.path}?reason=server&requestId=request-1`],
  ]
  it.each(refusals)(
    '[2.033, 4.011, 4.013, 4.014, 4.034] %s at the step check leads to %s',
    async (code, place) => {
      app.step = { refusal: { code, message: '原因' } }
      await open(toHash(stepPaths.limit))
      expect(address()).toBe(place)
      if (code === codes.riskRefused) expect(read('riskRefuseMsg')).toBe('原因')
      if (code === codes.notSignedIn) expect(isSignedIn()).toBe(false)
    },
  )

  it('opens the page of the step after sign-in and removes the sign-in page from the history', async () => {
    await open(toHash(landing.path))
    await act(() => enterApp())
    await screen.findByRole('heading', { name: `screen ${stepPaths.limit}` })
    expect(address()).toBe(stepPaths.limit)
    expect(window.history.state).toMatchObject({ idx: 0 })
  })

  it('goes to the home page when there is no earlier screen', async () => {
    await open(toHash('/documents'))
    act(back)
    await screen.findByRole('heading', { name: `screen ${stepPaths.limit}` })
  })
})

describe('outcome of an ordinary call', () => {
  it('[8.012, 8.027] sends an anonymous user to the sign-in page', async () => {
    storeToken('session')
    await open(toHash('/documents'))
    const refusal = { code: codes.notSignedIn, message: '请登录' }
    app.server.settings.handler = () => ({ refusal })
    await act(() => currentUser({}).catch(() => undefined))
    await screen.findByRole('heading', { name: `screen ${landing.path}` })
    expect(isSignedIn()).toBe(false)
  })

  it('[8.030] requests the step again when the first request failed', async () => {
    storeToken('session')
    await open(toHash('/documents'))
    app.server.settings.handler = (request) =>
      request.path === calls.onboarding.currentUser.path
        ? { refusal: { code: codes.stepNotReached, message: '请先完成前面的步骤' } }
        : app.answer(request)
    await act(() => currentUser({}).catch(() => undefined))
    await screen.findByRole('heading', { name: `screen ${stepPaths.limit}` })
  })

  it('[4.031, 8.008] shows a notice and returns to the previous screen when it is closed', async () => {
    storeToken('session')
    await open(toHash('/documents'))
    app.server.settings.notice = '今晚维护'
    await act(() => currentUser({}))
    await screen.findByRole('heading', { name: `screen ${notice.path}` })
    expect(read(noticeName)).toBe('今晚维护')
    act(back)
    await screen.findByRole('heading', { name: 'screen /documents' })
    app.server.settings.notice = undefined
  })
})
