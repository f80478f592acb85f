import { useEffect, useEffectEvent } from 'react'
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
