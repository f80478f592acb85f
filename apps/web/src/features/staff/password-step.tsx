import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { TextField } from '@qingzhou/ui/text-field'
import { ApiError } from '#platform/api-error.ts'
import { useForm } from '#shared/form.ts'
import { Problem } from '#shared/problem.tsx'
import { required } from '#shared/rules.ts'
import { staff } from './queries.ts'
import type { SecondFactor } from './second-step.tsx'

export interface PasswordStepProps {
  /** Why the second step led back here. */
  problem: string | undefined
  onToken: (token: string) => Promise<void>
  onSecondFactor: (secondFactor: SecondFactor) => void
}

/** Username and password. Why it did not work stays in sight until the next try. */
export function PasswordStep({ problem: before, onToken, onSecondFactor }: PasswordStepProps) {
  const [problem, setProblem] = useState(before)
  const form = useForm({
    draft: 'staff-sign-in',
    initial: { username: '', password: '' },
    rules: { username: required('用户名'), password: required('密码') },
    unkept: ['password'],
  })

  async function submit() {
    if (!form.check('username', 'password')) return
    setProblem(undefined)
    const { username, password } = form.values
    try {
      const answer = await staff.signIn({ username: username.trim(), password }, { quiet: true })
      form.forget()
      if (answer.secondFactor) onSecondFactor(answer.secondFactor)
      else if (answer.token !== undefined) await onToken(answer.token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      form.focus('password')
    }
  }

  return (
    <Form onSubmit={submit} className="stack stack-6" label="员工登录">
      <div className="stack stack-3">
        <Problem of={problem} />
        <TextField
          {...form.text('username')}
          label="用户名"
          autoComplete="username"
          maxLength={40}
          placeholder="管理员为您开通的用户名"
        />
        <TextField
          {...form.text('password')}
          label="密码"
          type="password"
          autoComplete="current-password"
          maxLength={64}
          note="连续输错 5 次会锁定一段时间；忘记密码请联系管理员重置"
        />
      </div>
      <Button type="submit" busyLabel="正在登录…">
        登录工作台
      </Button>
    </Form>
  )
}
