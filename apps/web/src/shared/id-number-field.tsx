import { GroupedField, inGroups } from './grouped-field.tsx'

export interface IdNumberFieldProps {
  value: string
  onChange: (no: string) => void
  onBlur?: () => void
  error?: string | undefined
  doubt?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
}

/** The number of an identity card, in groups as people read it out. */
export function IdNumberField(field: IdNumberFieldProps) {
  return (
    <GroupedField
      {...field}
      label="证件号码"
      clean={(text) =>
        text
          .toUpperCase()
          .replaceAll(/[^\dX]/g, '')
          .slice(0, 18)
      }
      group={(characters) => inGroups(characters, [6, 4, 4])}
    />
  )
}
