import type { ReactNode } from 'react'
import { RefreshIcon } from '#graphics/icons.tsx'
import { EmptyDrawing, OfflineDrawing } from '#graphics/blank-illustrations.tsx'
import { Button } from '#inputs/button.tsx'
import type { Work } from '#inputs/use-pending.ts'

interface EmptyProps {
  title: string
  /** Why it is empty, and when that changes. */
  children?: ReactNode
  action?: ReactNode
  drawing?: ReactNode
}

/** An empty state with an action. */
export function Empty({ title, children, action, drawing = <EmptyDrawing /> }: EmptyProps) {
  return (
    <div className="blank">
      {drawing}
      <p className="strong">{title}</p>
      {children && <div className="blank-words">{children}</div>}
      {action && <div className="blank-action">{action}</div>}
    </div>
  )
}

interface ErrorInPlaceProps {
  title?: string
  /** What is unaffected, and what to do. */
  children?: ReactNode
  onRetry?: Work
  retryLabel?: string
  drawing?: ReactNode
}

/** A loading error, shown in place; loaded content stays. */
export function ErrorInPlace({
  title = '加载失败',
  children = '网络不稳定，请稍后再试。',
  onRetry,
  retryLabel = '重新加载',
  drawing = <OfflineDrawing />,
}: ErrorInPlaceProps) {
  return (
    <div className="blank" role="alert">
      {drawing}
      <p className="strong">{title}</p>
      <div className="blank-words">{children}</div>
      {onRetry && (
        <div className="blank-action">
          <Button kind="quiet" fit icon={<RefreshIcon size={20} />} onPress={onRetry}>
            {retryLabel}
          </Button>
        </div>
      )}
    </div>
  )
}
