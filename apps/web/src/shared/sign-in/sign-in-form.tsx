import { lazy, Suspense, useState } from 'react'
import { Button, Form } from '@qingzhou/ui/inputs'
import { config } from '#platform/browser/config.ts'
import { AgreementTick, signInAgreements } from '#shared/agreements/agreement-tick.tsx'
import { CaptchaField, type PartnerLink, useCaptcha } from './captcha.tsx'
import {
  type CodeFormSetup,
  type CodeSignInSetup,
  useCodeForm,
  useCodeSending,
  useCodeSignIn,
} from './code-sign-in.ts'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { SmsCodeField } from './sms-code.tsx'
import { endedSession } from './start-session.ts'

const TestPhoneHint = lazy(async () => ({
  default: (await import('./test-phone-hint.tsx')).TestPhoneHint,
}))

const PasswordSignIn = lazy(async () => ({
  default: (await import('./password-sign-in.tsx')).PasswordSignIn,
}))

/** Why the form is shown again, and for which phone if it was typed here. */
type LockedSignIn = { readonly phone?: string; readonly why: string }

interface SignInFormProps extends CodeSignInProps {
  /** Offers sign-in by password. */
  withPassword?: boolean
}

/** The sign-in form of every sign-in page. */
export function SignInForm({ withPassword = false, ...form }: SignInFormProps) {
  const [way, setWay] = useState<'code' | 'password'>('code')
  const [locked, setLocked] = useState<LockedSignIn | undefined>(endedSession)
  const isByCode = way === 'code'

  return (
    <div className="stack">
      {isByCode ? (
        <CodeSignIn {...form} {...locked} />
      ) : (
        <Suspense fallback={<span className="spinner" />}>
          <PasswordSignIn
            {...form}
            onCodeNeeded={(phone, why) => {
              setLocked({ phone, why })
              setWay('code')
            }}
          />
        </Suspense>
      )}
      {withPassword && (
        <div className="row row-centre">
          <Button
            kind="text"
            onPress={() => {
              setLocked(undefined)
              setWay(isByCode ? 'password' : 'code')
            }}
          >
            {isByCode ? '用密码登录' : '用短信验证码登录'}
          </Button>
        </div>
      )}
    </div>
  )
}

interface CodeSignInProps extends CodeFormSetup, Omit<CodeSignInSetup, 'choosesPassword'> {
  submitLabel: string
  /** The consequence of agreeing for an unknown phone. */
  consequence?: string
  link?: PartnerLink
  /** Why the form is shown again. */
  why?: string
}

/** Phone, image code, SMS code and agreement: signs in, and registers a new phone. */
function CodeSignIn({ submitLabel, consequence, link, why, ...setup }: CodeSignInProps) {
  const form = useCodeForm(setup)
  const captcha = useCaptcha(link)
  const sending = useCodeSending(form, captcha)
  const { submit, refusal } = useCodeSignIn(form, setup)

  return (
    <Form onSubmit={submit} className="stack stack-6" label="登录">
      <div className="stack stack-3">
        <FormError of={refusal ?? why} />
        <PhoneField {...form.text('phone')} />
        <CaptchaField {...form.text('captcha')} captcha={captcha} />
        <SmsCodeField {...form.text('smsCode')} sending={sending} />
        {config().mode === 'sandbox' && sending.sentTo && (
          <Suspense>
            <TestPhoneHint phone={sending.sentTo} />
          </Suspense>
        )}
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
