import { useState } from 'react'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { staffPasswordMessage } from '@qingzhou/domain/people/staff-password'
import { Button, TextField } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { useForm } from '#shared/forms/form.ts'
import { requiredField } from '#shared/forms/validation.ts'
import { staff } from './queries.ts'
import { StaffScreen } from './staff-area.tsx'
import { StaffOnly, toHome } from './staff-only.tsx'

/** Changes the own password. */
export default function ChangePasswordScreen() {
  return (
    <StaffOnly route={routes.staff.changePassword} call={calls.staff.changePassword}>
      {() => <ChangePassword />}
    </StaffOnly>
  )
}

function ChangePassword() {
  const { form, problem, save } = useChangePassword()
  return (
    <StaffScreen
      inNavigation
      title={routes.staff.changePassword.title}
      onBack={toHome}
      onSubmit={save}
      footer={
        <Button type="submit" busyLabel="正在修改…">
          确认修改密码
        </Button>
      }
      footerNote="修改后，您在其他设备上的登录会立即退出"
    >
      <div className="staff-form-narrow stack stack-3">
        <FormError of={problem} />
        <Card>
          <TextField
            {...form.text('oldPassword')}
            label="原密码"
            type="password"
            autoComplete="current-password"
            maxLength={64}
            note="忘记原密码请联系管理员重置"
          />
          <TextField
            {...form.text('newPassword')}
            label="新密码"
            type="password"
            autoComplete="new-password"
            maxLength={64}
            note="8-64 位，字母、数字、符号均可，不能是常见的密码，不能与原密码相同"
          />
          <TextField
            {...form.text('repeated')}
            label="再次输入新密码"
            type="password"
            autoComplete="new-password"
            maxLength={64}
          />
        </Card>
      </div>
    </StaffScreen>
  )
}

const { newPassword } = staffShapes.changePassword.request.shape

function useChangePassword() {
  const [problem, setProblem] = useState<string>()
  const form = useForm({
    draft: 'staff-change-password',
    initial: { oldPassword: '', newPassword: '', repeated: '' },
    rules: {
      oldPassword: requiredField('原密码'),
      newPassword: requiredField('新密码', newPassword, staffPasswordMessage),
      repeated: requiredField('新密码'),
    },
    notPersisted: ['oldPassword', 'newPassword', 'repeated'],
  })

  async function save() {
    setProblem(undefined)
    if (!form.check('oldPassword', 'newPassword', 'repeated')) return
    const { oldPassword, newPassword: wanted, repeated } = form.values
    if (wanted === oldPassword) {
      form.fail('newPassword', '新密码不能与原密码相同', ['oldPassword', 'newPassword'])
      return
    }
    if (wanted !== repeated) {
      form.fail('repeated', '两次输入的新密码不一致', ['newPassword', 'repeated'])
      return
    }
    try {
      await staff.changePassword({ oldPassword, newPassword: wanted }, { quiet: true })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showError(error)
      return
    }
    form.setValues({ oldPassword: '', newPassword: '', repeated: '' })
    toast('密码已修改，其他设备须用新密码登录', { survivesNavigation: true })
    backOr(routes.staff.staffHome)
  }

  /** The form checks the new password, so an invalid field is the old one. */
  function showError(error: ApiError) {
    if (error.code === codes.invalidField) form.fail('oldPassword', error.message)
    else setProblem(error.message)
  }

  return { form, problem, save }
}
