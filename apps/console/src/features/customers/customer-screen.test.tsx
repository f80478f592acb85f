import { fen } from '@qingzhou/domain/money/money'
import { codes } from '@qingzhou/contract/codes'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { memberQuery } from '#platform/member.ts'
import { customerQueries } from './calls.ts'
import CustomerScreen from './customer-screen.tsx'
import { Route } from 'wouter'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const none = fen(0n)
const shown = {
  customer: '17',
  name: '**禾',
  phone: '139****0000',
  registeredAt: 0,
  blocks: [],
  loans: [],
  principalLeft: none,
  overdue: none,
  refundsOwed: none,
  proposals: [],
  exceptions: [],
}

it('says that a customer is gone who was erased while the page was open', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: codes.accountState, msg: '没有找到这位客户', requestId: 'r', data: {} }),
  )
  window.history.replaceState({}, '', '/customers/17')
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const member = { staffNo: 'S1', name: '余舟', roles: ['operator' as const] }
  cache.setQueryData(memberQuery.queryKey, { ...member, permissions: ['customers:read'] })
  cache.setQueryDefaults(memberQuery.queryKey, { staleTime: Infinity })
  cache.setQueryData(customerQueries.head('17').queryKey, shown)
  render(
    <QueryClientProvider client={cache}>
      <Route path="/customers/:no">
        <CustomerScreen />
      </Route>
    </QueryClientProvider>,
  )
  expect(screen.getByText('**禾')).toBeTruthy()
  await cache.refetchQueries({ queryKey: customerQueries.head('17').queryKey })
  expect(await screen.findByText('没有这位客户')).toBeTruthy()
  expect(screen.queryByText('**禾')).toBeNull()
})
