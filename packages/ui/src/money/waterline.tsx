import type { CSSProperties, ReactNode } from 'react'
import { Boat } from '#graphics/mark.tsx'

export interface WaterlineProps {
  /** The measured value: 已用额度. */
  label: string
  /** From 0 to 1. */
  share: number
  /** The labels of both ends. */
  start: ReactNode
  end: ReactNode
}

/** A used share on a dark card, marked by the boat. */
export function Waterline({ label, share, start, end }: WaterlineProps) {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100)
  const at: CSSProperties & Record<'--at', string> = { '--at': `${percent}%` }

  return (
    <div>
      <div
        className="waterline"
        style={at}
        role="meter"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={`${percent}%`}
      >
        <Boat size={32} />
      </div>
      <p className="row row-between row-baseline small tabular">
        <span>{start}</span>
        <span>{end}</span>
      </p>
    </div>
  )
}
