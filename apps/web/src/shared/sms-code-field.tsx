import { mask } from '@qingzhou/domain/people/masking'
import { CodeField } from '@qingzhou/ui/code-field'
import type { SmsSending } from './use-sms-sending.ts'

const CODE_LENGTH = 5

export interface SmsCodeFieldProps {
  value: string
  onChange: (code: string) => void
  onBlur?: () => void
  error?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
  sending: SmsSending
}

/** The code of a text message; says where it went, and when it may be asked for again. */
export function SmsCodeField({ sending, ...field }: SmsCodeFieldProps) {
  const { sentTo, secondsLeft, send, refusal } = sending

  return (
    <CodeField
      {...field}
      length={CODE_LENGTH}
      onSend={send}
      secondsLeft={secondsLeft}
      sendLabel={sentTo ? '重新获取' : '获取验证码'}
      unavailable={refusal}
      note={sentTo && `已发送至 ${mask(sentTo)}，5 分钟内有效`}
    />
  )
}
