import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { AgreementTick } from './agreement-tick.tsx'
import { signInAgreements } from './agreements.ts'
import { CaptchaField } from './captcha-field.tsx'
import { useCodeForm } from './code-form.ts'
import type { CodeFormSetup } from './code-form.ts'
import { PhoneField } from './phone-field.tsx'
import { SmsCodeField } from './sms-code-field.tsx'
import { useCaptcha } from './use-captcha.ts'
import type { PartnerLink } from './use-captcha.ts'
import { useCodeSending } from './use-code-sending.ts'
import { useCodeSignIn } from './use-code-sign-in.ts'
import type { CodeSignInSetup } from './use-code-sign-in.ts'

export interface CodeSignInProps extends CodeFormSetup, Omit<CodeSignInSetup, 'choosesPassword'> {
  submitLabel: string
  /** What agreeing means for a phone not known yet. */
  consequence?: string
  link?: PartnerLink
}

/** Phone, picture, code, agreement: signs in, and registers a new phone on the way. */
export function CodeSignIn({ submitLabel, consequence, link, ...setup }: CodeSignInProps) {
  const form = useCodeForm(setup)
  const captcha = useCaptcha(link)
  const sending = useCodeSending(form, captcha)
  const submit = useCodeSignIn(form, setup)

  return (
    <Form onSubmit={submit} className="stack stack-6" label="登录">
      <div className="stack stack-3">
        <PhoneField {...form.text('phone')} />
        <CaptchaField {...form.text('captcha')} captcha={captcha} />
        <SmsCodeField {...form.text('smsCode')} sending={sending} />
      </div>
      <div className="stack stack-1">
        <Button type="submit" busyLabel="正在登录…">
          {submitLabel}
        </Button>
        <AgreementTick
          {...form.tick('agreed')}
          agreements={signInAgreements}
          consequence={consequence}
        />
      </div>
    </Form>
  )
}
