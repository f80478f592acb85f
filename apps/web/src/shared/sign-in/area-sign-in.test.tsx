import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { routes } from '#app/routes.ts'
import { clearSession, storeToken } from '#platform/session/session.ts'
import { openWanted } from '#platform/navigation/wanted-page.ts'
import { AreaSignIn } from './area-sign-in.tsx'
import { connectNetwork } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'

const home = routes['rate-cuts'].rateCuts
const DETAIL = '/cutRates/cutRatesDetail?cutNo=C-1'

const open = (wanted?: string) => {
  const query = wanted === undefined ? '' : `?to=${encodeURIComponent(wanted)}`
  window.location.hash = `#/cutRates/query${query}`
  return openScreen(<AreaSignIn sentence="登录" draft="area" submitLabel="登录" home={home} />)
}

describe('sign-in page of an area', () => {
  beforeAll(async () => {
    await connectNetwork()
  })
  beforeEach(() => {
    localStorage.clear()
    clearSession()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
    Reflect.deleteProperty(window, 'frameElement')
  })
  afterAll(() => vi.unstubAllGlobals())

  it('sends a signed-in user to its first page', async () => {
    storeToken('a-token')
    const { places } = open()
    await waitFor(() => expect(places).toEqual([home.path]))
  })

  it('opens the wanted page', async () => {
    storeToken('a-token')
    const { places } = open(DETAIL)
    await waitFor(() => expect(places).toEqual([DETAIL]))
  })

  it.each(['https://elsewhere.example/', '//elsewhere.example', 'javascript:alert(1)'])(
    'never opens %s',
    async (wanted) => {
      storeToken('a-token')
      const { places } = open(wanted)
      await waitFor(() => expect(places).toEqual([home.path]))
    },
  )

  it('shows the form to an anonymous user, and the messaging app’s sign-in only inside that app', async () => {
    open()
    await screen.findByLabelText('手机号')
    expect(screen.queryByRole('button', { name: /授权登录/ })).toBeNull()
  })

  it('restores the wanted page after the messaging app’s authorisation', async () => {
    lendAgent('Mozilla/5.0 (Linux; Android 14) Mobile MicroMessenger/8.0.44')
    const left = vi.spyOn(window.location, 'assign').mockReturnValue()
    const { places, outcomes } = open(DETAIL)
    await userEvent.click(await screen.findByRole('button', { name: /授权登录/ }))
    expect(left).toHaveBeenCalledOnce()

    await openWanted()
    expect(places).toEqual([DETAIL])
    await openWanted()
    expect(outcomes.at(-1)).toBe('stepWanted')
    left.mockRestore()
  })
})

function lendAgent(agent: string) {
  const frame = document.createElement('iframe')
  frame.dataset['userAgent'] = agent
  Object.defineProperty(window, 'frameElement', { configurable: true, value: frame })
}
