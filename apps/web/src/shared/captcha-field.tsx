import { ImageCodeField } from '@qingzhou/ui/image-code-field'
import type { Captcha } from './use-captcha.ts'

export interface CaptchaFieldProps {
  value: string
  onChange: (code: string) => void
  onBlur?: () => void | Promise<void>
  error?: string | undefined
  note?: string | undefined
  ref?: (element: HTMLElement | null) => void
  captcha: Captcha
}

/** The code on a picture. A new picture empties the field: the old answer fits it no more. */
export function CaptchaField({ captcha, ref, onChange, ...field }: CaptchaFieldProps) {
  function refresh() {
    onChange('')
    void captcha.refresh()
  }

  return (
    <div ref={ref}>
      <ImageCodeField
        {...field}
        onChange={(text) => onChange(text.trim())}
        picture={captcha.picture}
        pictureMissing={captcha.isMissing ? '点按重试' : undefined}
        onRefresh={refresh}
      />
      {captcha.proofPercent !== undefined && (
        <p className="caption ink-3 tabular" role="status">
          正在进行安全验证… <span aria-hidden="true">{captcha.proofPercent}%</span>
        </p>
      )}
    </div>
  )
}
