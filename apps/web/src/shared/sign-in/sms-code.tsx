import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { mask } from '@qingzhou/domain/people/masking'
import { CodeField } from '@qingzhou/ui/inputs'
import { ApiError, ignoreRefusal, isWrongField, type WrongField } from '#platform/api/api-error.ts'
import { useCountdown } from '#shared/pages/timers.ts'

const CODE_LENGTH = 5

interface SmsCodeFieldProps {
  value: string
  onChange: (code: string) => void
  onBlur?: () => void
  error?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
  sending: SmsSending
}

/** The SMS code field, with recipient and waiting time. */
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

/** A longer wait is described in words instead of a countdown. */
const COUNTED_SECONDS = 600

type Ask = (options: typeof sendingOptions) => Promise<{ readonly waitSeconds: number } | undefined>

/** The field says how long to wait, and that the image code was wrong. */
const sendingOptions = { atField: [codes.tooOften, codes.captchaWrong] } as const

/** Whether a refusal is about the SMS code: other fields share its error code. */
export function isCodeRefused(error: unknown): error is WrongField {
  return isWrongField(error) && error.message.includes('验证码')
}

type SmsSending = {
  readonly send: () => Promise<void>
  readonly secondsLeft: number
  readonly sentTo: string | undefined
  readonly refusal: string | undefined
}

/**
 * Sends an SMS code and knows when the next may be sent.
 *
 * `ask` returns undefined when the input is invalid, and passes the options to its call.
 */
export function useSmsSending(phone: string, ask: Ask): SmsSending {
  const countdown = useCountdown()
  const [sentTo, setSentTo] = useState<string>()
  const [waitsFor, setWaitsFor] = useState<{ phone: string; refusal: string | undefined }>()

  async function send() {
    try {
      const sent = await ask(sendingOptions)
      if (!sent) return
      setSentTo(phone)
      wait(sent.waitSeconds)
    } catch (error) {
      ignoreRefusal(error)
      const isTooOften = error instanceof ApiError && error.code === codes.tooOften
      // Without a number of seconds, the daily limit is reached.
      if (isTooOften) wait(error.waitSeconds ?? Infinity)
    }
  }

  function wait(seconds: number) {
    setWaitsFor({ phone, refusal: refusalFor(seconds) })
    countdown.start(seconds <= COUNTED_SECONDS ? seconds : 0)
  }

  // The wait applies to this phone: another number may be tried at once. A code requested before
  // the customer's number was known was sent to that number.
  const isThis = (other: string | undefined) => other === phone || other === ''
  const isWaiting = isThis(waitsFor?.phone)
  return {
    send,
    secondsLeft: isWaiting ? countdown.secondsLeft : 0,
    sentTo: isThis(sentTo) ? phone : undefined,
    refusal: isWaiting ? waitsFor?.refusal : undefined,
  }
}

function refusalFor(seconds: number): string | undefined {
  if (seconds <= COUNTED_SECONDS) return undefined
  return seconds > 2 * 3600 ? '今日次数已用完' : '请稍后再获取'
}
