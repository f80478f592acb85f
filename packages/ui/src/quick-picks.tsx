import type { ReactNode } from 'react'

export interface QuickPicksProps<Value extends string> {
  label: string
  picks: readonly { value: Value; label: ReactNode }[]
  value: string | undefined
  onPick: (value: Value) => void
}

/** Likely answers to press instead of typing; none need be the one chosen. */
export function QuickPicks<Value extends string>({
  label,
  picks,
  value,
  onPick,
}: QuickPicksProps<Value>) {
  return (
    <div className="picks" role="group" aria-label={label}>
      {picks.map((pick) => (
        <button
          key={pick.value}
          type="button"
          className="pick"
          aria-pressed={pick.value === value}
          onClick={() => onPick(pick.value)}
        >
          {pick.label}
        </button>
      ))}
    </div>
  )
}
