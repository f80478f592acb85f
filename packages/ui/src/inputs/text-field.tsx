import {
  type HTMLInputAutoCompleteAttribute,
  type HTMLInputTypeAttribute,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import { CloseIcon, EyeIcon, EyeOffIcon } from '#graphics/icons.tsx'
import { IconButton } from './button.tsx'
import { controlClass, Field, type FieldLook, type FieldIds } from './field.tsx'

export interface TextFieldProps extends FieldLook {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'tel' | 'email' | 'password' | 'search' | 'url'>
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'search'
  autoComplete?: HTMLInputAutoCompleteAttribute
  maxLength?: number
  placeholder?: string
  name?: string
  readOnly?: boolean
  /** Inside the border, before and after the input: a prefix, a resend button. */
  leading?: ReactNode
  trailing?: ReactNode
  clearable?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One line of text. A password has a button to show it. */
export function TextField({
  label,
  error,
  doubt,
  note,
  labelBeside,
  beside,
  ...input
}: TextFieldProps) {
  const look: FieldLook = { label, error, doubt, note, beside }
  if (labelBeside) look.labelBeside = true
  return <Field {...look}>{(ties) => <TextControl {...input} ties={ties} look={look} />}</Field>
}

type TextControlProps = Omit<TextFieldProps, keyof FieldLook> & { ties: FieldIds; look: FieldLook }

function TextControl(props: TextControlProps) {
  const { ties, look, leading, trailing, clearable = false, onChange, type = 'text', ref } = props
  const [isRevealed, setRevealed] = useState(false)
  const ownInput = useRef<HTMLInputElement | null>(null)

  function clear() {
    onChange('')
    ownInput.current?.focus()
  }

  return (
    <div className={controlClass(look)}>
      {leading}
      <input
        {...ties}
        ref={(input) => {
          ownInput.current = input
          if (typeof ref === 'function') ref(input)
          else if (ref) ref.current = input
        }}
        type={type === 'password' && isRevealed ? 'text' : type}
        value={props.value}
        name={props.name}
        inputMode={props.inputMode}
        autoComplete={props.autoComplete ?? 'off'}
        maxLength={props.maxLength}
        placeholder={props.placeholder}
        readOnly={props.readOnly}
        onChange={(event) => onChange(event.target.value)}
        onBlur={props.onBlur}
      />
      {clearable && props.value !== '' && (
        <IconButton label={`清除${look.label}`} icon={<CloseIcon size={18} />} onPress={clear} />
      )}
      {type === 'password' && (
        <IconButton
          label={`显示${look.label}`}
          pressed={isRevealed}
          icon={isRevealed ? <EyeOffIcon size={20} /> : <EyeIcon size={20} />}
          onPress={() => setRevealed(!isRevealed)}
        />
      )}
      {trailing}
    </div>
  )
}

interface TextAreaProps extends Omit<FieldLook, 'labelBeside' | 'beside'> {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  placeholder?: string
  maxLength?: number
  rows?: number
}

/** Several lines of text, with the number of characters left. */
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
