import { useState } from 'react'
import { Button } from '@qingzhou/ui/button'
import { Form } from '@qingzhou/ui/form'
import { TextField } from '@qingzhou/ui/text-field'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api-error.ts'
import { keepStaffToken } from '#platform/staff-session.ts'
import { goOn, wantedInLink } from '#platform/wanted-page.ts'
import { useForm } from '#shared/form.ts'
import { Landing } from '#shared/landing.tsx'
import { Problem } from '#shared/problem.tsx'
import { required } from '#shared/rules.ts'
import { staff } from './queries.ts'
import './staff-sign-in.css'

/** Username and password. Why it did not work stays in sight until the next try. */
export function StaffSignIn() {
  const [problem, setProblem] = useState<string>()
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
      const { token } = await staff.signIn({ username: username.trim(), password }, { quiet: true })
      form.forget()
      keepStaffToken(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      form.focus('password')
      return
    }
    if (wantedInLink() !== undefined) await goOn(routes.staff.staffHome)
  }

  return (
    <div className="staff-sign-in">
      <Landing sentence="员工工作台" note="名单录入、凭证上传与审核" foot={null}>
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
      </Landing>
    </div>
  )
}
