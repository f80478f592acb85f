import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { RefreshIcon } from './icons.tsx'
import { OfflineDrawing } from './illustrations.tsx'
import type { Work } from './use-pending.ts'

export interface ErrorInPlaceProps {
  title?: string
  /** What is still good, and what to do. */
  children?: ReactNode
  onRetry?: Work
  retryLabel?: string
  drawing?: ReactNode
}

/** Something did not come. Said where it is missing; what is already there stays. */
export function ErrorInPlace({
  title = '内容没有取到',
  children = '网络不太顺畅，请稍后再试。',
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
