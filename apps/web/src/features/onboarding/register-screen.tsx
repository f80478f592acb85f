import { useRef, useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { Button, TextField } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import type { CallOptions } from '#platform/api/client.ts'
import { back, goTo } from '#platform/navigation/navigation.ts'
import { openWantedInLink, signInWith, readWantedPage } from '#platform/navigation/wanted-page.ts'
import { AgreementTick, signInAgreements } from '#shared/agreements/agreement-tick.tsx'
import { type Captcha, CaptchaField, useCaptcha } from '#shared/sign-in/captcha.tsx'
import {
  type CodeForm,
  type CodeRequest,
  useCodeForm,
  useCodeSending,
  useCodeSignIn,
} from '#shared/sign-in/code-sign-in.ts'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { SmsCodeField } from '#shared/sign-in/sms-code.tsx'

/** Takes the place of this page, so that Back from signing in does not lead to registration. */
function SignInLink() {
  const { path } = routes.onboarding.landing
  const address = signInWith(path, readWantedPage())
  return (
    <a
      href={`#${address}`}
      onClick={(event) => {
        event.preventDefault()
        void goTo(address)
      }}
    >
      去登录
    </a>
  )
}

export default function RegisterScreen() {
  const form = useCodeForm({ draft: 'register' })
  const captcha = useCaptcha()
  const checked = useCheckedCaptcha(form, captcha)
  const sending = useCodeSending(form, captcha, checked.send)
  const { submit, refusal } = useCodeSignIn(form, {
    choosesPassword: true,
    onSignedIn: openWantedInLink,
  })

  return (
    <Screen
      title={routes.onboarding.register.title}
      onBack={back}
      onSubmit={submit}
      footer={
        <Button type="submit" busyLabel="正在注册…">
          注册并登录
        </Button>
      }
    >
      <FormError of={refusal} />
      <div className="card">
        <PhoneField {...form.text('phone')} />
        <CaptchaField
          {...form.text('captcha')}
          captcha={captcha}
          onBlur={checked.leave}
          note={checked.isPassed ? '图形验证码正确' : undefined}
        />
        <SmsCodeField {...form.text('smsCode')} sending={sending} />
        <TextField
          {...form.text('password')}
          label="设置密码"
          type="password"
          autoComplete="new-password"
          maxLength={16}
          placeholder="8–16 位"
          note="字母、数字或下划线，不能全是数字"
        />
      </div>
      <AgreementTick {...form.tick('agreed')} agreements={signInAgreements} />
      <p className="small ink-2 centre">
        已有账户？
        <SignInLink />
      </p>
    </Screen>
  )
}

/** Verifies the image code on blur, so that an error is shown early. */
function useCheckedCaptcha(form: CodeForm, captcha: Captcha) {
  const running = useRef<{ readonly key: string; readonly done: Promise<void> }>(undefined)
  const [passedKey, setPassedKey] = useState<string>()

  /** One verification per image. */
  async function check(captchaKey: string, imageCode: string) {
    if (running.current?.key !== captchaKey) {
      running.current = { key: captchaKey, done: ask(captchaKey, imageCode) }
    }
    await running.current.done
  }

  async function ask(captchaKey: string, imageCode: string) {
    const proof = await captcha.proofFor(captchaKey)
    await onboarding.checkCaptcha(
      { dynamicType: '01', captchaKey, imageCode, proof },
      { atField: [codes.captchaWrong] },
    )
    setPassedKey(captchaKey)
  }

  async function leave() {
    form.text('captcha').onBlur()
    const { captcha: imageCode } = form.values
    if (captcha.key === undefined || imageCode.length !== 4) return
    try {
      await check(captcha.key, imageCode)
    } catch (error) {
      ignoreRefusal(error)
      form.set('captcha', '')
      await captcha.refresh()
      if (error instanceof ApiError && error.code === codes.captchaWrong) {
        form.setError('captcha', '图形验证码不正确，已为您换了一张')
      }
    }
  }

  async function send({ mobile, captchaKey, imageCode }: CodeRequest, options: CallOptions) {
    await check(captchaKey, imageCode)
    return onboarding.sendSmsCode(
      { dynamicType: '01', hasMobileNo: true, mobile, captchaKey },
      options,
    )
  }

  return { leave, send, isPassed: captcha.key !== undefined && passedKey === captcha.key }
}
