import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactNode, use } from 'react'
import { onSessionChange } from '#platform/session/session.ts'

/**
 * A failed call shows its own message, so queries do not retry by themselves. Without a network a
 * query fails instead of pausing.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: 30_000,
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
})

// Clear the cache when the user changes, so that no data reaches the next user of the phone.
onSessionChange(() => queryClient.clear())

/**
 * For what a borrower looks up on the way: without a network, a page that was open shows what it
 * knew. It is in memory only, and cleared with the session.
 */
export const keptWithoutNetwork = { gcTime: 60 * 60_000 } as const

/** Provides the app's query client to a screen or sheet that has none around it. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const outer = use(QueryClientContext)
  if (outer) return children
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

const wrapped = new Map<ComponentType, ComponentType>()

/** The same component for the same screen, so that opening it again keeps its state. */
export function inQueryProvider(Screen: ComponentType): ComponentType {
  const known = wrapped.get(Screen)
  if (known) return known
  const Wrapped = () => createElement(QueryProvider, null, createElement(Screen))
  wrapped.set(Screen, Wrapped)
  return Wrapped
}
