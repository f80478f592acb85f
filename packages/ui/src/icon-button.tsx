import type { ReactNode } from 'react'

export interface IconButtonProps {
  /** What it does, in words: an icon alone has no name. */
  label: string
  icon: ReactNode
  onPress: () => void
  /** For a button that switches something on and off. */
  pressed?: boolean
}

export function IconButton({ label, icon, onPress, pressed }: IconButtonProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-pressed={pressed}
      onClick={onPress}
    >
      {icon}
    </button>
  )
}
