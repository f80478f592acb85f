import type { ReactNode } from 'react'
import { ClockIcon, WarningIcon } from '#graphics/icons.tsx'
import { DownloadIcon } from '#graphics/screen-icons.tsx'

export type ChipTone = 'fine' | 'soon' | 'overdue' | 'incoming' | 'plain'

const signs: Record<ChipTone, ReactNode> = {
  fine: null,
  soon: <ClockIcon size={14} />,
  overdue: <WarningIcon size={14} />,
  incoming: <DownloadIcon size={14} />,
  plain: null,
}

/** A state in a word. Urgent states also have an icon: colour is never the only sign. */
export function Chip({ tone = 'fine', children }: { tone?: ChipTone; children: ReactNode }) {
  return (
    <span className={`chip chip-${tone}`}>
      {signs[tone]}
      {children}
    </span>
  )
}
