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
import { guardScreen } from './guard-screen.ts'
import { type AppRouter, createAppRouter } from './router.tsx'
import { screenRows } from './screens.ts'

// First of all: nothing may see a link's token before it is taken out of the address.
guardAddress()
rememberLink()

const router = createAppRouter(screenRows, guardScreen)
connect(router)

/**
 * A call that failed was announced when it failed; asking again is the borrower's to decide. Without
 * a network it fails like any other, rather than look as if it were still on its way.
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

// What the server told one person is never shown to the next on the same phone.
onSessionChange(() => queryClient.clear())

window.addEventListener('unhandledrejection', (event) => {
  if (wasSaid(event.reason)) return event.preventDefault()
  toast('系统异常，请稍后再试')
  logProblem('unhandled-rejection', event.reason)
})

/** A failed call was announced where it failed, and one whose screen was left concerns nobody. */
function wasSaid(reason: unknown): boolean {
  if (reason instanceof ApiError) return true
  return reason instanceof DOMException && reason.name === 'AbortError'
}

async function start(): Promise<void> {
  const root = document.querySelector('#root')
  if (!root) throw new Error('index.html has the root')
  await opened(router)
  createRoot(root).render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
}

/** Until the first screen can be drawn, the page shows what it was served with. */
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
