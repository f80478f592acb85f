import { useId, type ReactNode } from 'react'
import { usePending } from '../use-pending.ts'

export interface Option<Value extends string> {
  value: Value
  label: ReactNode
  note?: ReactNode
  /** Why it cannot be selected; replaces the note. */
  unavailable?: string | undefined
}

interface OptionListProps<Value extends string> {
  /** The question of these options. */
  legend: string
  hideLegend?: boolean
  options: readonly Option<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** A choice from a list. Native radios support arrow keys and screen readers. */
export function OptionList<Value extends string>(props: OptionListProps<Value>) {
  const { legend, hideLegend = false, options, value, onChange } = props
  const name = useId()

  return (
    <fieldset className="option-list">
      <legend className={hideLegend ? 'visually-hidden' : 'field-label'}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={option.unavailable ? 'option is-off' : 'option'}>
          <span className="grow">
            <span className="option-label">{option.label}</span>
            {(option.unavailable ?? option.note) && (
              <span className="option-note">{option.unavailable ?? option.note}</span>
            )}
          </span>
          <input
            type="radio"
            className="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.unavailable !== undefined}
            onChange={() => onChange(option.value)}
            // A checked radio fires no change event, but pressing it again must close a sheet.
            onClick={() => option.value === value && onChange(option.value)}
          />
        </label>
      ))}
    </fieldset>
  )
}

interface QuickPicksProps<Value extends string> {
  label: string
  picks: readonly { value: Value; label: ReactNode }[]
  value: string | undefined
  onPick: (value: Value) => void
  /** For long labels, such as amounts. */
  wide?: boolean
}

/** Frequent values to press instead of typing. */
export function QuickPicks<Value extends string>({
  label,
  picks,
  value,
  onPick,
  wide = false,
}: QuickPicksProps<Value>) {
  return (
    <div className={wide ? 'picks picks-wide' : 'picks'} role="group" aria-label={label}>
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

interface SegmentedProps<Value extends string> {
  /** The question; announced, and shown where it is not obvious. */
  label: string
  showLabel?: boolean
  options: readonly { value: Value; label: ReactNode }[]
  value: Value | undefined
  onChange: (value: Value) => void
}

/** One of two to six options, all visible. Native radios support arrow keys. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, showLabel = false, options, value, onChange } = props
  const name = useId()

  return (
    <fieldset className="segmented-set" role="radiogroup">
      <legend className={showLabel ? 'field-label' : 'visually-hidden'}>{label}</legend>
      <div className="segmented">
        {options.map((option) => (
          <label key={option.value} className="segment">
            <input
              type="radio"
              className="visually-hidden"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className="segment-face">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
