import '@qingzhou/ui/ui.css'
import './app.css'
import { PartnerMark } from '@qingzhou/ui/graphics'
import { toast, Toaster } from '@qingzhou/ui/overlays'
import { createRoot } from 'react-dom/client'
import { ApiError } from '#platform/api/api-error.ts'
import { partnerMark } from '#platform/browser/config.ts'
import { logProblem } from '#platform/browser/log.ts'
import { connect } from './connect.ts'
import { FirstLandingEnd } from './first-landing.ts'
import { replaceOldBuild } from './old-build.ts'
import { guardScreen } from './guards/guard-screen.ts'
import { type AppRouter, createAppRouter } from './hash-router.ts'
import { RouterProvider } from './router.tsx'
import { screenRows } from './screens.ts'

const router = createAppRouter(screenRows, guardScreen)
connect(router)
replaceOldBuild(router)

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
  if (!root) throw new Error('#root missing')
  await waitUntilOpened(router)
  createRoot(root).render(
    <PartnerMark value={partnerMark}>
      <RouterProvider router={router} />
      <Toaster />
      <FirstLandingEnd />
    </PartnerMark>,
  )
}

/** The page keeps its static first paint until the first screen is rendered. */
function waitUntilOpened(router: AppRouter): Promise<void> {
  if (router.state.shown) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = router.subscribe(() => {
      if (!router.state.shown) return
      unsubscribe()
      resolve()
    })
  })
}

void start()
