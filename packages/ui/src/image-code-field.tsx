import { TextField, type TextFieldProps } from './text-field.tsx'

export interface ImageCodeFieldProps extends Pick<
  TextFieldProps,
  'value' | 'onChange' | 'onBlur' | 'error' | 'note'
> {
  label?: string
  length?: number
  /** Address of the picture; nothing while it is on its way. */
  picture: string | undefined
  /** In place of a picture that did not come: 点按重试. */
  pictureMissing?: string | undefined
  onRefresh: () => void
}

/** A code to be read off a picture; pressing the picture brings another. */
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
