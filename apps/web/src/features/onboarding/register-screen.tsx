import { Link } from 'react-router'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { TextField } from '@qingzhou/ui/text-field'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation.ts'
import { enterApp } from '#platform/session.ts'
import { AgreementTick } from '#shared/agreement-tick.tsx'
import { signInAgreements } from '#shared/agreements.ts'
import { CaptchaField } from '#shared/captcha-field.tsx'
import { useCodeForm } from '#shared/code-form.ts'
import { PhoneField } from '#shared/phone-field.tsx'
import { SmsCodeField } from '#shared/sms-code-field.tsx'
import { useCaptcha } from '#shared/use-captcha.ts'
import { useCodeSending } from '#shared/use-code-sending.ts'
import { useCodeSignIn } from '#shared/use-code-sign-in.ts'
import { useCheckedCaptcha } from './use-checked-captcha.ts'

export default function RegisterScreen() {
  const form = useCodeForm({ draft: 'register' })
  const captcha = useCaptcha()
  const checked = useCheckedCaptcha(form, captcha)
  const sending = useCodeSending(form, captcha, checked.send)
  const submit = useCodeSignIn(form, { choosesPassword: true, onSignedIn: enterApp })

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
        已有账户？<Link to={addressOf(routes.onboarding.landing)}>去登录</Link>
      </p>
    </Screen>
  )
}
