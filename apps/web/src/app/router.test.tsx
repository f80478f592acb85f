import { act, cleanup, render, screen } from '@testing-library/react'
import { RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { linkQuery } from '#platform/navigation/navigation.ts'
import { createAppRouter } from './router.tsx'
import { routes } from './routes.ts'

const route = routes.staff.reviewProof
const rows = [{ route, load: async () => ({ default: Named }) }]

function Named() {
  return <h1>{linkQuery()['proofNo']}</h1>
}

afterEach(() => {
  cleanup()
  window.location.hash = ''
})

it('renders a screen again when only the query of its address changes', async () => {
  window.location.hash = `${route.path}?proofNo=PROOF-00001`
  const router = createAppRouter(rows, async () => undefined)
  render(<RouterProvider router={router} />)
  expect((await screen.findByRole('heading')).textContent).toBe('PROOF-00001')
  await act(async () => router.navigate(`${route.path}?proofNo=PROOF-00002`, { replace: true }))
  expect(screen.getByRole('heading').textContent).toBe('PROOF-00002')
  router.dispose()
})

it('covers the page while a screen loads, and uncovers it after each navigation', async () => {
  const slow = guardedBy()
  window.location.hash = `${route.path}?proofNo=PROOF-00001`
  const router = createAppRouter(rows, slow.guard)
  slow.open()
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'PROOF-00001' })
  expect(screen.queryByText('正在打开，请稍候')).toBeNull()
  for (const proofNo of ['PROOF-00002', 'PROOF-00003']) {
    slow.close()
    let opening: Promise<void> | undefined
    act(() => {
      opening = router.navigate(`${route.path}?proofNo=${proofNo}`)
    })
    await screen.findByText('正在打开，请稍候')
    slow.open()
    await act(async () => opening)
    expect(screen.getByRole('heading').textContent).toBe(proofNo)
    expect(screen.queryByText('正在打开，请稍候')).toBeNull()
  }
  router.dispose()
})

/** A guard that answers when it is told to. */
function guardedBy() {
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
