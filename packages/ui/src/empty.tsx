import type { ReactNode } from 'react'
import { EmptyDrawing } from './illustrations.tsx'

export interface EmptyProps {
  title: string
  /** Why there is nothing, and when there will be. */
  children?: ReactNode
  action?: ReactNode
  drawing?: ReactNode
}

/** Nothing here, and what to do about it. */
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
