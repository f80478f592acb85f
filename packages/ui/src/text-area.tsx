import { controlClass, Field, type FieldLook } from './field.tsx'

export interface TextAreaProps extends Omit<FieldLook, 'labelBeside' | 'beside'> {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  maxLength?: number
  rows?: number
}

/** Several lines of text; says how many characters are left to write. */
export function TextArea({ label, error, doubt, note, rows = 4, ...input }: TextAreaProps) {
  const { value, maxLength, placeholder, onChange, onBlur } = input
  const count = maxLength === undefined ? undefined : `${value.length}/${maxLength}`

  return (
    <Field label={label} error={error} doubt={doubt} note={note ?? count}>
      {(ties) => (
        <div className={controlClass({ error, doubt })}>
          <textarea
            {...ties}
            value={value}
            rows={rows}
            maxLength={maxLength}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
            onBlur={onBlur}
          />
        </div>
      )}
    </Field>
  )
}
