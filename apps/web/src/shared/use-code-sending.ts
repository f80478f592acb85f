import { useEffect, useRef } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { ApiError } from '#platform/api-error.ts'
import type { CodeForm } from './code-form.ts'
import { onboarding } from './onboarding-calls.ts'
import type { Captcha } from './use-captcha.ts'
import { useSmsSending } from './use-sms-sending.ts'

/** The picture with what was read off it, and the phone to send to. */
export type CodeRequest = {
  readonly mobile: string
  readonly captchaKey: string
  readonly imageCode: string
  /** The number that was found where the picture asks for work. */
  readonly proof?: number | undefined
}

type Send = (request: CodeRequest) => Promise<{ readonly waitSeconds: number }>

/** Sends the code once the picture was read. A picture is spent by a try, good or bad. */
export function useCodeSending(
  form: CodeForm,
  captcha: Captcha,
  send: Send = onboarding.sendSmsCodeAfterCaptcha,
) {
  const spentKey = useRef<string>(undefined)
  const sending = useSmsSending(form.values.phone, ask)

  async function ask() {
    if (!form.check('phone', 'captcha')) return undefined
    const { phone: mobile, captcha: imageCode } = form.values
    if (captcha.key === undefined) {
      form.fail('captcha', '图片还没有加载出来，请稍候或点图片重试')
      return undefined
    }
    try {
      const proof = await captcha.proofFor(captcha.key)
      const sent = await send({ mobile, captchaKey: captcha.key, imageCode, proof })
      spentKey.current = captcha.key
      form.focus('smsCode')
      return sent
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === codes.captchaWrong
      await renew()
      if (isWrong) form.fail('captcha', '图形验证码不正确，已为您换了一张')
      throw error
    }
  }

  async function renew() {
    form.set('captcha', '')
    await captcha.refresh()
  }

  // A fresh picture is wanted once the code may be sent again, to this phone or to another.
  const mayResend = sending.secondsLeft === 0
  useEffect(() => {
    if (!mayResend || spentKey.current === undefined || spentKey.current !== captcha.key) return
    spentKey.current = undefined
    void renew()
  })

  return sending
}
