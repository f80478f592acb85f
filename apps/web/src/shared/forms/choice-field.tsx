import { SelectField } from '@qingzhou/ui/inputs'

export type Choice = { readonly code: string; readonly name: string }

export interface ChoiceFieldProps {
  label: string
  choices: readonly Choice[]
  /** The selected code, or undefined. */
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  ref?: (element: HTMLElement | null) => void
}

/** A choice from a list of the server. */
export function ChoiceField({ label, choices, value, onChange, error, ref }: ChoiceFieldProps) {
  return (
    <div ref={ref}>
      <SelectField
        label={label}
        options={choices.map(({ code, name }) => ({ value: code, label: name }))}
        value={value}
        onChange={onChange}
        error={error}
      />
    </div>
  )
}

/** Returns the name of a code. */
export function nameOfChoice(choices: readonly Choice[] | undefined, code: string | undefined) {
  return choices?.find((choice) => choice.code === code)?.name
}
