import { calls } from '@qingzhou/contract/calls'
import { securityShapes } from '@qingzhou/contract/features/security'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { routes } from '#app/routes.ts'
import { draftOf, storeDraft } from '#platform/browser/storage.ts'
import { connectNetwork } from '#shared/testing/network.ts'
import { clearSession, isSignedIn, storeToken } from '#platform/session/session.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import SomethingWrongScreen from './something-wrong-screen.tsx'

const { notices, onboarding } = routes
const press = async (name: string) => userEvent.click(screen.getByRole('button', { name }))

function open(reason: string) {
  window.location.hash = `${notices.somethingWrong.path}?reason=${reason}`
  return openScreen(<SomethingWrongScreen />)
}

beforeEach(clearSession)
afterEach(cleanup)

describe('missing page', () => {
  it('leads a signed-in user to the current step', async () => {
    storeToken('a-session')
    const { outcomes } = open('notFound')
    expect(screen.getByText('没有找到这个页面')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '再试一次' })).toBeNull()
    await press('返回首页')
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
  })

  it('leads others to the start', async () => {
    const { places } = open('notFound')
    await press('返回首页')
    await waitFor(() => expect(places).toContain(onboarding.landing.path))
  })
})

describe('unexpected error', () => {
  it('can be retried, and a broken session can be ended', async () => {
    const network = await connectNetwork()
    let ended = 0
    network.answer(calls.security.signOut, securityShapes.signOut, () => {
      ended += 1
      return {}
    })
    storeToken('a-session')
    storeDraft('some-form', 'typed')
    const { places } = open('server')
    expect(screen.getByRole('button', { name: '再试一次' })).toBeTruthy()
    await press('换个手机号登录')
    await waitFor(() => expect(places).toEqual([`restart ${onboarding.landing.path}`]))
    expect(ended).toBe(1)
    expect([isSignedIn(), draftOf('some-form')]).toEqual([false, undefined])

    // A server that is down does not keep the next person out.
    network.cut(calls.security.signOut)
    storeToken('a-session')
    await press('换个手机号登录')
    await waitFor(() => expect(places).toHaveLength(2))
    expect(isSignedIn()).toBe(false)
    vi.unstubAllGlobals()
  })

  it('shows the number of the problem', () => {
    window.location.hash = `${notices.somethingWrong.path}?reason=server&requestId=request-1`
    openScreen(<SomethingWrongScreen />)
    expect(screen.getByText('问题编号 request-1')).toBeTruthy()
  })
})

describe('a computer', () => {
  const page = document.createElement('meta')
  page.name = 'qingzhou-config'
  beforeEach(() => document.head.append(page))
  afterEach(() => page.remove())

  it('shows the code of an address that a phone reaches, and the desk', () => {
    page.content = JSON.stringify({ mode: 'sandbox', phoneUrl: 'http://192.0.2.7:8080/' })
    open('notMobile')
    expect(screen.getByRole('img', { name: '轻舟的二维码' })).toBeTruthy()
    expect(screen.getByText('http://192.0.2.7:8080/')).toBeTruthy()
    const desk = screen.getByRole('link', { name: '打开模拟台' })
    expect(desk.getAttribute('href')).toBe('/desk/')
  })

  it('names the setting where the server listens on its own machine only', () => {
    page.content = JSON.stringify({ mode: 'sandbox' })
    open('notMobile')
    expect(screen.queryByRole('img', { name: '轻舟的二维码' })).toBeNull()
    expect(screen.getByText('HOST=0.0.0.0 npm start')).toBeTruthy()
  })

  it('shows the address of the page and no desk in production', () => {
    page.content = JSON.stringify({ mode: 'production', phoneUrl: 'https://loans.example/' })
    open('notMobile')
    expect(screen.getByText(`${window.location.origin}/`)).toBeTruthy()
    expect(screen.queryByRole('link', { name: '打开模拟台' })).toBeNull()
  })
})
