import { Banner } from '@qingzhou/ui/banner'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { rememberLink } from '#platform/remember-link.ts'
import { layoutOf } from './layout-kinds.ts'
import type { LayoutKind } from './layout-kinds.ts'

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
