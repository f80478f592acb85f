import { codes } from '@qingzhou/contract/codes'
import { password, phone } from '@qingzhou/contract/fields'
import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { TextField } from '@qingzhou/ui/text-field'
import { ApiError } from '#platform/api-error.ts'
import { admit } from './admit.ts'
import { useForm } from './form.ts'
import { onboarding } from './onboarding-calls.ts'
import { PhoneField } from './phone-field.tsx'
import { unlessTold } from './told.ts'

export interface PasswordSignInProps {
  draft: string
  submitLabel: string
  /** Passwords are not taken now: a code is the way in. */
  onCodeNeeded: (phone: string, why: string) => void
  onSignedIn: () => Promise<unknown>
}

/** For those who chose a password: phone and password, no message needed. */
export function PasswordSignIn(props: PasswordSignInProps) {
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
      const answer = await onboarding.signIn({ by: 'password', mobile, password })
      if (answer.outcome === 'signedIn') admit(answer)
    } catch (error) {
      unlessTold(error)
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
    const isAnswer = error instanceof ApiError && answers.has(error.code)
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

const answers: ReadonlySet<string> = new Set([codes.invalidField, codes.tooOften])
