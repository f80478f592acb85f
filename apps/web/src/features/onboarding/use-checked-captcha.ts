import { useRef, useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { ApiError } from '#platform/api-error.ts'
import type { CodeForm } from '#shared/code-form.ts'
import { onboarding } from '#shared/onboarding-calls.ts'
import { unlessTold } from '#shared/told.ts'
import type { Captcha } from '#shared/use-captcha.ts'
import type { CodeRequest } from '#shared/use-code-sending.ts'

/** Checks the picture's code as soon as its field is left, so that a wrong one is told early. */
export function useCheckedCaptcha(form: CodeForm, captcha: Captcha) {
  const running = useRef<{ readonly key: string; readonly done: Promise<void> }>(undefined)
  const [passedKey, setPassedKey] = useState<string>()

  /** One check for one picture, however often it is asked for. */
  async function check(captchaKey: string, imageCode: string) {
    if (running.current?.key !== captchaKey) {
      running.current = { key: captchaKey, done: ask(captchaKey, imageCode) }
    }
    await running.current.done
  }

  async function ask(captchaKey: string, imageCode: string) {
    const proof = await captcha.proofFor(captchaKey)
    await onboarding.checkCaptcha({ dynamicType: '01', captchaKey, imageCode, proof })
    setPassedKey(captchaKey)
  }

  async function leave() {
    form.text('captcha').onBlur()
    const { captcha: imageCode } = form.values
    if (captcha.key === undefined || imageCode.length !== 4) return
    try {
      await check(captcha.key, imageCode)
    } catch (error) {
      unlessTold(error)
      form.set('captcha', '')
      await captcha.refresh()
      if (error instanceof ApiError && error.code === codes.captchaWrong) {
        form.tell('captcha', '图形验证码不正确，已为您换了一张')
      }
    }
  }

  async function send({ mobile, captchaKey, imageCode }: CodeRequest) {
    await check(captchaKey, imageCode)
    return onboarding.sendSmsCode({ dynamicType: '01', hasMobileNo: true, mobile, captchaKey })
  }

  return { leave, send, isPassed: captcha.key !== undefined && passedKey === captcha.key }
}
