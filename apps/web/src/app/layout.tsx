import { type ReactNode, useEffect } from 'react'
import { Banner } from '@qingzhou/ui/feedback'
import { rememberLink } from '#platform/navigation/link.ts'
import { useLocation } from '#platform/navigation/location.ts'
import { routes } from './routes.ts'

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
  [routes.staff.reviewProof.path, 'wideDesk'],
  ['/staffLoan', 'desk'],
]

export function layoutOf(path: string): LayoutKind {
  const row = prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
  return row?.[1] ?? 'plain'
}
