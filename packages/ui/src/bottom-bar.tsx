import type { ReactNode } from 'react'

export interface BottomBarProps {
  children: ReactNode
  /** One line over the buttons: what comes next. */
  note?: ReactNode
}

/** The action, fixed at the bottom above the phone's own bar. */
export function BottomBar({ children, note }: BottomBarProps) {
  return (
    <footer className="bottom-bar">
      {note && <p className="caption ink-2 centre">{note}</p>}
      {children}
    </footer>
  )
}
