import { calls } from '@qingzhou/contract/calls'
import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { TextField } from '@qingzhou/ui/text-field'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { PhoneField } from '#shared/phone-field.tsx'
import { useAddNameForm } from './add-name-form.ts'
import { StaffOnly } from './staff-only.tsx'

/** Puts one customer after another on the name list. */
export default function AddNameScreen() {
  return (
    <StaffOnly route={routes.staff.addName} call={calls.staff.addName}>
      {() => <AddName />}
    </StaffOnly>
  )
}

function AddName() {
  const { form, save } = useAddNameForm()
  return (
    <Screen
      title={routes.staff.addName.title}
      onBack={() => backOr(routes.staff.nameList)}
      onSubmit={save}
      footer={
        <Button type="submit" busyLabel="正在保存…">
          保存并录入下一位
        </Button>
      }
    >
      <Card>
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
      </Card>
      <p className="small ink-2">
        加入名单后，该客户新的借款按员工贷办理，借款后须在期限内提交用途凭证。
      </p>
    </Screen>
  )
}
