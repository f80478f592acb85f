import { phone } from '@qingzhou/contract/wire/fields'
import { isPhone } from '@qingzhou/domain/people/fields'
import { Card } from '@qingzhou/ui/layout'
import { TextField } from '@qingzhou/ui/inputs'
import { onboarding } from '#shared/sign-in/onboarding-calls.ts'
import { type Choice, ChoiceField } from './choose-row.tsx'
import { PhoneField } from './grouped-field.tsx'
import type { FieldOfForm } from './home-fields.tsx'
import { requiredChoice, requiredField } from './validation.ts'

export const ALIKE = '两位联系人的手机号不能相同'

/** The fields that must differ: an error at one of them ends when either is changed. */
export const mobiles = ['contact1Mobile', 'contact2Mobile'] as const

const notes = {
  1: '只在联系不上您时使用，不会告知借款内容',
  2: '请填写另一位，不能与上一位相同',
}

const OWN = '这是您本人的手机号，请填写联系人的号码'

interface ContactCardProps {
  form: ContactsForm
  number: ContactNumber
  relations: readonly Choice[]
}

/** A contact person of the borrower. */
export function ContactCard({ form, number, relations }: ContactCardProps) {
  const mobile = form.text(`contact${number}Mobile`)

  async function leaveMobile() {
    mobile.onBlur()
    if (!isPhone(mobile.value)) return
    const wrong = await wrongWith(form, { number, mobile: mobile.value })
    if (wrong !== undefined) form.setError(`contact${number}Mobile`, wrong, mobiles)
  }

  return (
    <Card title={`紧急联系人 ${number}`} note={notes[number]}>
      <div className="columns-2">
        <TextField {...form.text(`contact${number}Name`)} label="姓名" maxLength={30} />
        <ChoiceField
          {...form.text(`contact${number}Relation`)}
          label="与您的关系"
          choices={relations}
        />
      </div>
      <PhoneField {...mobile} onBlur={() => void leaveMobile()} autoComplete="off" />
    </Card>
  )
}

/** Only the server knows the borrower's full number. */
async function wrongWith(
  form: ContactsForm,
  { number, mobile }: { readonly number: ContactNumber; readonly mobile: string },
): Promise<string | undefined> {
  if (mobile === form.values[`contact${number === 1 ? 2 : 1}Mobile`]) return ALIKE
  const { same } = await onboarding
    .isOwnPhone({ mobile }, { leaveOutcome: true })
    // Saving validates again, so a failed check is ignored.
    .catch(() => ({ same: false }))
  return same ? OWN : undefined
}

/** Contacts are numbered from one, as on the screen. */
type ContactNumber = 1 | 2

type ContactField = `contact${ContactNumber}${'Name' | 'Relation' | 'Mobile'}`

type ContactValues = Readonly<Record<ContactField, string>>

/** A partially filled contact. */
type TypedContact = {
  readonly name?: string | undefined
  readonly relation?: string | undefined
  readonly mobile?: string | undefined
}

/** In their order on the page. */
export const contactFields = [
  'contact1Name',
  'contact1Relation',
  'contact1Mobile',
  'contact2Name',
  'contact2Relation',
  'contact2Mobile',
] as const satisfies readonly ContactField[]

export const contactRules = {
  contact1Name: requiredField('联系人姓名'),
  contact1Relation: requiredChoice('与您的关系'),
  contact1Mobile: phone,
  contact2Name: requiredField('联系人姓名'),
  contact2Relation: requiredChoice('与您的关系'),
  contact2Mobile: phone,
}

/** The initial values of both contacts, as far as known. */
export function contactValuesOf([first = {}, second = {}]: readonly TypedContact[]) {
  return {
    contact1Name: first.name ?? '',
    contact1Relation: first.relation ?? '',
    contact1Mobile: first.mobile ?? '',
    contact2Name: second.name ?? '',
    contact2Relation: second.relation ?? '',
    contact2Mobile: second.mobile ?? '',
  }
}

/** Both contacts in the format of the calls. */
export function contactsIn(values: ContactValues) {
  return [
    {
      name: values.contact1Name.trim(),
      relation: values.contact1Relation,
      mobile: values.contact1Mobile,
    },
    {
      name: values.contact2Name.trim(),
      relation: values.contact2Relation,
      mobile: values.contact2Mobile,
    },
  ]
}

/** The form fields of the contacts. */
interface ContactsForm {
  values: ContactValues
  text: (name: ContactField) => FieldOfForm
  setError: (name: ContactField, error: string, about: readonly ContactField[]) => void
}
