import type { ReactNode } from 'react'

interface SkeletonProps {
  count?: number
  label?: string
}

/** Lines of text on their way. */
export function SkeletonLines({ count = 3, label }: SkeletonProps) {
  return (
    <Loading label={label}>
      <Lines count={count} />
    </Loading>
  )
}

/** Cards on their way, as high as the cards of a list, so that nothing jumps when they come. */
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
