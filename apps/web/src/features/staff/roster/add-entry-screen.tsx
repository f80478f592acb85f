import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { staffShapes } from '@qingzhou/contract/features/staff'
import { fieldMessages } from '@qingzhou/domain/people/fields'
import { tidyName } from '@qingzhou/domain/people/person-name'
import { Button, TextField } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError, ignoreRefusal } from '#platform/api/api-error.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { useForm } from '#shared/forms/form.ts'
import { PhoneField } from '#shared/forms/grouped-field.tsx'
import { requiredField } from '#shared/forms/validation.ts'
import { ADD_ENTRY_DRAFT, staff } from '#features/staff/queries.ts'
import { StaffScreen } from '#features/staff/staff-area.tsx'
import { StaffOnly } from '#features/staff/staff-only.tsx'

/** Adds customers to the employee roster one by one. */
export default function AddEntryScreen() {
  return (
    <StaffOnly route={routes.staff.addName} call={calls.staff.addName}>
      {() => <AddEntry />}
    </StaffOnly>
  )
}

function AddEntry() {
  const { form, save } = useAddEntryForm()
  return (
    <StaffScreen
      inNavigation
      title={routes.staff.addName.title}
      onBack={() => backOr(routes.staff.nameList)}
      onSubmit={save}
      footer={
        <Button type="submit" busyLabel="正在保存…">
          保存并录入下一位
        </Button>
      }
    >
      <div className="staff-form stack stack-3">
        <Card>
          <div className="staff-fields">
            <TextField
              {...form.text('name')}
              label="姓名"
              autoComplete="off"
              maxLength={40}
              placeholder="与身份证一致"
            />
            <TextField
              {...form.text('idNumber')}
              label="身份证号"
              autoComplete="off"
              maxLength={18}
              placeholder="18 位身份证号"
            />
            <PhoneField {...form.text('mobile')} autoComplete="off" />
            <TextField
              {...form.text('employer')}
              label="单位"
              autoComplete="off"
              maxLength={60}
              placeholder="单位全称"
              note="保存后会保留，方便连续录入同一单位"
            />
          </div>
        </Card>
        <p className="small ink-2">
          加入名单后，该客户新的借款按员工贷办理，借款后须在期限内提交用途凭证。
        </p>
      </div>
    </StaffScreen>
  )
}

const { shape } = staffShapes.addName.request

/**
 * One roster entry. After saving, the form keeps the employer. Personal data is never stored on a
 * shared computer.
 */
function useAddEntryForm() {
  const form = useForm({
    draft: ADD_ENTRY_DRAFT,
    initial: { name: '', idNumber: '', mobile: '', employer: '' },
    rules: {
      name: requiredField('姓名', shape.name, '姓名不能超过 40 个字'),
      idNumber: requiredField('身份证号', shape.idNumber, fieldMessages.idNumber),
      mobile: shape.mobile,
      employer: requiredField('单位', shape.employer, '单位不能超过 60 个字'),
    },
    notPersisted: ['name', 'idNumber', 'mobile'],
  })

  async function save() {
    if (!form.check('name', 'idNumber', 'mobile', 'employer')) return
    const { mobile, idNumber } = form.values
    const name = tidyName(form.values.name)
    try {
      const employer = form.values.employer.trim()
      await staff.addName({ name, idNumber: idNumber.trim(), mobile, employer }, { quiet: true })
    } catch (error) {
      ignoreRefusal(error)
      showError(error)
      return
    }
    toast(`${name} 已加入名单，可以继续录入下一位`)
    form.setValues({ name: '', idNumber: '', mobile: '' })
    form.focus('name')
  }

  /** The server's error is mostly a number that is already on the roster. */
  function showError(error: unknown) {
    if (!(error instanceof ApiError)) return
    if (error.code === codes.accountState) form.fail('idNumber', error.message)
    else toast(error.message)
  }

  return { form, save }
}
