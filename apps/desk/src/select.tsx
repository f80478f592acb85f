import { useId } from 'react'

type SelectProps<Value extends string> = {
  readonly label: string
  readonly hideLabel?: boolean
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** The browser's native list: at a computer it is quicker than a bottom sheet. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel = false, options, value, onChange } = props
  const id = useId()

  function choose(text: string) {
    const option = options.find((candidate) => candidate.value === text)
    if (option) onChange(option.value)
  }

  return (
    <div className="field">
      <label className={hideLabel ? 'visually-hidden' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select"
        value={value}
        onChange={(event) => choose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
