import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import { Button, Form, TextField } from '@qingzhou/ui/inputs'
import { ApiError } from '#platform/api/api-error.ts'
import { useForm } from '#shared/forms/form.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QrCode } from '#shared/pages/qr-code.tsx'
import { requiredField } from '#shared/forms/validation.ts'
import { staff } from './queries.ts'

export type SecondFactor = {
  readonly ticket: string
  readonly enrolment?: { readonly secret: string; readonly address: string } | undefined
}

export interface SecondStepProps {
  secondFactor: SecondFactor
  onToken: (token: string) => Promise<void>
  onEnrolled: (token: string, recoveryCodes: readonly string[]) => void
  /** Returns to the first step; with a reason when the ticket has expired. */
  onBack: (problem?: string) => void
}

/** A code of the authenticator app, which is enrolled first if necessary. */
export function SecondStep(props: SecondStepProps) {
  const { secondFactor, onBack } = props
  const { enrolment } = secondFactor
  const { form, problem, submit } = useSecondStep(props)

  return (
    <Form onSubmit={submit} className="stack stack-6" label="登录第二步">
      <div className="stack stack-3">
        {enrolment && <EnrolApp {...enrolment} />}
        <FormError of={problem} />
        <TextField
          {...form.text('code')}
          label="动态验证码"
          autoComplete="one-time-code"
          inputMode={enrolment ? 'numeric' : 'text'}
          maxLength={enrolment ? 6 : 20}
          placeholder={enrolment ? '验证器显示的 6 位数字' : '6 位数字'}
          note={
            enrolment
              ? '每 30 秒更新一次，请在更新前输入'
              : '打开手机上的身份验证器查看；手机不在身边时，可输入一组恢复码'
          }
        />
      </div>
      <div className="stack stack-1">
        <Button type="submit" busyLabel="正在验证…">
          {enrolment ? '绑定并登录' : '验证并登录'}
        </Button>
        <div className="row row-centre">
          <Button kind="text" onPress={() => onBack()}>
            返回上一步
          </Button>
        </div>
      </div>
    </Form>
  )
}

/** Sends the code; an expired ticket returns to the first step. */
function useSecondStep({ secondFactor, onToken, onEnrolled, onBack }: SecondStepProps) {
  const { ticket } = secondFactor
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    draft: 'staff-second-step',
    initial: { code: '' },
    rules: { code: requiredField('动态验证码') },
    notPersisted: ['code'],
  })

  async function submit() {
    if (!form.check('code')) return
    setProblem(undefined)
    try {
      const input = { ticket, code: form.values.code.trim() }
      const { token, recoveryCodes } = await staff.confirmSecondFactor(input, { quiet: true })
      form.forget()
      if (recoveryCodes) onEnrolled(token, recoveryCodes)
      else await onToken(token)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === codes.accountState) {
        onBack(error.message)
        return
      }
      form.set('code', '')
      setProblem(error.message)
      form.focus('code')
    }
  }

  return { form, problem, submit }
}

/** The secret as QR code and text: an app on the same phone cannot scan its own screen. */
function EnrolApp({ secret, address }: { secret: string; address: string }) {
  return (
    <section className="stack stack-3" aria-label="绑定身份验证器">
      <h2 className="title">绑定身份验证器</h2>
      <p className="small ink-2">
        首次登录需绑定。请在手机上打开任意身份验证器应用，扫描二维码，再输入它显示的 6 位数字。
      </p>
      <div className="row row-centre">
        <QrCode text={address} label="身份验证器的绑定二维码" />
      </div>
      <div className="stack stack-1">
        <p className="caption ink-3">无法扫码时，在应用中手动输入密钥：</p>
        <code className="secret-text">{secret.match(/.{4}/g)?.join(' ')}</code>
      </div>
    </section>
  )
}
