import type { ReactNode } from 'react'
import { SkeletonLines } from '@qingzhou/ui/skeleton'

/** The page's outline: the drawing is there already, so only words are missing. */
export function DownloadSkeleton({ drawing }: { drawing: ReactNode }) {
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
