import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { email } from '@qingzhou/contract/wire/fields'
import { type DetailPart, detailParts } from '@qingzhou/contract/features/profile'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { Card, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { backOr, linkQuery } from '#platform/navigation/navigation.ts'
import { ChoiceField } from '#shared/forms/choose-row.tsx'
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
import { choicesQuery } from '#shared/forms/reference-queries.ts'
import { requiredChoice, requiredField } from '#shared/forms/validation.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { AmendCompany } from '#shared/profile/company-form.tsx'
import { AmendDetail, DetailForm } from '#shared/profile/amend-detail.tsx'
import { maskedProfileQuery } from '#shared/profile/queries.ts'

const { title } = routes.profile.personalInfo

const onBack = () => backOr(routes.profile.updateReason)

/** The part to change, from the address. */
export function detailInLink(): DetailPart | undefined {
  return detailParts.find((part) => part === linkQuery()['detail'])
}

/** The form of one part of the contact and work details. */
export function AmendPart({ part }: { part: DetailPart }) {
  if (part === 'company') return <AmendCompany title={title} onBack={onBack} />
  const frame = { part, title, onBack }
  const form = <WithSaved>{(saved) => formOf(part, saved)}</WithSaved>
  return <AmendDetail frame={frame} form={form} />
}

function formOf(part: Exclude<DetailPart, 'company'>, saved: SavedDetails): ReactNode {
  if (part === 'home') return <HomeForm saved={saved} />
  return part === 'email' ? <EmailForm saved={saved} /> : <ContactsForm saved={saved} />
}

type SavedDetails = Awaited<
  ReturnType<NonNullable<ReturnType<typeof maskedProfileQuery>['queryFn']>>
>

function WithSaved({ children }: { children: (saved: SavedDetails) => ReactNode }) {
  const saved = useQuery(maskedProfileQuery())
  if (saved.data) return children(saved.data)
  return (
    <Screen title={title} onBack={onBack} trailing={<HelpButton />}>
      <QueryState query={saved} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

function HomeForm({ saved: { basic = {}, basicDistrict = '' } }: { saved: SavedDetails }) {
  const form = useForm({
    draft: 'amend-home',
    initial: { district: basic.district ?? '', districtName: basicDistrict, address: '' },
    rules: { district: requiredChoice('居住地区'), address: requiredField('详细地址') },
    notPersisted: [],
  })
  const { district, address } = form.values
  return (
    <DetailForm
      frame={{ part: 'home', title, onBack }}
      current={[{ label: '居住地址', value: `${basicDistrict} ${basic.address ?? ''}` }]}
      check={() => form.check('district', 'address')}
      change={() => ({ act: 'changeHome', district, address: address.trim() })}
      forget={form.forget}
    >
      <Card title="新的居住地址">
        <HomeFields form={form} />
      </Card>
    </DetailForm>
  )
}

function EmailForm({ saved: { basic = {} } }: { saved: SavedDetails }) {
  const form = useForm({
    draft: 'amend-email',
    initial: { email: '' },
    rules: { email },
    notPersisted: [],
  })
  return (
    <DetailForm
      frame={{ part: 'email', title, onBack }}
      current={[{ label: '电子邮箱', value: basic.email ?? '' }]}
      check={() => form.check('email')}
      change={() => ({ act: 'changeEmail', email: form.values.email.trim() })}
      forget={form.forget}
    >
      <Card title="新的电子邮箱">
        <EmailField form={form} />
      </Card>
    </DetailForm>
  )
}

/** Both contacts are replaced; with a marriage the spouse can be one of them. */
function ContactsForm({ saved: { basic = {} } }: { saved: SavedDetails }) {
  const choices = useQuery(choicesQuery(['marriage', 'relation'])).data
  const form = useForm({
    draft: 'amend-contacts',
    initial: { marriage: basic.marriage ?? '', ...contactValuesOf([]) },
    rules: { marriage: requiredChoice('婚姻状况'), ...contactRules },
    notPersisted: [],
  })
  const { values } = form

  function check() {
    if (!form.check('marriage', ...contactFields)) return false
    if (values.contact1Mobile !== values.contact2Mobile) return true
    form.fail('contact2Mobile', ALIKE, mobiles)
    return false
  }

  return (
    <DetailForm
      frame={{ part: 'contacts', title, onBack }}
      current={(basic.contacts ?? []).map(({ name = '', mobile = '' }, index) => ({
        label: `联系人 ${index + 1}`,
        value: `${name} ${mobile}`,
      }))}
      check={check}
      change={() => ({
        act: 'changeContacts',
        marriage: values.marriage,
        contacts: contactsIn(values),
      })}
      forget={form.forget}
    >
      <Card>
        <ChoiceField
          {...form.text('marriage')}
          label="婚姻状况"
          choices={choices?.['marriage'] ?? []}
        />
      </Card>
      <ContactCard form={form} number={1} relations={choices?.['relation'] ?? []} />
      <ContactCard form={form} number={2} relations={choices?.['relation'] ?? []} />
    </DetailForm>
  )
}
