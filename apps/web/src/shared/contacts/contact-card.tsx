import { isPhone } from '@qingzhou/domain/people/phone'
import { Card } from '@qingzhou/ui/card'
import { TextField } from '@qingzhou/ui/text-field'
import { type Choice, ChoiceField } from '#shared/choice-field.tsx'
import { onboarding } from '#shared/onboarding-calls.ts'
import { PhoneField } from '#shared/phone-field.tsx'
import type { ContactNumber, ContactsForm } from './contact-fields.ts'

export const ALIKE = '两位联系人的手机号不能相同'
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

/** Somebody to ask when the borrower can't be reached. */
export function ContactCard({ form, number, relations }: ContactCardProps) {
  const mobile = form.text(`contact${number}Mobile`)

  async function leaveMobile() {
    mobile.onBlur()
    if (!isPhone(mobile.value)) return
    const wrong = await wrongWith(form, { number, mobile: mobile.value })
    if (wrong !== undefined) form.tell(`contact${number}Mobile`, wrong)
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

/** The server alone knows the borrower's own number in full. */
async function wrongWith(
  form: ContactsForm,
  { number, mobile }: { readonly number: ContactNumber; readonly mobile: string },
): Promise<string | undefined> {
  if (mobile === form.values[`contact${number === 1 ? 2 : 1}Mobile`]) return ALIKE
  const { same } = await onboarding
    .isOwnPhone({ mobile }, { leaveOutcome: true })
    // Saving judges again: a check that did not come through is in nobody's way.
    .catch(() => ({ same: false }))
  return same ? OWN : undefined
}
