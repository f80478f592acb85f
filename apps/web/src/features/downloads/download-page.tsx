import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { DownloadIcon } from '@qingzhou/ui/graphics'
import { Screen } from '@qingzhou/ui/layout'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { phoneSystem } from '#platform/browser/browser.ts'
import { back } from '#platform/navigation/navigation.ts'
import { QrCode } from '#shared/pages/qr-code.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { PageFooter } from '#shared/sign-in/page-footer.tsx'
import { Blocks, type PageContent, staticPageQuery } from '#shared/agreements/static-page.tsx'
import './download-page.css'

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
            {download && <DownloadButtons download={download} />}
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

const names = { ios: '下载 iPhone 版', android: '下载安卓版' } as const

/** The download button of this phone's system, or both. */
function DownloadButtons({ download }: { download: Download }) {
  const system = phoneSystem()
  const systems = system === 'other' ? (['ios', 'android'] as const) : ([system] as const)

  return (
    <div className="stack stack-3">
      {systems.map((one, index) => (
        <ButtonLink
          key={one}
          href={download[one]}
          kind={index === 0 ? 'primary' : 'quiet'}
          icon={<DownloadIcon size={20} />}
        >
          {names[one]}
        </ButtonLink>
      ))}
      <p className="caption ink-3 centre">请从本页或应用市场下载，勿装他人发来的文件</p>
      <div className="download-scan">
        <QrCode text={window.location.href} label="用手机扫码打开本页" />
        <p className="small ink-2">用手机扫码打开本页</p>
      </div>
    </div>
  )
}
