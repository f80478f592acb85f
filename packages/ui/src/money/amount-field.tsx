import { useLayoutEffect, useRef, useState } from 'react'
import { CloseIcon } from '#graphics/icons.tsx'
import { PencilIcon } from '#graphics/screen-icons.tsx'
import { IconButton } from '#inputs/button.tsx'
import { Field, type FieldLook } from '#inputs/field.tsx'
import { decimalParts } from './number.tsx'

export interface AmountFieldProps extends Pick<FieldLook, 'label' | 'error' | 'note'> {
  /** A decimal as text, as typed. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
}

/** An amount as the main element of a page. Separators are set while typing. */
export function AmountField({ value, onChange, placeholder, ...look }: AmountFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const keepCaret = useCaret(input)
  const selection = useSelection(input, isTyping)

  function clear() {
    onChange('')
    input.current?.focus()
  }

  return (
    <Field {...look}>
      {(ties) => (
        <span className={look.error ? 'amount has-error' : 'amount'}>
          <span className="amount-yuan" aria-hidden="true">
            ¥
          </span>
          <input
            {...ties}
            ref={input}
            className="amount-input num num-xl"
            inputMode="decimal"
            autoComplete="off"
            placeholder={placeholder}
            value={isTyping ? groupDigits(value) : atRest(value)}
            onChange={({ target }) => {
              selection.end()
              keepCaret(target)
              onChange(amountIn(target.value))
            }}
            onFocus={() => {
              setTyping(true)
              selection.begin()
            }}
            onBlur={() => setTyping(false)}
          />
          {value === '' ? (
            <PencilIcon size={20} />
          ) : (
            <IconButton
              label={`清除${look.label}`}
              icon={<CloseIcon size={20} />}
              onPress={clear}
            />
          )}
        </span>
      )}
    </Field>
  )
}

type Input = { readonly current: HTMLInputElement | null }

/**
 * Selects the amount of a field that gets the focus, so that what is typed replaces it. The decimals
 * disappear with the focus, which ends any selection, and a tap places its caret afterwards.
 */
function useSelection(input: Input, isTyping: boolean) {
  const frame = useRef(0)

  useLayoutEffect(() => {
    if (isTyping) input.current?.select()
  }, [input, isTyping])

  return {
    begin: () => {
      frame.current = requestAnimationFrame(() => input.current?.select())
    },
    end: () => cancelAnimationFrame(frame.current),
  }
}

/** Keeps the caret after the same digit: a separator may appear before it. */
function useCaret(input: Input) {
  const digits = useRef<number>(undefined)

  useLayoutEffect(() => {
    if (!input.current || digits.current === undefined) return
    const caret = positionAfter(input.current.value, digits.current)
    digits.current = undefined
    input.current.setSelectionRange(caret, caret)
  })

  return ({ value, selectionStart }: HTMLInputElement) => {
    digits.current = value.slice(0, selectionStart ?? value.length).replaceAll(/[^\d.]/g, '').length
  }
}

/** The position after this number of digits and points. */
function positionAfter(text: string, count: number): number {
  let at = 0
  for (let seen = 0; at < text.length && seen < count; at += 1) if (text[at] !== ',') seen += 1
  return at
}

const WHOLE_DIGITS_MAX = 7

/** Digits and one point; more digits than any amount has are not accepted. */
function amountIn(text: string): string {
  const [typed = '', ...rest] = text.replaceAll(/[^\d.]/g, '').split('.')
  const whole = typed.replace(/^0+(?=\d)/, '').slice(0, WHOLE_DIGITS_MAX)
  return rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, 2)}`
}

function groupDigits(value: string): string {
  const [whole = '', ...decimals] = value.split('.')
  return [whole.replaceAll(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}

function atRest(value: string): string {
  const parts = decimalParts(value)
  return parts ? `${parts.whole}${parts.decimals || '.00'}` : value
}
