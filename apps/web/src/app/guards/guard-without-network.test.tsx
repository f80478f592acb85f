import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeToken } from '#platform/session/session.ts'
import { routes } from '../routes.ts'
import { stepPaths } from './guard.ts'
import { guardedApp, toHash } from '../testing/guarded-app.tsx'

const { landing } = routes.onboarding

const app = guardedApp()
const { open } = app

const cutOff = () => vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))

describe('without a network', () => {
  afterEach(() => vi.restoreAllMocks())

  it('opens a screen again that this session has opened, and no other', async () => {
    storeToken('session that loses the network')
    await open(toHash('/documents'))
    await act(async () => app.router?.navigate(landing.path))
    cutOff()
    await act(async () => app.router?.navigate('/documents'))
    expect(screen.getByRole('heading', { name: 'screen /documents' })).toBeTruthy()
    await act(async () => app.router?.navigate(stepPaths.limit))
    expect(screen.getByText('页面打开失败')).toBeTruthy()
  })

  it('opens nothing that another session has opened', async () => {
    storeToken('session')
    await open(toHash('/documents'))
    await act(async () => app.router?.navigate(landing.path))
    storeToken('another session')
    cutOff()
    await act(async () => app.router?.navigate('/documents'))
    expect(screen.getByText('页面打开失败')).toBeTruthy()
  })
})
