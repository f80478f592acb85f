import type { ChangeEvent, SyntheticEvent } from 'react'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import type { Work } from './use-pending.ts'

interface CodeFieldProps extends Pick<
  TextFieldProps,
  'value' | 'onChange' | 'onBlur' | 'error' | 'note' | 'ref'
> {
  label?: string
  length?: number
  /** Sends the code; the button stays busy until the promise settles. */
  onSend: Work
  /** A code is being sent without a press. */
  isSending?: boolean
  /** Whole seconds until it may be sent again. */
  secondsLeft?: number
  /** Why it cannot be sent yet: 请先填写手机号. */
  unavailable?: string | undefined
  sendLabel?: string
  /** For what cannot be undone: the form waits for its button. */
  waitsForButton?: boolean
}

/**
 * An SMS code: one input, drawn as one box for each digit. It is filled in by the phone if possible.
 * With its last digit the form is submitted, unless something else in it is missing.
 */
export function CodeField({
  label = '短信验证码',
  length = 6,
  onSend,
  isSending = false,
  secondsLeft = 0,
  unavailable,
  sendLabel = '获取验证码',
  waitsForButton = false,
  value,
  onChange,
  onBlur,
  ref,
  ...look
}: CodeFieldProps) {
  const waiting = secondsLeft > 0 ? `${secondsLeft} 秒后可重发` : undefined

  function change({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const code = codeIn(input.value, length)
    onChange(code)
    if (code.length === length && code !== value && !waitsForButton) void submitFrom(input, code)
  }

  return (
    <Field
      {...look}
      label={label}
      action={
        <Button kind="text" onPress={onSend} busy={isSending} unavailable={waiting ?? unavailable}>
          {sendLabel}
        </Button>
      }
    >
      {(ties) => (
        <div className={look.error ? 'code has-error' : 'code'}>
          <input
            {...ties}
            ref={ref}
            value={value}
            inputMode="numeric"
            autoComplete="one-time-code"
            onChange={change}
            onBlur={onBlur}
            onSelect={keepCaretLast}
          />
          {Array.from({ length }, (_, place) => (
            <span key={place} className={place === value.length ? 'is-next' : ''} aria-hidden>
              {value[place]}
            </span>
          ))}
        </div>
      )}
    </Field>
  )
}

/** Loaded on demand: the sign-in page seldom needs it. Without it the button submits. */
async function submitFrom(input: HTMLInputElement, code: string) {
  // A box that is ticked after the code has been typed submits nothing.
  if (input.form?.querySelector('[type="checkbox"]:not(:checked)')) return
  const loaded = await import('./submit-filled.ts').catch(() => undefined)
  loaded?.submitFilled(input, code)
}

/** The next digit goes into the marked box, wherever the boxes were touched. */
function keepCaretLast({ currentTarget: input }: SyntheticEvent<HTMLInputElement>) {
  const { length } = input.value
  if (input.selectionStart === input.selectionEnd) input.setSelectionRange(length, length)
}

/** A message is often pasted whole: its first number of the right length is the code. */
function codeIn(text: string, length: number): string {
  const whole = new RegExp(`(?:^|\\D)(\\d{${length}})(?!\\d)`).exec(text)?.[1]
  return whole ?? text.replaceAll(/\D/g, '').slice(0, length)
}

interface ImageCodeFieldProps extends Pick<
  TextFieldProps,
  'value' | 'onChange' | 'onBlur' | 'error' | 'note'
> {
  label?: string
  length?: number
  /** The address of the image; undefined while loading. */
  picture: string | undefined
  /** Replaces an image that failed to load: 点按重试. */
  pictureMissing?: string | undefined
  onRefresh: () => void
}

/** An image code; pressing the image loads another. */
export function ImageCodeField({
  label = '图形验证码',
  length = 4,
  picture,
  pictureMissing,
  onRefresh,
  ...field
}: ImageCodeFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      maxLength={length}
      placeholder="看不清可点图片更换"
      beside={
        <button
          type="button"
          className="code-picture"
          aria-label={`${label}，点按更换`}
          onClick={onRefresh}
        >
          <CodePicture picture={picture} missing={pictureMissing} />
        </button>
      }
    />
  )
}

function CodePicture(props: { picture: string | undefined; missing: string | undefined }) {
  if (props.missing !== undefined) return <span className="small is-primary">{props.missing}</span>
  if (props.picture === undefined) return <span className="skeleton skeleton-fill" />
  return <img src={props.picture} alt="" />
}
