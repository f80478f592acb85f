import { useEffect, useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { password, phone } from '@qingzhou/contract/wire/fields'
import { Button, Form, TextField } from '@qingzhou/ui/inputs'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { config } from '#platform/browser/config.ts'
import { startSession } from './start-session.ts'
import { AgreementTick, signInAgreements } from '#shared/agreements/agreement-tick.tsx'
import { CaptchaField, type PartnerLink, useCaptcha } from './captcha.tsx'
import {
  type CodeFormSetup,
  type CodeSignInSetup,
  useCodeForm,
  useCodeSending,
  useCodeSignIn,
} from './code-sign-in.ts'
import { useForm } from '#shared/forms/form.ts'
import { onboarding } from './onboarding-calls.ts'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { SmsCodeField } from './sms-code.tsx'

interface SignInFormProps extends CodeSignInProps {
  /** Offers sign-in by password. */
  withPassword?: boolean
}

/** The sign-in form of every sign-in page. */
export function SignInForm({ withPassword = false, ...form }: SignInFormProps) {
  const [way, setWay] = useState<'code' | 'password'>('code')
  const [locked, setLocked] = useState<{ readonly phone: string; readonly why: string }>()
  const isByCode = way === 'code'

  return (
    <div className="stack">
      {isByCode && <FormError of={locked?.why} />}
      {isByCode ? (
        <CodeSignIn {...form} {...(locked && { phone: locked.phone })} />
      ) : (
        <PasswordSignIn
          {...form}
          onCodeNeeded={(phone, why) => {
            setLocked({ phone, why })
            setWay('code')
          }}
        />
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
}

/** Phone, image code, SMS code and agreement: signs in, and registers a new phone. */
function CodeSignIn({ submitLabel, consequence, link, ...setup }: CodeSignInProps) {
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
        <TestPhoneHint phone={sending.sentTo} />
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

/** In the sandbox no message reaches a phone: says where the code of a test person is. */
function TestPhoneHint({ phone: sentTo }: { phone: string | undefined }) {
  const isAsked = config().mode === 'sandbox' && sentTo !== undefined && sentTo !== ''
  const [testPhone, setTestPhone] = useState<string>()

  useEffect(() => {
    if (!isAsked || sentTo === undefined) return undefined
    const left = new AbortController()
    onboarding.isTestPhone({ mobile: sentTo }, { signal: left.signal, leaveOutcome: true }).then(
      ({ isTest }) => setTestPhone(isTest ? sentTo : undefined),
      // Only a hint is missing.
      () => undefined,
    )
    return () => left.abort()
  }, [isAsked, sentTo])

  if (!isAsked || testPhone !== sentTo) return null
  return <p className="caption ink-2">测试号码：验证码在模拟台的收件箱里</p>
}

interface PasswordSignInProps {
  draft: string
  submitLabel: string
  /** Called when passwords are disabled. */
  onCodeNeeded: (phone: string, why: string) => void
  onSignedIn: () => Promise<unknown>
}

/** Sign-in by phone and password. */
function PasswordSignIn(props: PasswordSignInProps) {
  const { draft, submitLabel, onSignedIn, onCodeNeeded } = props
  const form = useForm({
    draft,
    initial: { phone: '', password: '' },
    rules: { phone, password },
    unkept: ['password'],
  })

  async function submit() {
    if (!form.check('phone', 'password')) return
    const { phone: mobile, password } = form.values
    try {
      const answer = await onboarding.signIn(
        { by: 'password', mobile, password },
        { atField: answers },
      )
      if (answer.outcome === 'signedIn') startSession(answer)
    } catch (error) {
      ignoreRefusal(error)
      refuse(error)
      return
    }
    form.forget()
    await onSignedIn()
  }

  function refuse(error: unknown) {
    if (error instanceof ApiError && error.code === codes.accountState) {
      onCodeNeeded(form.values.phone, error.message)
      return
    }
    const isAnswer = error instanceof ApiError && answers.includes(error.code)
    if (isAnswer) form.fail('password', error.message)
  }

  return (
    <Form onSubmit={submit} className="stack stack-6" label="用密码登录">
      <div className="stack stack-3">
        <PhoneField {...form.text('phone')} />
        <TextField
          {...form.text('password')}
          label="密码"
          type="password"
          autoComplete="current-password"
          maxLength={16}
          placeholder="注册时设置的密码"
          note="没有设置过密码，或忘记密码，请用短信验证码登录"
        />
      </div>
      <Button type="submit" busyLabel="正在登录…">
        {submitLabel}
      </Button>
    </Form>
  )
}

/** Shown at the field, or above the form. */
const answers: readonly string[] = [codes.invalidField, codes.tooOften, codes.accountState]
