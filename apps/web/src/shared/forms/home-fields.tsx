import { TextField } from '@qingzhou/ui/inputs'
import { AreaField } from './area-field.tsx'

/** What a form gives to one of its fields. */
export type FieldOfForm = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly error: string | undefined
  readonly ref: (element: HTMLElement | null) => void
}

interface HomeForm {
  readonly values: { readonly districtName: string }
  text(name: 'district' | 'address'): FieldOfForm
  setValues(picked: { district: string; districtName: string }): void
}

/** Where the borrower lives. */
export function HomeFields({ form }: { form: HomeForm }) {
  return (
    <>
      <AreaField
        {...form.text('district')}
        label="居住地区"
        names={form.values.districtName}
        onPick={({ code, names }) => form.setValues({ district: code, districtName: names })}
      />
      <TextField
        {...form.text('address')}
        label="详细地址"
        placeholder="街道、小区、门牌号"
        autoComplete="street-address"
        maxLength={120}
      />
    </>
  )
}

export function EmailField({ form }: { form: { text(name: 'email'): FieldOfForm } }) {
  return (
    <TextField
      {...form.text('email')}
      label="电子邮箱"
      note="用来接收合同和结清证明"
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={120}
    />
  )
}
