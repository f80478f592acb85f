import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { BackIcon } from './icons.tsx'
import { Mark } from './mark.tsx'

export interface NavBarProps {
  title: string
  onBack?: (() => void) | undefined
  /** One icon button or short text button. */
  trailing?: ReactNode
  /** A first page shows the mark where others have the way back. */
  home?: boolean
}

export function NavBar({ title, onBack, trailing, home = false }: NavBarProps) {
  return (
    <header className={home ? 'nav nav-home' : 'nav'}>
      <div className="nav-side">
        {home && <Mark size={28} />}
        {onBack && <IconButton label="返回" icon={<BackIcon />} onPress={onBack} />}
      </div>
      <h1 className="title">{title}</h1>
      <div className="nav-side nav-end">{trailing}</div>
    </header>
  )
}
