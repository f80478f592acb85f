import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { Banner } from '@qingzhou/ui/feedback'
import { rememberLink } from '#platform/navigation/link.ts'
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

/** What stands above the screens of a part of the app. */
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

/** What stands above a screen, and how wide it may grow: staff work at computers as well. */
type LayoutKind = 'fraudWarning' | 'free' | 'plain' | 'desk' | 'wideDesk'

const { landing, bankPartnerLanding, unionPayLanding, register, registerInWallet } =
  routes.onboarding

/** Layouts by the beginning of the path; the rest is plain. */
const prefixes: readonly (readonly [prefix: string, kind: LayoutKind])[] = [
  ['/apply', 'fraudWarning'],
  [landing.path, 'fraudWarning'],
  [bankPartnerLanding.path, 'fraudWarning'],
  [unionPayLanding.path, 'fraudWarning'],
  [register.path, 'fraudWarning'],
  [registerInWallet.path, 'fraudWarning'],
  // What is bought here is paid by a loan, and a caller about a refund is nowhere more believed.
  ['/weiyaMall', 'fraudWarning'],
  ['/wxPayment', 'free'],
  [routes.staff.reviewProof.path, 'wideDesk'],
  ['/staffLoan', 'desk'],
]

export function layoutOf(path: string): LayoutKind {
  const row = prefixes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`))
  return row?.[1] ?? 'plain'
}
