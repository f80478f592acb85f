import { useEffect, useRef, useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { captcha, password, phone, smsCode } from '@qingzhou/contract/wire/fields'
import { ApiError, ignoreRefusal, isWrongField, wrongField } from '#platform/api/api-error.ts'
import type { CallOptions } from '#platform/api/client.ts'
import { consent, signInAgreements } from '#shared/agreements/agreement-tick.tsx'
import { useForm } from '#shared/forms/form.ts'
import { startSession } from './start-session.ts'
import type { Captcha } from './captcha.tsx'
import { onboarding } from './onboarding-calls.ts'
import { useSmsSending } from './sms-code.tsx'

/** The values of the form at submit. */
export type CodeEntry = {
  readonly mobile: string
  readonly dynamicCode: string
  readonly agreed: string[]
  readonly newPassword?: string
}

export type CodeSignInSetup = {
  /** Also sets a password for later sign-ins. */
  readonly choosesPassword?: boolean
  /** An alternative call for a partner's customers. */
  readonly signIn?: (entry: CodeEntry) => Promise<{ readonly token: string }>
  readonly onSignedIn: () => Promise<unknown>
}

/**
 * Handles the submit button: validates, signs in, stores the session, continues. `refusal` says why
 * the account cannot be opened, until the next attempt.
 */
export function useCodeSignIn(form: CodeForm, setup: CodeSignInSetup) {
  const { choosesPassword = false, signIn = signInByCode, onSignedIn } = setup
  const [refusal, setRefusal] = useState<string>()

  async function submit() {
    if (!form.check(...validateForm(form, choosesPassword))) return
    setRefusal(undefined)
    const { phone: mobile, smsCode: dynamicCode, password } = form.values
    const entry = { mobile, dynamicCode, agreed: signInAgreements.map(({ name }) => name) }
    try {
      const whole = choosesPassword ? { ...entry, newPassword: password } : entry
      startSession(await signIn(whole), mobile)
    } catch (error) {
      ignoreRefusal(error)
      // The server verifies the code; its message stays at the field.
      if (isWrongField(error)) form.failCode('smsCode', error.message)
      if (error instanceof ApiError && error.code === codes.accountState) {
        setRefusal(error.message)
      }
      return
    }
    form.forget()
    await onSignedIn().catch(ignoreRefusal)
  }

  return { submit, refusal }
}

/** With a code the image is no longer needed, also after a reload. */
function validateForm({ values }: CodeForm, choosesPassword: boolean) {
  const first = values.smsCode === '' ? (['phone', 'captcha'] as const) : (['phone'] as const)
  const password = choosesPassword ? (['password'] as const) : []
  return [...first, 'smsCode', ...password, 'agreed'] as const
}

/** A wrong code is shown at the field, a closed account above the form. */
const shownHere = { atField: [...wrongField.atField, codes.accountState] }

async function signInByCode(entry: CodeEntry) {
  const answer = await onboarding.signIn({ by: 'code', ...entry }, shownHere)
  // Only an authorisation can require a phone; an SMS code already verifies it.
  if (answer.outcome !== 'signedIn') throw new Error('sign-in by code: not signed in')
  return answer
}

/** The image code and the phone. */
export type CodeRequest = {
  readonly mobile: string
  readonly captchaKey: string
  readonly imageCode: string
  /** The solution of the proof of work. */
  readonly proof?: number | undefined
}

type Send = (
  request: CodeRequest,
  options: CallOptions,
) => Promise<{ readonly waitSeconds: number }>

const EXPIRED = '安全验证已过期，请再试一次'

/** Sends the SMS code after the image code. An image is used up by every attempt. */
export function useCodeSending(
  form: CodeForm,
  captcha: Captcha,
  send: Send = onboarding.sendSmsCodeAfterCaptcha,
) {
  const spentKey = useRef<string>(undefined)
  const sending = useSmsSending({ purpose: 'sign-in', phone: form.values.phone }, ask)

  async function ask(options: CallOptions) {
    if (!form.check('phone', 'captcha')) return undefined
    const { phone: mobile, captcha: imageCode } = form.values
    if (captcha.key === undefined) {
      form.fail('captcha', '图片还没有加载出来，请稍候或点图片重试')
      return undefined
    }
    try {
      const proof = await captcha.proofFor(captcha.key)
      const sent = await send({ mobile, captchaKey: captcha.key, imageCode, proof }, options)
      spentKey.current = captcha.key
      form.setError('smsCode', undefined)
      form.focus('smsCode')
      return sent
    } catch (error) {
      const isWrong = error instanceof ApiError && error.code === codes.captchaWrong
      await renew()
      const isPuzzle = captcha.picture === ''
      if (isWrong) form.fail('captcha', isPuzzle ? EXPIRED : '图形验证码不正确，已为您换了一张')
      throw error
    }
  }

  async function renew() {
    form.set('captcha', '')
    await captcha.refresh()
  }

  // Load a new image as soon as another code may be sent.
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
  /** The initial phone, e.g. from the link. */
  readonly phone?: string
}

export type CodeForm = ReturnType<typeof useCodeForm>

/** The fields of a sign-in by code. */
export function useCodeForm({ draft, phone: startsWith = '' }: CodeFormSetup) {
  return useForm({
    draft,
    initial: { phone: startsWith, captcha: '', smsCode: '', password: '', agreed: false },
    rules: { phone, captcha, smsCode, password, agreed: consent },
    notPersisted: ['captcha', 'smsCode', 'password', 'agreed'],
  })
}
