import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { TextField, type TextFieldProps } from '@qingzhou/ui/text-field'

export interface GroupedFieldProps extends Omit<TextFieldProps, 'ref' | 'note'> {
  note?: ReactNode
  ref?: (input: HTMLInputElement | null) => void
  /** What counts of the text typed or pasted. */
  clean: (text: string) => string
  /** How what counts is set out for the eye. */
  group: (characters: string) => string
}

/** Shown in groups, kept without their gaps; the caret stays behind the character it was behind. */
export function GroupedField({ value, onChange, clean, group, ref, ...field }: GroupedFieldProps) {
  const input = useRef<HTMLInputElement | null>(null)
  const countBeforeCaret = useRef<number | undefined>(undefined)

  function type(text: string) {
    const caret = input.current?.selectionStart ?? text.length
    countBeforeCaret.current = clean(text.slice(0, caret)).length
    onChange(clean(text))
  }

  // The gaps move what is typed, so the caret is put back where it belongs.
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

/** Groups of these sizes, the last one as long as it comes. */
export function inGroups(characters: string, sizes: readonly number[], gap = ' '): string {
  const groups: string[] = []
  let rest = characters
  for (const size of sizes) {
    groups.push(rest.slice(0, size))
    rest = rest.slice(size)
  }
  return [...groups, rest].filter(Boolean).join(gap)
}
