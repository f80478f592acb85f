import type { ReactNode } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { Shore } from '#shared/shore.tsx'
import { Blocks } from '#shared/static-page.tsx'
import { staticPageQuery } from '#shared/static-page-query.ts'
import { DownloadButtons } from './download-buttons.tsx'
import { DownloadSkeleton } from './download-skeleton.tsx'
import './download-page.css'

export interface DownloadPageProps {
  /** The page's name among the static pages. */
  name: string
  drawing: ReactNode
}

/** A campaign's page: its headline, what is offered, and the way to the app. */
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
            <Shore />
          </div>
        )}
      </QueryState>
    </Screen>
  )
}
