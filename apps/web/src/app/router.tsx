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

/** Decides before a screen opens; answers with the address to go to instead. */
export type Guard = (
  route: Route | undefined,
  navigation: { readonly at: string; readonly search: string; readonly signal: AbortSignal },
) => Promise<string | undefined>

export type AppRouter = ReturnType<typeof createHashRouter>

/** The router of the route table: each screen in a chunk of its own, checked while it loads. */
export function createAppRouter(rows: readonly ScreenRow[], guard: Guard): AppRouter {
  return createHashRouter([
    {
      element: <Frame />,
      errorElement: <BrokenScreen />,
      children: [
        ...rows.map((row) => screenRoute(row, guard)),
        { path: '*', loader: ({ request }) => instead(guard, { request }), element: null },
      ],
    },
  ])
}

/**
 * The router has its own way to load lazily, but shows nothing at all when a chunk does not come;
 * an error of the loader is shown in place.
 */
function screenRoute({ route, load }: ScreenRow, guard: Guard): RouteObject {
  let Loaded: ComponentType | undefined

  /** Drawn anew when only the query of its address changes: a screen reads there what it is about. */
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
      // Whoever is sent elsewhere does not wait for a screen that they will not see.
      loading.catch(() => undefined)
      const redirection = await instead(guard, { route, request })
      if (redirection) return redirection
      Loaded = (await loading).default
      return null
    },
  }
}

async function instead(
  guard: Guard,
  { route, request }: { readonly route?: Route; readonly request: Request },
): Promise<Response | null> {
  const { pathname: at, search } = new URL(request.url)
  const to = await guard(route, { at, search, signal: request.signal })
  if (to === undefined) return null
  return isInAddressBar(at) ? replace(to) : redirect(to)
}

/** On a loaded or a revisited page the address is there already; left there, it would trap `back`. */
function isInAddressBar(path: string): boolean {
  return (window.location.hash.slice(1).split('?')[0] || '/') === path
}

const PAUSE_MS = 400

/** Loads a screen's module; a chunk that did not come is asked for once more. */
async function loadScreen(load: LoadScreen, pauseMs = PAUSE_MS) {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    return load()
  }
}

/** The root of every address: the layout, the current screen, and those kept behind it. */
function Frame() {
  const outlet = useOutlet()
  const { pathname, key } = useLocation()
  const { state } = useNavigation()
  const route = useCurrentRoute()
  const keepAlive = route?.keepAlive ?? false

  useEffect(() => {
    if (route) document.title = route.title
  }, [route])

  // What one person typed is never shown to the next: another session starts with nothing kept.
  // It starts with its first screen, so the one where somebody signs in stays until it is left.
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
  // The router was built from the route table, and each handle is the row it was built from.
  return useMatches().slice(-1)[0]?.handle as Route | undefined
}

/**
 * In place of a screen that could not be loaded or drawn. After a new version was put up, the old
 * page's chunks are gone: loading afresh is what helps.
 */
export function BrokenScreen() {
  const error = useRouteError()
  useEffect(() => {
    if (!(error instanceof ApiError)) logProblem('screen.broken', error)
  }, [error])
  useReloadOnceOnline()

  return (
    <Screen title="轻舟" onBack={back}>
      <ErrorInPlace title="页面没有打开" onRetry={loadAfresh}>
        可能是网络不太顺畅，或页面刚刚更新。您的资料都在，请重新加载。
      </ErrorInPlace>
    </Screen>
  )
}

/** Whoever waits for the line has nothing to press once it is back. */
function useReloadOnceOnline() {
  useEffect(() => {
    const reload = () => window.location.reload()
    window.addEventListener('online', reload)
    return () => window.removeEventListener('online', reload)
  }, [])
}

/** Without a line this would leave the app for the browser's own error page. */
function loadAfresh() {
  if (navigator.onLine) window.location.reload()
  else toast('网络还没有连上，连上后会自动打开')
}
