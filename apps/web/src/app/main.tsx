import '@qingzhou/ui/ui.css'
import './app.css'
import { toast, Toaster } from '@qingzhou/ui/overlays'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { ApiError } from '#platform/api/api-error.ts'
import { guardAddress } from '#platform/session/link-token.ts'
import { logProblem } from '#platform/browser/log.ts'
import { rememberLink } from '#platform/navigation/link.ts'
import { onSessionChange } from '#platform/session/session.ts'
import { connect } from './connect.ts'
import { replaceOldBuild } from './old-build.ts'
import { guardScreen } from './guard-screen.ts'
import { type AppRouter, createAppRouter } from './router.tsx'
import { screenRows } from './screens.ts'

// Run first: no other code may see the link token in the address.
guardAddress()
rememberLink()

const router = createAppRouter(screenRows, guardScreen)
connect(router)
replaceOldBuild(router)

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

window.addEventListener('unhandledrejection', (event) => {
  if (wasReported(event.reason)) return event.preventDefault()
  toast('系统异常，请稍后再试')
  logProblem('unhandled-rejection', event.reason)
})

/** A failed call has already shown its message; an aborted call needs none. */
function wasReported(reason: unknown): boolean {
  if (reason instanceof ApiError) return true
  return reason instanceof DOMException && reason.name === 'AbortError'
}

async function start(): Promise<void> {
  const root = document.querySelector('#root')
  if (!root) throw new Error('index.html: element #root missing')
  await opened(router)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}

/** The page keeps its static first paint until the first screen is rendered. */
function opened(router: AppRouter): Promise<void> {
  if (router.state.initialized) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return
      unsubscribe()
      resolve()
    })
  })
}

void start()
