import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { ApiError } from '#platform/api-error.ts'
import { unlessTold } from './told.ts'
import { useCountdown } from './use-countdown.ts'

/** A wait longer than this is told in words: nobody watches an hour count down. */
const COUNTED_SECONDS = 600

type Ask = () => Promise<{ readonly waitSeconds: number } | undefined>

export type SmsSending = {
  readonly send: () => Promise<void>
  readonly secondsLeft: number
  readonly sentTo: string | undefined
  readonly refusal: string | undefined
}

/**
 * Sends a code to this phone by text message, and knows when the next may be sent.
 *
 * `ask` answers nothing when something has to be put right first.
 */
export function useSmsSending(phone: string, ask: Ask): SmsSending {
  const countdown = useCountdown()
  const [sentTo, setSentTo] = useState<string>()
  const [waitsFor, setWaitsFor] = useState<{ phone: string; refusal: string | undefined }>()

  async function send() {
    try {
      const sent = await ask()
      if (!sent) return
      setSentTo(phone)
      wait(sent.waitSeconds)
    } catch (error) {
      unlessTold(error)
      const isTooOften = error instanceof ApiError && error.code === codes.tooOften
      // Without a number of seconds, the day's messages are spent.
      if (isTooOften) wait(error.waitSeconds ?? Infinity)
    }
  }

  function wait(seconds: number) {
    setWaitsFor({ phone, refusal: refusalFor(seconds) })
    countdown.start(seconds <= COUNTED_SECONDS ? seconds : 0)
  }

  // The wait is that phone's: another number may be tried at once. A code that was asked for before this
  // page was told the customer's number went to that number all the same.
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
