import { useEffect, useRef } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { captcha, password, phone, smsCode } from '@qingzhou/contract/fields'
import { ApiError, unlessTold } from '#platform/api/api-error.ts'
import { consent, signInAgreements } from '#shared/agreements/agreement-tick.tsx'
import { useForm } from '#shared/forms/form.ts'
import { admit } from './admit.ts'
import type { Captcha } from './captcha.tsx'
import { onboarding } from './onboarding-calls.ts'
import { useSmsSending } from './sms-code.tsx'

/** What a person has given when the button is pressed. */
export type CodeEntry = {
  readonly mobile: string
  readonly dynamicCode: string
  readonly agreed: string[]
  readonly newPassword?: string
}

export type CodeSignInSetup = {
  /** Also asks for a password to sign in with from now on. */
  readonly choosesPassword?: boolean
  /** Another call than the usual, for a partner's customers. */
  readonly signIn?: (entry: CodeEntry) => Promise<{ readonly token: string }>
  readonly onSignedIn: () => Promise<unknown>
}

/** Answers the form's button: judges, signs in, keeps the session, goes on. */
export function useCodeSignIn(form: CodeForm, setup: CodeSignInSetup) {
  const { choosesPassword = false, signIn = signInByCode, onSignedIn } = setup

  return async function submit() {
    if (!form.check(...judged(form, choosesPassword))) return
    const { phone: mobile, smsCode: dynamicCode, password } = form.values
    const entry = { mobile, dynamicCode, agreed: signInAgreements.map(({ name }) => name) }
    try {
      admit(await signIn(choosesPassword ? { ...entry, newPassword: password } : entry))
    } catch (error) {
      unlessTold(error)
      // The code is what the server judges; its sentence stays under it when the toast is gone.
      if (error instanceof ApiError && error.code === codes.invalidField) {
        form.fail('smsCode', error.message)
      }
      return
    }
    form.forget()
    await onSignedIn().catch(unlessTold)
  }
}

/** With a code in hand the picture has done its work, also after a reload that emptied it. */
function judged({ values }: CodeForm, choosesPassword: boolean) {
  const first = values.smsCode === '' ? (['phone', 'captcha'] as const) : (['phone'] as const)
  const password = choosesPassword ? (['password'] as const) : []
  return [...first, 'smsCode', ...password, 'agreed'] as const
}

async function signInByCode(entry: CodeEntry) {
  const answer = await onboarding.signIn({ by: 'code', ...entry })
  // Only an authorisation can end in a phone being needed; a code proves the phone itself.
  if (answer.outcome !== 'signedIn') throw new Error('A code signs in or is refused.')
  return answer
}

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

export type CodeFormSetup = {
  readonly draft: string
  /** Filled in beforehand: a link may know who it was sent to. */
  readonly phone?: string
}

export type CodeForm = ReturnType<typeof useCodeForm>

/** What signing in by code asks for, whichever page asks. */
export function useCodeForm({ draft, phone: startsWith = '' }: CodeFormSetup) {
  return useForm({
    draft,
    initial: { phone: startsWith, captcha: '', smsCode: '', password: '', agreed: false },
    rules: { phone, captcha, smsCode, password, agreed: consent },
    unkept: ['captcha', 'smsCode', 'password', 'agreed'],
  })
}
