import type { CSSProperties } from 'react'
import { Boat } from '#graphics/mark.tsx'

export interface StepProgressProps {
  /** Counted from 1. */
  step: number
  total: number
  /** The name of the next step. */
  next?: string
  /** Replaces the next step: 已自动保存 9:41. */
  note?: string
}

/** The progress along the waterline. */
export function StepProgress({ step, total, next, note }: StepProgressProps) {
  const words = `第 ${step} 步，共 ${total} 步`
  const at: CSSProperties & Record<'--at', string> = { '--at': `${(100 * step) / total}%` }

  return (
    <div className="steps">
      <div
        className="steps-line"
        style={at}
        role="progressbar"
        aria-label="进度"
        aria-valuenow={step}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuetext={words}
      >
        <Boat />
      </div>
      <p className="row row-between caption ink-2 tabular">
        <span>{words}</span>
        {(note ?? next) && <span>{note ?? `接下来：${next}`}</span>}
      </p>
    </div>
  )
}
