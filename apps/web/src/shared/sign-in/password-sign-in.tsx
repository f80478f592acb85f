import { codes } from '@qingzhou/contract/codes'
import { password, phone } from '@qingzhou/contract/wire/fields'
import { Button, Form, TextField } from '@qingzhou/ui/inputs'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { useForm } from '#shared/forms/form.ts'
import { onboarding } from './onboarding-calls.ts'
import { startSession } from './start-session.ts'

interface PasswordSignInProps {
  draft: string
  submitLabel: string
  /** Called when passwords are disabled. */
  onCodeNeeded: (phone: string, why: string) => void
  onSignedIn: () => Promise<unknown>
}

/** Sign-in by phone and password. The landing page loads it on demand. */
export function PasswordSignIn(props: PasswordSignInProps) {
  const { draft, submitLabel, onSignedIn, onCodeNeeded } = props
  const form = useForm({
    draft,
    initial: { phone: '', password: '' },
    rules: { phone, password },
    notPersisted: ['password'],
  })

  async function submit() {
    if (!form.check('phone', 'password')) return
    const { phone: mobile, password } = form.values
    try {
      const answer = await onboarding.signIn(
        { by: 'password', mobile, password },
        { atField: answers },
      )
      if (answer.outcome === 'signedIn') startSession(answer, mobile)
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
