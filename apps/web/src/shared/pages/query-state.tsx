import { type ReactNode, useEffect, useState } from 'react'
import { Banner, ErrorInPlace } from '@qingzhou/ui/feedback'
import { ApiError } from '#platform/api/api-error.ts'
import { formatTime } from './figures.ts'

const SLOW_MS = 4000

interface Query<T> {
  readonly data: T | undefined
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
  /** The time of the data, by this phone's clock. */
  readonly dataUpdatedAt?: number
}

export interface QueryStateProps<T> {
  query: Query<T>
  /** The skeleton, in the shape of the data, so that the layout does not move. */
  skeleton: ReactNode
  children: (data: T) => ReactNode
  errorTitle?: string
}

/** Shows the data of a query, its skeleton while loading, or the error with a retry. */
export function QueryState<T>({ query, skeleton, children, errorTitle }: QueryStateProps<T>) {
  if (query.data !== undefined) {
    return (
      <>
        <LastKnown query={query} />
        {children(query.data)}
      </>
    )
  }
  if (query.error === null) return <OnItsWay>{skeleton}</OnItsWay>

  return (
    <ErrorInPlace
      {...(errorTitle === undefined ? {} : { title: errorTitle })}
      onRetry={query.refetch}
    >
      {query.error instanceof ApiError ? query.error.message : '系统异常，请稍后再试'}
    </ErrorInPlace>
  )
}

/** Without a network the last known data stays, with its time. A later answer replaces it. */
function LastKnown({ query: { error, dataUpdatedAt = 0 } }: { query: Query<unknown> }) {
  const isCut = error instanceof ApiError && (error.code === 'network' || error.code === 'timeout')
  if (!isCut || dataUpdatedAt === 0) return null
  return (
    <Banner tone="soon">
      {error.code === 'network' ? '离线' : '网络超时'}，数据截至 {formatTime(dataUpdatedAt)}
      ，联网后自动更新
    </Banner>
  )
}

function OnItsWay({ children }: { children: ReactNode }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <div className="stack stack-3">
      {children}
      <p className="small ink-2 centre" role="status">
        {isSlow && '网络有点慢，仍在加载，请稍候'}
      </p>
    </div>
  )
}
