import { useEffect, useEffectEvent } from 'react'
import { isWrongField, type WrongField } from '#platform/api/api-error.ts'
import { saveDraft, storedDraft } from '#shared/forms/draft.ts'
import type { SmsRequest, SmsSending } from './sms-code.tsx'

/**
 * Requests the code of a step that the borrower has agreed to before, without a press.
 *
 * It happens once for each subject: neither a reload nor Back sends a second code. While the server
 * does not permit another code of this purpose, it waits.
 */
export function useAutomaticCode(
  sending: SmsSending,
  { purpose, subject = '', isReady }: Omit<SmsRequest, 'phone'> & { readonly isReady: boolean },
): void {
  const request = useEffectEvent(() => void sending.send())
  const isOpen = sending.secondsLeft === 0 && sending.refusal === undefined

  useEffect(() => {
    const name = `automatic-code-${purpose}`
    if (!isReady || !isOpen || storedDraft(name)['subject'] === subject) return
    saveDraft(name, { subject })
    request()
  }, [purpose, subject, isReady, isOpen])
}

interface SmsCodePurposeProps {
  /** The purpose of the code: 确认本次借款. */
  children: string
  /** The customer's masked phone, when known. */
  phone: string | undefined
  sending: SmsSending
}

/** The purpose of the code and, until the field shows it, the recipient. */
export function SmsCodePurpose({ children, phone, sending }: SmsCodePurposeProps) {
  const isAhead = sending.sentTo === undefined && phone !== undefined
  return (
    <p className="caption ink-3">
      验证码只用于{children}
      {isAhead && `，将发送至 ${phone}`}，请勿告诉任何人
    </p>
  )
}

/** Whether a refusal is about the SMS code: other fields share its error code. */
export function isCodeRefused(error: unknown): error is WrongField {
  return isWrongField(error) && error.message.includes('验证码')
}
