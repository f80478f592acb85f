import { useQuery } from '@tanstack/react-query'
import { email } from '@qingzhou/contract/wire/fields'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { type Choice, ChoiceField } from '#shared/forms/choose-row.tsx'
import {
  ALIKE,
  ContactCard,
  contactFields,
  contactRules,
  contactsIn,
  contactValuesOf,
  mobiles,
} from '#shared/forms/contacts.tsx'
import { useForm } from '#shared/forms/form.ts'
import { EmailField, HomeFields } from '#shared/forms/home-fields.tsx'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { requiredChoice, requiredField } from '#shared/forms/validation.ts'
import { FormQueryState } from './form-query-state.tsx'
import { type TypedProfile, useTypedProfile } from './saving/saved-form.ts'
import { useProfileForm } from './saving/use-profile-form.ts'

export default function BasicInfoScreen() {
  const typed = useTypedProfile()
  const choices = useQuery(choicesQuery(['marriage', 'education', 'relation']))
  if (!typed.data || !choices.data) {
    const { title } = routes.credit.basicInfo
    return <FormQueryState title={title} at="basicInfo" queries={[typed, choices]} />
  }

  const { marriage = [], education = [], relation = [] } = choices.data
  return <BasicInfoForm typed={typed.data} choices={{ marriage, education, relation }} />
}

interface BasicInfoFormProps {
  typed: TypedProfile
  choices: Record<'marriage' | 'education' | 'relation', readonly Choice[]>
}

function BasicInfoForm({ typed, choices }: BasicInfoFormProps) {
  const form = useBasicForm(typed)
  const { values } = form
  const server = useProfileForm({ part: 'basic', typed, form, valuesOf, fieldsIn: basicIn })

  async function submit() {
    if (!form.check(...basicFields)) return
    if (values.contact1Mobile === values.contact2Mobile)
      return form.fail('contact2Mobile', ALIKE, mobiles)
    await server.save()
  }

  return (
    <Screen
      title={routes.credit.basicInfo.title}
      onBack={() => backOr(routes.cards.bindCardForCredit)}
      trailing={<HelpButton />}
      top={<ApplicationProgress at="basicInfo" note={server.note} />}
      onSubmit={submit}
      footer={
        <Button type="submit" busyLabel="正在保存…">
          保存，下一步
        </Button>
      }
    >
      <HomeCard form={form} choices={choices} />
      <ContactCard form={form} number={1} relations={choices.relation} />
      <ContactCard form={form} number={2} relations={choices.relation} />
      <FormError of={server.problem} />
    </Screen>
  )
}

function HomeCard({ form, choices }: Pick<BasicInfoFormProps, 'choices'> & { form: BasicForm }) {
  return (
    <Card>
      <div className="columns-2">
        <ChoiceField {...form.text('marriage')} label="婚姻状况" choices={choices.marriage} />
        <ChoiceField {...form.text('education')} label="最高学历" choices={choices.education} />
      </div>
      <HomeFields form={form} />
      <EmailField form={form} />
    </Card>
  )
}

type BasicForm = ReturnType<typeof useBasicForm>

type Values = BasicForm['values']

function useBasicForm(typed: TypedProfile) {
  return useForm({ draft: 'basic-info', initial: valuesOf(typed), rules, notPersisted: [] })
}

/** In page order: the first invalid field gets the focus. */
const basicFields = [
  'marriage',
  'education',
  'district',
  'address',
  'email',
  ...contactFields,
] as const

const rules = {
  marriage: requiredChoice('婚姻状况'),
  education: requiredChoice('最高学历'),
  district: requiredChoice('居住地区'),
  address: requiredField('详细地址'),
  email,
  ...contactRules,
}

function valuesOf({ basic = {}, basicDistrict: districtName = '' }: TypedProfile) {
  return {
    marriage: basic.marriage ?? '',
    education: basic.education ?? '',
    district: basic.district ?? '',
    districtName,
    address: basic.address ?? '',
    email: basic.email ?? '',
    ...contactValuesOf(basic.contacts ?? []),
  }
}

/** The form in the format of the call, partial or complete. */
function basicIn(values: Values) {
  const { marriage, education, district, address, email: mail } = values
  return {
    marriage,
    education,
    district,
    address: address.trim(),
    email: mail.trim(),
    contacts: contactsIn(values),
  }
}
