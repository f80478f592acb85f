import { useState } from 'react'
import { Field, type FieldLook } from '#inputs/field.tsx'
import { decimalParts } from './number.tsx'
import { PencilIcon } from '#graphics/icons.tsx'

export interface AmountFieldProps extends Pick<FieldLook, 'label' | 'error' | 'note'> {
  /** A decimal as text, as typed. */
  value: string
  onChange: (value: string) => void
  placeholder?: string
}

/** An amount as the main element of a page. Formatted as money until it is edited. */
export function AmountField({ value, onChange, placeholder, ...look }: AmountFieldProps) {
  const [isTyping, setTyping] = useState(false)
  const parts = decimalParts(value)
  const shown = !isTyping && parts ? `${parts.whole}${parts.decimals || '.00'}` : value

  return (
    <Field {...look}>
      {(ties) => (
        <span className={look.error ? 'amount has-error' : 'amount'}>
          <span className="amount-yuan" aria-hidden="true">
            ¥
          </span>
          <input
            {...ties}
            className="amount-input num num-xl"
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            placeholder={placeholder}
            value={shown}
            onChange={(event) => onChange(amountIn(event.target.value))}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
          />
          <PencilIcon size={20} />
        </span>
      )}
    </Field>
  )
}

/** Digits and one point; separators and other characters are removed. */
function amountIn(text: string): string {
  const [whole = '', ...rest] = text.replace(/[^\d.]/g, '').split('.')
  return rest.length === 0 ? whole : `${whole}.${rest.join('').slice(0, 2)}`
}
