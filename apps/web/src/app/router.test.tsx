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
