import { GroupedField, inGroups } from './grouped-field.tsx'

export interface PhoneFieldProps {
  value: string
  onChange: (phone: string) => void
  onBlur?: () => void
  error?: string | undefined
  note?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
  label?: string
  autoComplete?: 'tel' | 'off'
}

/** A mobile number, read in groups of 3, 4 and 4 and kept as bare digits. */
export function PhoneField({ label = '手机号', autoComplete = 'tel', ...field }: PhoneFieldProps) {
  return (
    <GroupedField
      {...field}
      label={label}
      clean={phoneDigits}
      group={(digits) => inGroups(digits, [3, 4])}
      type="tel"
      inputMode="numeric"
      autoComplete={autoComplete}
      placeholder="11 位手机号"
      clearable
    />
  )
}

/** Pasted and filled-in numbers come with spaces, dashes and the country's +86. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  const national = digits.length > 11 ? digits.replace(/^86/, '') : digits
  return national.slice(0, 11)
}
