import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { provideNavigator } from '#platform/navigation/navigation.ts'
import { onOutcome, type Outcome } from '#platform/api/api-error.ts'

/** Renders a screen and records its navigation and call outcomes. */
export function openScreen(screen: ReactNode) {
  const places: string[] = []
  const outcomes: Outcome['kind'][] = []
  provideNavigator({
    navigate: async (address) => void places.push(address),
    restart: (address) => void places.push(`restart ${address}`),
    back: (otherwise) => void places.push(otherwise ? `back or ${otherwise}` : 'back'),
  })
  onOutcome(({ kind }) => void outcomes.push(kind))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const view = render(<QueryClientProvider client={client}>{screen}</QueryClientProvider>)
  return {
    ...view,
    places,
    /** `stepWanted` records that a form continues to the next step. */
    outcomes,
  }
}
