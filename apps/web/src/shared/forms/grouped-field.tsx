import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { TextField, type TextFieldProps } from '@qingzhou/ui/inputs'

interface GroupedFieldProps extends Omit<TextFieldProps, 'ref' | 'note'> {
  note?: ReactNode
  ref?: (input: HTMLInputElement | null) => void
  /** Removes characters that do not belong to the value. */
  clean: (text: string) => string
  /** Formats the value for display. */
  group: (characters: string) => string
}

/** Shows the value in groups and stores it without gaps; the caret keeps its position. */
export function GroupedField({ value, onChange, clean, group, ref, ...field }: GroupedFieldProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const countBeforeCaret = useRef<number | undefined>(undefined)

  function type(text: string) {
    const caret = input.current?.selectionStart ?? text.length
    countBeforeCaret.current = clean(text.slice(0, caret)).length
    onChange(clean(text))
  }

  // Grouping moves the text, so the caret is restored.
  useLayoutEffect(() => {
    if (countBeforeCaret.current === undefined || document.activeElement !== input.current) return
    const caret = group(value.slice(0, countBeforeCaret.current)).length
    input.current?.setSelectionRange(caret, caret)
    countBeforeCaret.current = undefined
  })

  return (
    <TextField
      {...field}
      value={group(value)}
      onChange={type}
      ref={(element) => {
        input.current = element
        ref?.(element)
      }}
    />
  )
}

/** Splits into groups of these sizes; the last takes the rest. */
export function inGroups(characters: string, sizes: readonly number[], gap = ' '): string {
  const groups: string[] = []
  let rest = characters
  for (const size of sizes) {
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return [...groups, rest].filter(Boolean).join(gap)
}

interface PhoneFieldProps {
  value: string
  onChange: (phone: string) => void
  onBlur?: () => void
  error?: string | undefined
  note?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
  label?: string
  autoComplete?: 'tel' | 'off'
}

/** A mobile number in groups of 3, 4 and 4, stored as digits. */
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

/** Pasted numbers may contain spaces, dashes and +86. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '')
  const national = digits.length > 11 ? digits.replace(/^86/, '') : digits
  return national.slice(0, 11)
}

interface IdNumberFieldProps {
  value: string
  onChange: (no: string) => void
  onBlur?: () => void
  error?: string | undefined
  doubt?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
}

/** An identity card number in groups. */
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
