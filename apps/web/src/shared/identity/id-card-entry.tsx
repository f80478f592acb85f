import { Card } from '@qingzhou/ui/layout'
import { WarningIcon } from '@qingzhou/ui/graphics'
import { PhotoSlot, TextArea, TextField, Tick } from '@qingzhou/ui/inputs'
import { GroupedField, IdNumberField, inGroups } from '#shared/forms/grouped-field.tsx'
import type { IdCardForm } from './id-card-fields.ts'
import type {
  CardSide,
  IdCardEntry as Entry,
  IdCardReading,
  SideState,
} from './use-id-card-entry.ts'

/** The photos of an identity card and the recognised fields. */
export function IdCardEntry({ entry: { form, reading } }: { entry: Entry }) {
  return (
    <>
      <IdCardCapture reading={reading} />
      {reading.front.state === 'done' && <FrontCheck form={form} />}
      {reading.back.state === 'done' && <BackCheck form={form} />}
    </>
  )
}

/** Captures both sides of an identity card, by camera or from the album. */
function IdCardCapture({ reading }: { reading: IdCardReading }) {
  const { front, back, readsLeft } = reading
  const problems = [front.problem, back.problem].filter((problem) => problem !== undefined)

  return (
    <Card title="拍摄身份证" note="对齐边框，四角完整，避免反光">
      <div className="columns-2">
        <Side label="人像面" side="front" shown={front} reading={reading} />
        <Side label="国徽面" side="back" shown={back} reading={reading} />
      </div>
      {problems.map((problem) => (
        <p key={problem} className="field-note is-overdue" role="alert">
          <WarningIcon size={16} />
          <span>{problem}</span>
        </p>
      ))}
      <p className="row row-between caption ink-3 tabular">
        <span>照片加密保存，只用于核验身份</span>
        <span>{readsLeft !== undefined && `今日还可识别 ${readsLeft} 次`}</span>
      </p>
    </Card>
  )
}

interface SideProps {
  label: string
  side: CardSide
  shown: SideState
  reading: IdCardReading
}

function Side({ label, side, shown, reading }: SideProps) {
  const { state, picture, problem } = shown
  return (
    <PhotoSlot
      label={label}
      state={state}
      picture={picture}
      note={notes[state]}
      error={problem === undefined ? undefined : '请重拍'}
      onPick={(file) => void reading.pick(side, file)}
      {...(reading.albumAllowed ? {} : { camera: 'environment' as const })}
    />
  )
}

const notes = { empty: '待拍摄', busy: '正在识别…', done: '已识别' } as const

const UNREAD = '未能识别，请对照证件填写'

/** The recognised fields of the portrait side, editable. */
function FrontCheck({ form }: { form: IdCardForm }) {
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

/** The recognised fields of the emblem side. */
function BackCheck({ form }: { form: IdCardForm }) {
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

/** Most addresses need two lines. */
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
