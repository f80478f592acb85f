import { Button } from './button.tsx'
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
  /** Whole seconds until it may be sent again. */
  secondsLeft?: number
  /** Why it cannot be sent yet: 请先填写手机号. */
  unavailable?: string | undefined
  sendLabel?: string
}

/** An SMS code: filled in by the phone if possible; the button sends it again. */
export function CodeField({
  label = '短信验证码',
  length = 6,
  onSend,
  secondsLeft = 0,
  unavailable,
  sendLabel = '获取验证码',
  onChange,
  ...field
}: CodeFieldProps) {
  const waiting = secondsLeft > 0 ? `${secondsLeft} 秒后可重发` : undefined

  return (
    <TextField
      {...field}
      onChange={(text) => onChange(codeIn(text, length))}
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      placeholder={`${length} 位数字`}
      trailing={
        <>
          <span className="control-divider" />
          <Button kind="text" onPress={onSend} unavailable={waiting ?? unavailable}>
            {sendLabel}
          </Button>
        </>
      }
    />
  )
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
