import { type ComponentType, useEffect, useState } from 'react'
import {
  createHashRouter,
  redirect,
  replace,
  type RouteObject,
  useLocation,
  useMatches,
  useNavigation,
  useOutlet,
  useRouteError,
} from 'react-router'
import { ErrorInPlace } from '@qingzhou/ui/feedback'
import { LoadingOverlay, toast } from '@qingzhou/ui/overlays'
import { Screen } from '@qingzhou/ui/layout'
import { ApiError } from '#platform/api/api-error.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { logProblem } from '#platform/browser/log.ts'
import { back } from '#platform/navigation/navigation.ts'
import type { LoadScreen } from '#platform/navigation/screens.ts'
import { KeepAlive } from './keep-alive.tsx'
import { Layout } from './layout.tsx'
import type { Route } from './routes.ts'
import type { ScreenRow } from './screens.ts'

/** Runs before a screen opens; returns an address to redirect to. */
export type Guard = (
  route: Route | undefined,
  navigation: { readonly at: string; readonly search: string; readonly signal: AbortSignal },
) => Promise<string | undefined>

export type AppRouter = ReturnType<typeof createHashRouter>

/** Creates the router from the route table: one chunk per screen, guarded while it loads. */
export function createAppRouter(rows: readonly ScreenRow[], guard: Guard): AppRouter {
  return createHashRouter([
    {
      element: <Frame />,
      errorElement: <BrokenScreen />,
      children: [
        ...rows.map((row) => screenRoute(row, guard)),
        { path: '*', loader: ({ request }) => redirectFor(guard, { request }), element: null },
      ],
    },
  ])
}

/**
 * React Router's own lazy loading renders nothing when a chunk fails to load; an error thrown by
 * the loader is rendered in place.
 */
function screenRoute({ route, load }: ScreenRow, guard: Guard): RouteObject {
  let Loaded: ComponentType | undefined

  /** Re-renders when only the query changes: screens read their parameters from it. */
  function Shown() {
    useLocation()
    return Loaded && <Loaded />
  }

  return {
    path: route.path,
    handle: route,
    errorElement: <BrokenScreen />,
    Component: Shown,
    loader: async ({ request }) => {
      const loading = loadScreen(load)
      // A redirect does not wait for the chunk of the screen it replaces.
      loading.catch(() => undefined)
      const redirection = await redirectFor(guard, { route, request })
      if (redirection) return redirection
      Loaded = (await loading).default
      return null
    },
  }
}

async function redirectFor(
  guard: Guard,
  { route, request }: { readonly route?: Route; readonly request: Request },
): Promise<Response | null> {
  const { pathname: at, search } = new URL(request.url)
  const to = await guard(route, { at, search, signal: request.signal })
  if (to === undefined) return null
  return isInAddressBar(at) ? replace(to) : redirect(to)
}

/**
 * On the first load or a history navigation the address is already in the history: replace it, or
 * `back` would return to it.
 */
function isInAddressBar(path: string): boolean {
  return (window.location.hash.slice(1).split('?')[0] || '/') === path
}

const PAUSE_MS = 400

/** Loads the module of a screen; retries once. */
async function loadScreen(load: LoadScreen, pauseMs = PAUSE_MS) {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return load()
  }
}

/** The root element: layout, current screen and kept screens. */
function Frame() {
  const outlet = useOutlet()
  const { pathname, key } = useLocation()
  const { state } = useNavigation()
  const route = useCurrentRoute()
  const keepAlive = route?.keepAlive ?? false

  useEffect(() => {
    if (route) document.title = route.title
  }, [route])

  // Drop kept screens when the session changes, so that no input reaches the next user. The change
  // takes effect with the next screen, so the sign-in screen itself stays until it is left.
  const [session, setSession] = useState({ key, token: readCookie('token') })
  if (session.key !== key) setSession({ key, token: readCookie('token') })

  return (
    <Layout path={pathname}>
      <KeepAlive key={session.token ?? ''} shown={{ key: pathname, keepAlive }}>
        {outlet}
      </KeepAlive>
      <LoadingOverlay visible={state !== 'idle'} />
    </Layout>
  )
}

function useCurrentRoute(): Route | undefined {
  // The handle of each route is its row of the route table.
  return useMatches().slice(-1)[0]?.handle as Route | undefined
}

/**
 * Shown when a screen cannot be loaded or rendered. After a deployment the old chunks are gone, and
 * a reload fixes it.
 */
export function BrokenScreen() {
  const error = useRouteError()
  useEffect(() => {
    if (!(error instanceof ApiError)) logProblem('screen.broken', error)
  }, [error])
  useReloadWhenOnline()

  return (
    <Screen title="轻舟" onBack={back}>
      <ErrorInPlace title="页面打开失败" onRetry={reloadPage}>
        网络不稳定或页面已更新，您的资料已保存，请重新加载。
      </ErrorInPlace>
    </Screen>
  )
}

/** Reloads the page when the browser comes online. */
function useReloadWhenOnline() {
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
}

/** Reloading while offline would show the browser's error page. */
function reloadPage() {
  if (navigator.onLine) window.location.reload()
  else toast('网络还没有连上，连上后会自动打开')
}
