import {
  type Query,
  QueryClient,
  QueryClientContext,
  QueryClientProvider,
  type QueryFunctionContext,
} from '@tanstack/react-query'
import { type ComponentType, createElement, type ReactNode, use } from 'react'
import type { FirstQueries, ScreenModule } from '#platform/navigation/screens.ts'
import { isSignedIn, onSessionChange } from '#platform/session/session.ts'
import { silentSignIn } from '#platform/session/silent-sign-in.ts'
import type { CallOptions } from './client.ts'

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

/** Provides the app's query client to a screen or sheet that has none around it. */
export function QueryProvider({ children }: { readonly children: ReactNode }) {
  const outer = use(QueryClientContext)
  if (outer) return children
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

const wrapped = new Map<ComponentType, ComponentType>()

/**
 * Starts the first queries of a screen and wraps it. The same component for the same screen, so that
 * opening it again keeps its state.
 */
export function inQueryProvider({ default: Screen, firstQueries }: ScreenModule): ComponentType {
  if (firstQueries) void requestEarly(firstQueries)
  const known = wrapped.get(Screen)
  if (known) return known
  const Wrapped = () => createElement(QueryProvider, null, createElement(Screen))
  wrapped.set(Screen, Wrapped)
  return Wrapped
}

const EARLY = { isEarly: true }

/** Requests what a screen shows first while its guard still asks whether the screen may open. */
async function requestEarly(firstQueries: FirstQueries): Promise<void> {
  await silentSignIn()
  if (!isSignedIn()) return
  firstQueries((query) => {
    void queryClient.prefetchQuery({ ...query, staleTime: 0, meta: EARLY })
  })
}

/**
 * The options of a call whose screen shows its error itself. The outcome of an early call is left to
 * the guard: the screen it belongs to may never open, or requests again.
 */
export function optionsOf({ signal, meta }: QueryFunctionContext): CallOptions {
  return { signal, quiet: true, ...(meta === EARLY && { leaveOutcome: true }) }
}

const JUST_NOW_MS = 1000

/**
 * For data that is requested whenever a page opens, unless it has just been requested for it. Without
 * a network, a page that was open shows what it knew: in memory only, and cleared with the session.
 */
export const refetchOnOpen = {
  refetchOnMount: ({ state }: Pick<Query, 'state'>) =>
    state.isInvalidated || Date.now() - state.dataUpdatedAt > JUST_NOW_MS ? 'always' : false,
  gcTime: 60 * 60_000,
} as const
