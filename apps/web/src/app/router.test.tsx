import { Confirm } from '@qingzhou/ui/overlays'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { useLocation } from '#platform/navigation/location.ts'
import { linkQuery } from '#platform/navigation/navigation.ts'
import { type AppRouter, createAppRouter, type Guard } from './hash-router.ts'
import { RouterProvider } from './router.tsx'
import { routes } from './routes.ts'
import type { ScreenRow } from './screens.ts'

const review = routes.staff.reviewEvidence
const { servicePage } = routes.notices
const { landing } = routes.onboarding
const pass: Guard = async () => undefined

const rows = [
  { route: review, load: async () => ({ default: () => <h1>{linkQuery()['evidenceNo']}</h1> }) },
  { route: servicePage, load: async () => ({ default: Named }) },
  { route: landing, load: async () => ({ default: () => <h1>landing</h1> }) },
  { route: routes.notices.notice, load: async () => ({ default: Broken }) },
  { route: routes.account.mine, load: async () => ({ default: () => <h1>mine</h1> }) },
]

function Named() {
  return <h1>page {useLocation().params['name']}</h1>
}

function Broken(): never {
  throw new Error('planted')
}

let router: AppRouter | undefined

afterEach(() => {
  cleanup()
  router?.dispose()
  vi.restoreAllMocks()
  window.history.replaceState(null, '', '#')
})

async function open(address: string, guard = pass, from: readonly ScreenRow[] = rows) {
  window.history.replaceState(null, '', `#${address}`)
  const opened = createAppRouter(from, guard)
  router = opened
  render(<RouterProvider router={opened} />)
  await screen.findByRole('heading')
  return opened
}

const headingText = () => screen.getByRole('heading', { level: 1 }).textContent

describe('the router', () => {
  it('renders a screen again when only the query of its address changes', async () => {
    const { navigate } = await open(`${review.path}?evidenceNo=PROOF-00001`)
    expect(headingText()).toBe('PROOF-00001')
    await act(async () => navigate(`${review.path}?evidenceNo=PROOF-00002`, { replace: true }))
    expect(headingText()).toBe('PROOF-00002')
  })

  it('finds a screen by a path in any case, with a last slash and with a parameter', async () => {
    const { navigate } = await open(`${landing.path.toUpperCase()}/`)
    expect(headingText()).toBe('landing')
    await act(async () => navigate('/user/a%20b?x=1'))
    expect(headingText()).toBe('page a b')
    await act(async () => navigate('/user/100%'))
    expect(headingText()).toBe('page 100%')
  })

  it('numbers the entries of the history, also those that a plain link creates', async () => {
    const { navigate } = await open(landing.path)
    expect(window.history.state).toMatchObject({ idx: 0 })
    await act(async () => navigate('/user/fees'))
    await act(async () => navigate('/user/about', { replace: true }))
    expect(window.history.state).toMatchObject({ idx: 1 })
    window.history.pushState(null, '', '#/user/verify')
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
    await waitFor(() => expect(headingText()).toBe('page verify'))
    expect(window.history.state).toMatchObject({ idx: 2 })
  })

  it('shows the screen of the last of two navigations, and aborts the guard of the first', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const signals: AbortSignal[] = []
    const guard: Guard = async (_, { at, signal }) => {
      if (at !== '/user/slow') return undefined
      signals.push(signal)
      await held
      return undefined
    }
    const { navigate } = await open(landing.path, guard)
    const first = navigate('/user/slow')
    await act(async () => navigate('/user/quick'))
    release()
    await act(async () => first)
    expect(headingText()).toBe('page quick')
    expect(window.location.hash).toBe('#/user/quick')
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('replaces a redirected address only if it was in the history', async () => {
    const { navigate } = await open('/user/old', async (_, { at }) =>
      at === '/user/old' ? '/user/new' : undefined,
    )
    expect([headingText(), window.history.state.idx]).toEqual(['page new', 0])
    await act(async () => navigate(landing.path))
    await act(async () => navigate('/user/old'))
    expect([headingText(), window.history.state.idx]).toEqual(['page new', 2])
  })

  it('loads the chunk of a screen a second time when the first time fails', async () => {
    const load = vi
      .fn<() => Promise<{ default: () => React.ReactNode }>>()
      .mockRejectedValueOnce(new Error('planted'))
      .mockResolvedValue({ default: () => <h1>loaded</h1> })
    await open(landing.path, pass, [{ route: landing, load }])
    expect(headingText()).toBe('loaded')
  })

  it('replaces a screen that fails to render until another one is opened', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const { navigate } = await open(routes.notices.notice.path)
    await screen.findByText('页面打开失败')
    await act(async () => navigate(landing.path))
    expect(headingText()).toBe('landing')
    expect(screen.queryByText('页面打开失败')).toBeNull()
  })
})

const pressBack = () => act(() => window.history.back())

describe('a navigation from an open overlay', () => {
  const withSheet = [
    ...rows.filter(({ route }) => route !== landing),
    { route: landing, load: async () => ({ default: SheetScreen }) },
  ]

  async function openSheet() {
    const opened = await open(landing.path, pass, rows)
    await act(async () => opened.navigate('/user/first'))
    opened.dispose()
    cleanup()
    const second = createAppRouter(withSheet, pass)
    router = second
    render(<RouterProvider router={second} />)
    await screen.findByRole('heading')
    await act(async () => second.navigate(landing.path))
    fireEvent.click(screen.getByRole('button', { name: '打开' }))
    await waitFor(() => expect(window.history.state).toMatchObject({ idx: 2, overlays: 1 }))
    return second
  }

  it('adds one entry after the screen, and Back returns to the screen', async () => {
    const { navigate } = await openSheet()
    await act(async () => navigate('/user/fees'))
    expect([headingText(), window.history.state.idx]).toEqual(['page fees', 3])
    pressBack()
    await waitFor(() => expect(headingText()).toBe('with sheet'))
    await waitFor(() => expect(window.history.state).not.toHaveProperty('overlays'))
    pressBack()
    await waitFor(() => expect(headingText()).toBe('page first'))
  })

  it('replaces the screen, not the entry of the overlay', async () => {
    const { navigate } = await openSheet()
    await act(async () => navigate('/user/fees', { replace: true }))
    expect([headingText(), window.history.state.idx]).toEqual(['page fees', 2])
    pressBack()
    await waitFor(() => expect(headingText()).toBe('page first'))
  })

  it('goes back to the screen before', async () => {
    const { navigate } = await openSheet()
    await act(async () => navigate(-1))
    await waitFor(() => expect(headingText()).toBe('page first'))
    expect(window.history.state).toMatchObject({ idx: 1 })
  })

  it('leaves the screen as it is when Back closes the overlay', async () => {
    await openSheet()
    fireEvent.change(screen.getByLabelText('卡号'), { target: { value: '6222' } })
    pressBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('卡号').value).toBe('6222')
    expect(window.history.state).toMatchObject({ idx: 2 })
  })
})

function SheetScreen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <h1>with sheet</h1>
      <input aria-label="卡号" />
      <button type="button" onClick={() => setOpen(true)}>
        打开
      </button>
      <Confirm
        open={isOpen}
        onClose={() => setOpen(false)}
        title="确认"
        confirmLabel="确认还款"
        onConfirm={() => undefined}
      >
        从江海银行扣款
      </Confirm>
    </>
  )
}

async function openSlow(to: string) {
  const slow = createGate()
  slow.open()
  const opened = await open(landing.path, slow.guard)
  await act(async () => opened.navigate('/user/first'))
  slow.close()
  let opening: Promise<void> | undefined
  act(() => {
    opening = opened.navigate(to)
  })
  return { ...opened, slow, opening }
}

describe('a screen that takes long to load', () => {
  it('[2.008] is announced by its title and outline, which go when it is shown', async () => {
    const { slow, opening } = await openSlow(`${review.path}?evidenceNo=PROOF-00001`)
    expect(await screen.findByRole('heading', { name: review.title })).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain(`正在打开${review.title}`)
    slow.open()
    await act(async () => opening)
    expect(headingText()).toBe('PROOF-00001')
    expect(screen.queryByRole('status')).toBeNull()
  })

  it('has no back button in its outline if it is a tab', async () => {
    const { slow, opening } = await openSlow(routes.account.mine.path)
    const { title } = routes.account.mine
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '返回' })).toBeNull()
    slow.open()
    await act(async () => opening)
  })

  it('is given up by the back button of its outline, and the screen before stays', async () => {
    const { slow, opening } = await openSlow('/user/slow')
    fireEvent.click(await screen.findByRole('button', { name: '返回' }))
    slow.open()
    await act(async () => opening)
    expect(headingText()).toBe('page first')
    expect(window.history.state).toMatchObject({ idx: 1 })
  })

  it('is given up by Back before it is in the history', async () => {
    const { slow, opening } = await openSlow('/user/slow')
    pressBack()
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    await waitFor(() => expect(window.history.state).toMatchObject({ idx: 1 }))
    slow.open()
    await act(async () => opening)
    expect([headingText(), window.location.hash]).toEqual(['page first', '#/user/first'])
  })

  it('is given up by Back after a plain link, without asking the guard again', async () => {
    let requests = 0
    const gate = Promise.withResolvers<void>()
    const guard: Guard = async (_, { at }) => {
      requests += 1
      if (at === '/user/slow') await gate.promise
      return undefined
    }
    await open(landing.path, guard)
    act(() => {
      window.history.pushState(null, '', '#/user/slow')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await screen.findByRole('status')
    pressBack()
    await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
    expect([headingText(), requests]).toEqual(['landing', 2])
    gate.resolve()
  })
})

/** A guard that answers when it is told to. */
function createGate() {
  let gate = Promise.withResolvers<void>()
  return {
    guard: async () => {
      await gate.promise
      return undefined
    },
    close: () => {
      gate = Promise.withResolvers()
    },
    open: () => gate.resolve(),
  }
}
