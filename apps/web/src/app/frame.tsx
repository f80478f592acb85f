import { LoadingOverlay } from '@qingzhou/ui/loading-overlay'
import { useEffect, useState } from 'react'
import { useLocation, useMatches, useNavigation, useOutlet } from 'react-router'
import { readCookie } from '#platform/cookies.ts'
import { KeepAlive } from './keep-alive.tsx'
import { Layout } from './layout.tsx'
import type { Route } from './routes.ts'

/** The root of every address: the layout, the current screen, and those kept behind it. */
export function Frame() {
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
