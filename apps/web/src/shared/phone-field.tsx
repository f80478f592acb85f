import { useLayoutEffect, useRef } from 'react'
import { TextField } from '@qingzhou/ui/text-field'

export interface PhoneFieldProps {
  value: string
  onChange: (phone: string) => void
  onBlur?: () => void
  error?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
  label?: string
}

/** A mobile number, read in groups of 3, 4 and 4 and kept as bare digits. */
export function PhoneField({ value, onChange, ref, label = '手机号', ...field }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const digitsBeforeCaret = useRef<number | undefined>(undefined)

  function type(text: string) {
    const caret = input.current?.selectionStart ?? text.length
    digitsBeforeCaret.current = phoneDigits(text.slice(0, caret)).length
    onChange(phoneDigits(text))
  }

  // The spaces move what is typed, so the caret is put back behind the digit it stood behind.
  useLayoutEffect(() => {
    if (digitsBeforeCaret.current === undefined || document.activeElement !== input.current) return
    const caret = grouped(value.slice(0, digitsBeforeCaret.current)).length
    input.current?.setSelectionRange(caret, caret)
    digitsBeforeCaret.current = undefined
  })

  return (
    <TextField
      {...field}
      label={label}
      value={grouped(value)}
      onChange={type}
      type="tel"
      inputMode="numeric"
      autoComplete="tel"
      placeholder="11 位手机号"
      clearable
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
    />
  )
}

/** Pasted and filled-in numbers come with spaces, dashes and the country's +86. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  const national = digits.length > 11 ? digits.replace(/^86/, '') : digits
  return national.slice(0, 11)
}

function grouped(digits: string): string {
  return [digits.slice(0, 3), digits.slice(3, 7), digits.slice(7)].filter(Boolean).join(' ')
}
