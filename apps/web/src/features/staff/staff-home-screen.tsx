import { useEffect, useRef, useState } from 'react'
import { Banner, SkeletonLines } from '@qingzhou/ui/feedback'
import { Button, Form, TextField } from '@qingzhou/ui/inputs'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { storeStaffToken } from '#platform/session/staff-session.ts'
import { openWantedInLink, readWantedPage } from '#platform/navigation/wanted-page.ts'
import { useForm } from '#shared/forms/form.ts'
import { Landing } from '#shared/sign-in/landing/landing.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { requiredField } from '#shared/forms/validation.ts'
import { takeAdminPlatformToken } from './admin-platform-token.ts'
import { Home } from './home.tsx'
import { staff } from './queries.ts'
import { type SecondFactor, SecondStep } from './second-step.tsx'
import './staff-sign-in.css'
import { useStaffToken } from './staff-only.tsx'

/** The staff sign-in and the home of the staff area. */
export default function StaffHomeScreen() {
  const token = useStaffToken()
  return token === undefined ? <StaffSignIn /> : <Home key={token} />
}

type Step =
  | { readonly at: 'handover'; readonly handoverToken: string }
  | { readonly at: 'password'; readonly problem?: string }
  | { readonly at: 'code'; readonly secondFactor: SecondFactor }
  | { readonly at: 'recoveryCodes'; readonly token: string; readonly codes: readonly string[] }

/** Username and password, then a code of the authenticator app if required. */
function StaffSignIn() {
  const [step, setStep] = useState<Step>(firstStep)

  return (
    <div className="staff-sign-in">
      <Landing sentence="员工工作台" note="名单录入、凭证上传与审核" foot={null}>
        {step.at === 'handover' && (
          <HandoverStep
            handoverToken={step.handoverToken}
            onToken={enter}
            onSecondFactor={(secondFactor) => setStep({ at: 'code', secondFactor })}
            onRefused={(problem) => setStep({ at: 'password', problem })}
          />
        )}
        {step.at === 'password' && (
          <PasswordStep
            problem={step.problem}
            onToken={enter}
            onSecondFactor={(secondFactor) => setStep({ at: 'code', secondFactor })}
          />
        )}
        {step.at === 'code' && (
          <SecondStep
            secondFactor={step.secondFactor}
            onToken={enter}
            onEnrolled={(token, codes) => setStep({ at: 'recoveryCodes', token, codes })}
            onBack={(problem) =>
              setStep({ at: 'password', ...(problem !== undefined && { problem }) })
            }
          />
        )}
        {step.at === 'recoveryCodes' && (
          <RecoveryCodes codes={step.codes} onSaved={() => enter(step.token)} />
        )}
      </Landing>
    </div>
  )
}

/** A member of staff who comes from the admin platform has its token. */
function firstStep(): Step {
  const handoverToken = takeAdminPlatformToken()
  return handoverToken === undefined ? { at: 'password' } : { at: 'handover', handoverToken }
}

async function enter(token: string): Promise<void> {
  storeStaffToken(token)
  if (readWantedPage() !== undefined) await openWantedInLink(routes.staff.staffHome)
}

interface HandoverStepProps {
  handoverToken: string
  onToken: (token: string) => Promise<void>
  onSecondFactor: (secondFactor: SecondFactor) => void
  onRefused: (problem: string) => void
}

/** Exchanges the token of the admin platform; if it is refused, the password is asked for. */
function HandoverStep({ handoverToken, ...then }: HandoverStepProps) {
  const isBegun = useRef(false)

  async function exchange() {
    try {
      const answer = await staff.redeemHandover({ handoverToken }, { quiet: true })
      if (answer.secondFactor) then.onSecondFactor(answer.secondFactor)
      else if (answer.token !== undefined) await then.onToken(answer.token)
    } catch (error) {
      // A cookie can hold anything: what does not have the form of a token is not sent.
      then.onRefused(error instanceof ApiError ? error.message : HANDOVER_INVALID)
    }
  }

  useEffect(() => {
    // A token is valid once, so it is sent once.
    if (isBegun.current) return
    isBegun.current = true
    void exchange()
  })
  return (
    <div className="stack stack-4">
      <p className="small ink-2">正在用管理平台的账号登录…</p>
      <SkeletonLines count={4} />
    </div>
  )
}

const HANDOVER_INVALID = '管理平台的登录凭证已失效，请输入用户名和密码登录'

interface RecoveryCodesProps {
  codes: readonly string[]
  onSaved: () => Promise<void>
}

/** Shown once. Without them, a lost phone needs an administrator. */
function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  return (
    <section className="stack stack-6" aria-label="恢复码">
      <div className="stack stack-3">
        <h2 className="title">请保存恢复码</h2>
        <p className="small ink-2">
          手机丢失或更换时，可用一组恢复码代替动态验证码登录，每组只能使用一次。
        </p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Banner tone="soon">恢复码只显示这一次，请抄写或打印后妥善保管，不要截图发给他人。</Banner>
      </div>
      <Button onPress={onSaved}>已保存，进入工作台</Button>
    </section>
  )
}

/** Who opened a page of the loan area signs in to that area; both calls open the same session. */
const signIn: typeof staff.signIn = (input, options) =>
  readWantedPage() === undefined ? staff.signIn(input, options) : staff.openLoanArea(input, options)

interface PasswordStepProps {
  /** Why the second step returned here. */
  problem: string | undefined
  onToken: (token: string) => Promise<void>
  onSecondFactor: (secondFactor: SecondFactor) => void
}

/** Username and password. The error stays until the next attempt. */
function PasswordStep({ problem: before, onToken, onSecondFactor }: PasswordStepProps) {
  const [problem, setProblem] = useState(before)
  const form = useForm({
    draft: 'staff-sign-in',
    initial: { username: '', password: '' },
    rules: { username: requiredField('用户名'), password: requiredField('密码') },
    notPersisted: ['password'],
  })

  async function submit() {
    if (!form.check('username', 'password')) return
    setProblem(undefined)
    const { username, password } = form.values
    try {
      const answer = await signIn({ username: username.trim(), password }, { quiet: true })
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
        <FormError of={problem} />
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
