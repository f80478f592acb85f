import type { ReactNode } from 'react'

interface SkeletonProps {
  count?: number
  label?: string
}

/** Placeholder lines. */
export function SkeletonLines({ count = 3, label }: SkeletonProps) {
  return (
    <Loading label={label}>
      <Lines count={count} />
    </Loading>
  )
}

/** Placeholder cards with the height of list cards, so that the layout does not move. */
export function SkeletonCards({ count = 3, label }: SkeletonProps) {
  return (
    <Loading label={label}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="card skeleton-card">
          <div className="row row-between">
            <span className="skeleton skeleton-wide" />
            <span className="skeleton skeleton-chip" />
          </div>
          <span className="skeleton skeleton-number" />
          <span className="skeleton skeleton-line" />
        </div>
      ))}
    </Loading>
  )
}

function Loading({
  label = '正在加载',
  children,
}: {
  label?: string | undefined
  children: ReactNode
}) {
  return (
    <div className="stack stack-3" role="status">
      <span className="visually-hidden">{label}</span>
      {children}
    </div>
  )
}

function Lines({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    <span
      key={index}
      className={index === count - 1 ? 'skeleton skeleton-wide' : 'skeleton skeleton-line'}
    />
  ))
}
