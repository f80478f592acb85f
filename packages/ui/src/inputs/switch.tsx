import { useId } from 'react'
import { usePending } from './use-pending.ts'

interface SwitchProps {
  label: string
  note?: string
  checked: boolean
  /** The switch keeps its state until the promise settles and the caller changes `checked`. */
  onChange: (checked: boolean) => Promise<void>
}

/** A setting that is on or off and takes effect at once. */
export function Switch({ label, note, checked, onChange }: SwitchProps) {
  const { isPending, run } = usePending()
  const noteId = useId()

  return (
    <label className="switch">
      <span className="grow">
        <span className="option-label">{label}</span>
        {note !== undefined && (
          <span className="option-note" id={noteId}>
            {note}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={note === undefined ? undefined : noteId}
        aria-busy={isPending || undefined}
        checked={checked}
        onChange={(event) => {
          const { checked: isOn } = event.target
          void run(async () => onChange(isOn))
        }}
      />
    </label>
  )
}
