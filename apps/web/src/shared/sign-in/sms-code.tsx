import { useRef, useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { mask } from '@qingzhou/domain/people/masking'
import { CodeField } from '@qingzhou/ui/inputs'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { saveDraft, storedDraft } from '#shared/forms/draft.ts'
import { useSecondsUntil } from '#shared/pages/timers.ts'

const CODE_LENGTH = 5

interface SmsCodeFieldProps {
  value: string
  onChange: (code: string) => void
  onBlur?: () => void
  error?: string | undefined
  ref?: (input: HTMLInputElement | null) => void
  sending: SmsSending
  waitsForButton?: boolean
}

/** The SMS code field, with recipient and waiting time. */
export function SmsCodeField({ sending, ...field }: SmsCodeFieldProps) {
  const { sentTo, secondsLeft, isSending, send, refusal } = sending

  return (
    <CodeField
      {...field}
      length={CODE_LENGTH}
      onSend={send}
      isSending={isSending}
      secondsLeft={secondsLeft}
      sendLabel={sentTo === undefined ? '获取验证码' : '重新获取'}
      unavailable={refusal}
      note={sentTo && `已发送至 ${mask(sentTo)}，5 分钟内有效`}
    />
  )
}

/** A longer wait is described in words instead of a countdown. */
const COUNTED_SECONDS = 600
const DAY_SECONDS = 86_400
const VALID_MS = 5 * 60_000

type Ask = (options: typeof sendingOptions) => Promise<{ readonly waitSeconds: number } | undefined>

/** The field says how long to wait, and that the image code was wrong. */
const sendingOptions = { atField: [codes.tooOften, codes.captchaWrong] } as const

export type SmsSending = {
  readonly send: () => Promise<void>
  readonly isSending: boolean
  readonly secondsLeft: number
  /** The recipient of a valid code; empty while it is not known. */
  readonly sentTo: string | undefined
  readonly refusal: string | undefined
}

export type SmsRequest = {
  /** The server counts codes by purpose and phone. */
  readonly purpose: string
  /** What the code is for, where a purpose has several: another draw needs another code. */
  readonly subject?: string
  /** The phone as typed; undefined is the customer's own, until it is known. */
  readonly phone: string | undefined
}

/**
 * Sends an SMS code and knows when the next may be sent, also after a reload.
 *
 * `ask` returns undefined when the input is invalid, and passes the options to its call.
 */
export function useSmsSending({ purpose, subject = '', phone }: SmsRequest, ask: Ask): SmsSending {
  const [last, setLast] = useState(() => lastSending(purpose))
  const [isSending, setSending] = useState(false)
  const running = useRef<Promise<void>>(undefined)
  const left = useSecondsUntil(last.endsAt)

  async function attempt() {
    setSending(true)
    try {
      const sent = await ask(sendingOptions)
      if (sent) wait(sent.waitSeconds, Date.now())
    } catch (error) {
      ignoreRefusal(error)
      const isTooOften = error instanceof ApiError && error.code === codes.tooOften
      // Without a number of seconds, the daily limit is reached.
      const sentAt = isValid(last, subject) ? last.sentAt : 0
      if (isTooOften) wait(error.waitSeconds ?? DAY_SECONDS, sentAt)
    } finally {
      running.current = undefined
      setSending(false)
    }
  }

  function wait(seconds: number, sentAt: number) {
    const next = { phone, subject, sentAt, endsAt: Date.now() + seconds * 1000 }
    setLast(next)
    if (seconds <= COUNTED_SECONDS) saveDraft(draftOf(purpose), next)
  }

  // The wait applies to this phone: another number may be tried at once. A code requested before
  // the customer's number was known was sent to that number.
  const isThis = phone === undefined || last.phone === undefined || last.phone === phone
  const isCounted = left <= COUNTED_SECONDS
  return {
    // A press while the code is being sent waits for the same answer.
    send: () => (running.current ??= attempt()),
    isSending,
    secondsLeft: isThis && isCounted ? left : 0,
    sentTo: isThis && isValid(last, subject) ? (phone ?? last.phone ?? '') : undefined,
    refusal: isThis && !isCounted ? refusalFor(left) : undefined,
  }
}

type LastSending = {
  readonly phone: string | undefined
  readonly subject: string
  /** Zero if the code was refused. */
  readonly sentAt: number
  readonly endsAt: number
}

/** Stored, because the server goes on counting over a reload. */
function lastSending(purpose: string): LastSending {
  const none = { phone: undefined, subject: '', sentAt: 0, endsAt: 0 }
  // Only this file writes the draft.
  return { ...none, ...storedDraft(draftOf(purpose)) }
}

const draftOf = (purpose: string) => `sms-code-${purpose}`

function isValid({ sentAt, subject }: LastSending, wanted: string): boolean {
  return subject === wanted && Date.now() - sentAt < VALID_MS
}

function refusalFor(seconds: number): string {
  return seconds > 2 * 3600 ? '今日次数已用完' : '请稍后再获取'
}
