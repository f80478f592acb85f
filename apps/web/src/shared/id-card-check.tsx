import { Card } from '@qingzhou/ui/card'
import { TextArea } from '@qingzhou/ui/text-area'
import { TextField } from '@qingzhou/ui/text-field'
import { Tick } from '@qingzhou/ui/tick'
import { GroupedField, inGroups } from './grouped-field.tsx'
import { IdNumberField } from './id-number-field.tsx'
import type { IdCardForm } from './id-card-fields.ts'

const UNREAD = '没有读清，请对照证件填写'

/** What was read off the side with the portrait, to be put right. */
export function FrontCheck({ form }: { form: IdCardForm }) {
  const no = form.text('no')
  return (
    <Card title="请核对人像面" note="有误请直接修改，须与证件一致">
      <div className="columns-2">
        <CheckedField label="姓名" field={form.text('name')} autoComplete="name" />
        <CheckedField label="民族" field={form.text('nation')} />
      </div>
      <IdNumberField {...no} doubt={no.value === '' ? UNREAD : undefined} />
      <AddressField {...form.text('address')} />
    </Card>
  )
}

/** What was read off the side with the emblem. */
export function BackCheck({ form }: { form: IdCardForm }) {
  return (
    <Card title="请核对国徽面">
      <CheckedField label="签发机关" field={form.text('issueAgency')} />
      <div className="columns-2">
        <DayField label="开始日期" field={form.text('issueDate')} />
        {!form.values.isForLife && <DayField label="截止日期" field={form.text('expireDate')} />}
      </div>
      <Tick
        checked={form.values.isForLife}
        onChange={(isForLife) => form.set('isForLife', isForLife)}
      >
        证件长期有效
      </Tick>
    </Card>
  )
}

type Field = ReturnType<IdCardForm['text']>

interface CheckedFieldProps {
  label: string
  field: Field
  autoComplete?: 'name'
}

function CheckedField({ label, field, autoComplete }: CheckedFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      doubt={field.value === '' ? UNREAD : undefined}
      {...(autoComplete && { autoComplete })}
    />
  )
}

/** An address takes two lines on most cards, and on most phones. */
function AddressField({ ref, ...field }: Field) {
  return (
    <div ref={ref}>
      <TextArea
        {...field}
        label="住址"
        rows={2}
        doubt={field.value === '' ? UNREAD : undefined}
        onChange={(text) => field.onChange(text.replaceAll(/\s*\n\s*/g, ''))}
      />
    </div>
  )
}

function DayField({ label, field }: { label: string; field: Field }) {
  return (
    <GroupedField
      {...field}
      label={label}
      doubt={field.value === '' ? UNREAD : undefined}
      clean={(text) => text.replaceAll(/\D/g, '').slice(0, 8)}
      group={(digits) => inGroups(digits, [4, 2], '-')}
      inputMode="numeric"
      placeholder="年-月-日"
    />
  )
}
