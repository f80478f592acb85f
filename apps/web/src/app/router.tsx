import type { ComponentType } from 'react'
import { createHashRouter, redirect, replace, useLocation } from 'react-router'
import type { RouteObject } from 'react-router'
import { BrokenScreen } from './broken-screen.tsx'
import { Frame } from './frame.tsx'
import { loadScreen } from './load-screen.ts'
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
