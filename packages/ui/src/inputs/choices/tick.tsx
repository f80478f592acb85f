import { type ReactNode, useId } from 'react'
import { WarningIcon } from '#graphics/icons.tsx'

export interface TickProps {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The sentence, with links to the agreements. */
  children: ReactNode
  error?: string | undefined
}

/** A consent checkbox. The caller starts it unticked. */
export function Tick({ checked, onChange, children, error }: TickProps) {
  const errorId = useId()

  return (
    <div className="stack">
      <label className={error ? 'tick has-error' : 'tick'}>
        <input
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error && (
        <p className="field-note is-overdue" id={errorId}>
          <WarningIcon size={16} />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}
