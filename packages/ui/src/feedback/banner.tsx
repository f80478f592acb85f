import type { ReactNode } from 'react'
import { ClockIcon, InfoIcon, ShieldWarningIcon, WarningIcon } from '#graphics/icons.tsx'

export type BannerTone = 'plain' | 'soon' | 'overdue' | 'deep'

const signs: Record<BannerTone, ReactNode> = {
  plain: <InfoIcon size={20} />,
  soon: <ClockIcon size={20} />,
  overdue: <WarningIcon size={20} />,
  deep: <ShieldWarningIcon size={20} />,
}

export interface BannerProps {
  tone?: BannerTone
  children: ReactNode
  icon?: ReactNode
  /** A text button or link below the text. */
  action?: ReactNode
}

/** A notice. `deep` spans the full width at the top of a page. */
export function Banner({ tone = 'plain', children, icon, action }: BannerProps) {
  return (
    <div className={`banner banner-${tone}`} role="note">
      {icon ?? signs[tone]}
      <div className="banner-words">
        <div>{children}</div>
        {action}
      </div>
    </div>
  )
}
