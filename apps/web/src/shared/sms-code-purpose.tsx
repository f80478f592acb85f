import type { SmsSending } from './use-sms-sending.ts'

export interface SmsCodePurposeProps {
  /** What the code is asked for: 确认本次借款. */
  children: string
  /** The customer's phone, masked, once it is known. */
  phone: string | undefined
  sending: SmsSending
}

/** What the code is good for and, until the field itself says where it went, where it will go. */
export function SmsCodePurpose({ children, phone, sending }: SmsCodePurposeProps) {
  const isAhead = sending.sentTo === undefined && phone !== undefined
  return (
    <p className="caption ink-3">
      验证码只用于{children}
      {isAhead && `，将发送至 ${phone}`}，请勿告诉任何人
    </p>
  )
}
