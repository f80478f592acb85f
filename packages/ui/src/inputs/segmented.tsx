import { type ReactNode, useId } from 'react'

export interface SegmentedProps<Value extends string> {
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
