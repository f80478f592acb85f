import { lender } from '#platform/browser/config.ts'
import type { ReactNode } from 'react'
import { Component, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { Banner, ErrorInPlace, SkeletonCards } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { alignOverlays, toast } from '@qingzhou/ui/overlays'
import { ApiError } from '#platform/api/api-error.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { logProblem } from '#platform/browser/log.ts'
import { rememberLink } from '#platform/navigation/link.ts'
import type { ScreenLocation } from '#platform/navigation/location.ts'
import { LocationContext, useLocation } from '#platform/navigation/location.ts'
import { back } from '#platform/navigation/navigation.ts'
import type { AppRouter, ShownScreen } from './hash-router.ts'
import { KeepAlive } from './keep-alive.tsx'
import { type Route, routes } from './routes.ts'

const widths: { readonly [Kind in LayoutKind]?: string } = {
  desk: 'layout layout-desk',
  wideDesk: 'layout layout-wide-desk',
}

const banners: { readonly [Kind in LayoutKind]: ReactNode } = {
  fraudWarning: (
    <Banner tone="deep">
      谨防诈骗：自称电商客服，让您借款后转账或办理退款的，都是骗子，请勿相信。
    </Banner>
  ),
  free: <Banner tone="plain">申请本产品不收取任何费用。</Banner>,
  plain: null,
  desk: null,
  wideDesk: null,
}

/** The banner and width of an area of the app. */
export function Layout({
  path,
  children,
}: {
  readonly path: string
  readonly children: ReactNode
}) {
  const { key } = useLocation()
  useEffect(rememberLink, [key])

  const kind = layoutOf(path)
  return (
    <div className={widths[kind] ?? 'layout'}>
      {banners[kind]}
      {children}
    </div>
  )
}

/** The banner above a screen and its maximum width; the staff area is also used on computers. */
type LayoutKind = 'fraudWarning' | 'free' | 'plain' | 'desk' | 'wideDesk'

const { landing, bankPartnerLanding, unionPayLanding, register, registerInWallet } =
  routes.onboarding

/** Layouts by path prefix; all others are plain. */
const prefixes: readonly (readonly [prefix: string, kind: LayoutKind])[] = [
  ['/apply', 'fraudWarning'],
  [landing.path, 'fraudWarning'],
  [bankPartnerLanding.path, 'fraudWarning'],
  [unionPayLanding.path, 'fraudWarning'],
  [register.path, 'fraudWarning'],
  [registerInWallet.path, 'fraudWarning'],
  // Mall purchases are financed by a loan, and refund scams target exactly these customers.
  ['/weiyaMall', 'fraudWarning'],
  ['/wxPayment', 'free'],
  [routes.staff.reviewEvidence.path, 'wideDesk'],
  ['/staffLoan', 'desk'],
]

export function layoutOf(path: string): LayoutKind {
  const row = prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
  return row?.[1] ?? 'plain'
}

/** Renders what the router has opened; nothing until the first screen is loaded. */
export function RouterProvider({ router }: { readonly router: AppRouter }) {
  const { shown, isLoading, target } = useSyncExternalStore(router.subscribe, () => router.state)
  if (!shown) return null
  return (
    <LocationContext value={shown.location}>
      <Frame shown={shown}>{isLoading && <Opening route={target} onBack={router.giveUp} />}</Frame>
    </LocationContext>
  )
}

type OpeningProps = { readonly route: Route | undefined; readonly onBack: () => void }

/** The pages with the tabs at the bottom, which have no way back. Names of routes would be longer. */
const TABS = /\/(limit|mine|repayIndex)$/

/** Covers the page with the outline of the next one; visible if that takes longer than a moment. */
function Opening({ route, onBack }: OpeningProps) {
  const { title, path } = route ?? { title: lender.product, path: '' }
  const isTab = TABS.test(path)
  return (
    <div className="opening">
      <Screen title={title} home={isTab} onBack={isTab ? undefined : onBack}>
        <SkeletonCards label={`正在打开${title}`} />
      </Screen>
    </div>
  )
}

/** The root element: layout, current screen and kept screens. */
function Frame({ shown, children }: { readonly shown: ShownScreen; readonly children: ReactNode }) {
  const { location, route } = shown
  const { pathname, key } = location
  const keepAlive = route?.keepAlive ?? false

  useEffect(() => {
    if (route) document.title = route.title
  }, [route])

  // A screen that stays has its overlays open; a reload leaves entries of overlays behind.
  useEffect(alignEntries, [key])

  // Drop kept screens when the session changes, so that no input reaches the next user. The change
  // takes effect with the next screen, so the sign-in screen itself stays until it is left.
  const [session, setSession] = useState({ key, token: readCookie('token') })
  if (session.key !== key) setSession({ key, token: readCookie('token') })

  return (
    <Layout path={pathname}>
      <KeepAlive key={session.token ?? ''} shown={{ key: pathname, keepAlive }}>
        {useScreen(shown)}
      </KeepAlive>
      {children}
    </Layout>
  )
}

const alignEntries = () => void alignOverlays()

/** A new element for each address: screens read their parameters from the query. */
function useScreen({ location, Screen: Loaded, error }: ShownScreen): ReactNode {
  return useMemo(() => {
    if (error !== undefined) return <BrokenScreen error={error} />
    return <ScreenBoundary location={location}>{Loaded && <Loaded />}</ScreenBoundary>
  }, [location, Loaded, error])
}

type BoundaryProps = { readonly location: ScreenLocation; readonly children: ReactNode }
type BoundaryState = { readonly location: ScreenLocation; readonly error?: { cause: unknown } }

/** Replaces a screen that throws while rendering, until another address is opened. */
class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  constructor(props: BoundaryProps) {
    super(props)
    this.state = { location: props.location }
  }

  static getDerivedStateFromError(cause: unknown) {
    return { error: { cause } }
  }

  static getDerivedStateFromProps({ location }: BoundaryProps, state: BoundaryState) {
    return location === state.location ? null : { location, error: undefined }
  }

  override render() {
    const { error } = this.state
    return error ? <BrokenScreen error={error.cause} /> : this.props.children
  }
}

/**
 * Shown when a screen cannot be loaded or rendered. After a deployment the old chunks are gone, and
 * a reload fixes it.
 */
function BrokenScreen({ error }: { readonly error: unknown }) {
  useEffect(() => {
    if (!(error instanceof ApiError)) logProblem('screen.broken', error)
  }, [error])
  useReloadWhenOnline()

  return (
    <Screen title={lender.product} onBack={back}>
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
