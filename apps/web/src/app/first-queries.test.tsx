import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { nothingOwed } from '#shared/testing/bills.ts'
import { storeToken } from '#platform/session/session.ts'
import { routes } from './routes.ts'
import { screenRows } from './screens.ts'
import { address, guardedApp, toHash } from './testing/guarded-app.tsx'

const { repayHome } = routes.repayment
const overview = calls.repayment.overview.path
const expiry = calls.identity.idCardExpiry.path

const app = guardedApp(screenRows)

const overviewAnswer = {
  fields: Object(z.encode(repaymentShapes.overview.response, nothingOwed)),
}
const unread = { fields: { count: 0 } }

const timesAsked = (path: string) => app.server.received.filter((one) => one.path === path).length

/** A server whose guard check is answered when the test says so. */
function holdGuard() {
  const guard = Promise.withResolvers<void>()
  app.server.received.length = 0
  app.server.settings.handler = async (received) => {
    if (received.path === overview) return overviewAnswer
    if (received.path === calls.messages.unread.path) return unread
    if (received.path === expiry) await guard.promise
    return app.answer(received)
  }
  return guard
}

const findScreen = () => screen.findByText('您没有待还的借款')

describe('the first queries of a screen', () => {
  afterEach(() => vi.restoreAllMocks())

  it('are sent while the guard asks, and not again when the screen opens', async () => {
    storeToken('session')
    const guard = holdGuard()
    const opening = app.open(toHash(repayHome.path))
    await waitFor(() => expect(timesAsked(overview)).toBe(1))
    expect(screen.queryByText('您没有待还的借款')).toBeNull()
    guard.resolve()
    await opening
    await findScreen()
    expect(timesAsked(overview)).toBe(1)
    expect(timesAsked(expiry)).toBe(1)
  })

  it('are sent again each time the screen opens', async () => {
    storeToken('session')
    holdGuard().resolve()
    await app.open(toHash(repayHome.path))
    await findScreen()
    const later = Date.now() + 2000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await act(async () =>
      app.router?.navigate(routes.notices.servicePage.path.replace(':name', 'fees')),
    )
    await act(async () => app.router?.navigate(repayHome.path))
    await waitFor(() => expect(timesAsked(overview)).toBe(2))
    await findScreen()
  })

  it('are not sent for a visitor who is not signed in', async () => {
    holdGuard().resolve()
    await app.open(toHash(repayHome.path))
    expect(address()).toContain(routes.onboarding.repayLanding.path)
    expect(timesAsked(overview)).toBe(0)
  })

  it('leave an ended session to the guard, which remembers the wanted page', async () => {
    storeToken('session')
    const guard = holdGuard()
    const { handler } = app.server.settings
    const ended = { refusal: { code: codes.notSignedIn, message: '请先登录' } }
    app.server.settings.handler = async (received) => {
      const reply = await handler(received)
      return received.path === overview || received.path === expiry ? ended : reply
    }
    const opening = app.open(toHash(`${repayHome.path}?from=sms`))
    await waitFor(() => expect(timesAsked(overview)).toBe(1))
    expect(address()).toBe(`${repayHome.path}?from=sms`)
    guard.resolve()
    await opening
    const wanted = encodeURIComponent(`${repayHome.path}?from=sms`)
    expect(address()).toBe(`${routes.onboarding.repayLanding.path}?to=${wanted}`)
  })
})
