import { Toaster } from '@qingzhou/ui/overlays'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '#platform/api/api-error.ts'
import { createAppRouter } from './hash-router.ts'
import { RouterProvider } from './router.tsx'

const reload = vi.fn<() => void>()

beforeEach(() => {
  vi.spyOn(window.location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  reload.mockClear()
})

async function guard(): Promise<never> {
  throw new ApiError('网络不稳定', { code: 'network' })
}

async function openBroken({ onLine }: { readonly onLine: boolean }) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  const router = createAppRouter([], guard)
  render(
    <>
      <RouterProvider router={router} />
      <Toaster />
    </>,
  )
  return screen.findByRole('button', { name: '重新加载' })
}

describe('a screen that could not be opened', () => {
  it('reloads the page when the browser is online', async () => {
    await userEvent.click(await openBroken({ onLine: true }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it('does not reload while offline, which would show the browser’s error page', async () => {
    await userEvent.click(await openBroken({ onLine: false }))
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringContaining('网络还没有连上'),
      ),
    )
    expect(reload).not.toHaveBeenCalled()
  })

  it('reloads the page when the browser comes online', async () => {
    await openBroken({ onLine: false })
    window.dispatchEvent(new Event('online'))
    expect(reload).toHaveBeenCalledOnce()
  })
})
