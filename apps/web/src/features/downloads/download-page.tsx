import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { DownloadIcon } from '@qingzhou/ui/graphics'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { phoneSystem } from '#platform/browser/browser.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { QrCode } from '#shared/pages/qr-code.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { PageFooter } from '#shared/sign-in/landing/page-footer.tsx'
import { Blocks, staticPageQuery } from '#shared/agreements/static-page.tsx'
import type { PageContent } from '#shared/agreements/static-page.tsx'
import './download-page.css'
import {
  BillsDrawing,
  ReminderDrawing,
  StepsDrawing,
  BadgeDrawing,
  FifthYearDrawing,
  OnwardDrawing,
} from './drawings.tsx'

interface DownloadPageProps {
  /** The name of the static page. */
  name: string
  drawing: ReactNode
}

/** A campaign page: headline, offer and download. */
export function DownloadPage({ name, drawing }: DownloadPageProps) {
  const page = useQuery(staticPageQuery(name))

  return (
    <Screen title={routes.downloads.download1.title} onBack={back}>
      <QueryState query={page} skeleton={<DownloadSkeleton drawing={drawing} />}>
        {({ title, summary, blocks, download }) => (
          <div className="download">
            <header className="download-head">
              {drawing}
              <h2 className="heading balance">{title}</h2>
              <p className="ink-2 balance">{summary}</p>
            </header>
            <DownloadButtons download={download ?? {}} />
            <section className="card download-words">
              <Blocks blocks={blocks} />
            </section>
            <PageFooter />
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

/** The skeleton: the drawing is present, the text is loading. */
function DownloadSkeleton({ drawing }: { drawing: ReactNode }) {
  return (
    <div className="download">
      <div className="download-head">
        {drawing}
        <span className="skeleton skeleton-number" />
        <span className="skeleton skeleton-wide" />
      </div>
      <span className="skeleton download-button-outline" />
      <section className="card">
        <SkeletonLines count={6} />
      </section>
    </div>
  )
}

type Download = NonNullable<PageContent['download']>

const toLanding = `#${addressOf(routes.onboarding.landing)}`

const names = { ios: '下载 iPhone 版', android: '下载安卓版' } as const

/** Only these addresses are offered: https, or a page of our own. */
const ADDRESS = /^(https:\/\/|\/(?![/\\]))/

/** The download buttons of this phone's system, or of both. Without one, the app works in the browser. */
function DownloadButtons({ download }: { download: Download }) {
  const system = phoneSystem()
  const systems = system === 'other' ? (['ios', 'android'] as const) : ([system] as const)
  const offered = systems.flatMap((one) => {
    const href = download[one]
    return href !== undefined && ADDRESS.test(href) ? [{ system: one, href }] : []
  })

  return (
    <div className="stack stack-3">
      {offered.map((one, index) => (
        <ButtonLink
          key={one.system}
          href={one.href}
          kind={index === 0 ? 'primary' : 'quiet'}
          icon={<DownloadIcon size={20} />}
        >
          {names[one.system]}
        </ButtonLink>
      ))}
      <ButtonLink href={toLanding} kind={offered.length === 0 ? 'primary' : 'text'}>
        {offered.length === 0 ? '在浏览器中使用' : '不下载，在浏览器中使用'}
      </ButtonLink>
      <p className="caption ink-3 centre">
        {offered.length === 0
          ? '本页暂不提供下载，所有功能都可在浏览器中办理'
          : '请从本页或应用市场下载，勿装他人发来的文件'}
      </p>
      <div className="download-scan">
        <QrCode text={window.location.href} label="用手机扫码打开本页" />
        <p className="small ink-2">用手机扫码打开本页</p>
      </div>
    </div>
  )
}

export function Download1Screen() {
  return <DownloadPage name="download1" drawing={<BillsDrawing />} />
}

export function Download2Screen() {
  return <DownloadPage name="download2" drawing={<ReminderDrawing />} />
}

export function Download3Screen() {
  return <DownloadPage name="download3" drawing={<StepsDrawing />} />
}

export function Download4Screen() {
  return <DownloadPage name="download4" drawing={<BadgeDrawing />} />
}

export function Download5thYearScreen() {
  return <DownloadPage name="download5th" drawing={<FifthYearDrawing />} />
}

export function DownloadAfterFailureScreen() {
  return <DownloadPage name="verify-failed" drawing={<OnwardDrawing />} />
}
