import { email } from '@qingzhou/contract/fields'
import type { BasicDraft } from '@qingzhou/contract/profile'
import {
  contactFields,
  contactRules,
  contactsIn,
  contactValuesOf,
} from '#shared/contacts/contact-fields.ts'
import { useForm } from '#shared/form.ts'
import { chosen, required } from '#shared/rules.ts'

export const BASIC_DRAFT = 'basic-info'

export type BasicForm = ReturnType<typeof useBasicForm>
type Values = BasicForm['values']

export function useBasicForm(typed: { readonly basic: BasicDraft; readonly districtName: string }) {
  return useForm({ draft: BASIC_DRAFT, initial: valuesOf(typed), rules, unkept: [] })
}

/** In their order on the page: the first that is wrong gets the cursor. */
export const basicFields = [
  'marriage',
  'education',
  'district',
  'address',
  'email',
  ...contactFields,
] as const

const rules = {
  marriage: chosen('婚姻状况'),
  education: chosen('最高学历'),
  district: chosen('居住地区'),
  address: required('详细地址'),
  email,
  ...contactRules,
}

function valuesOf({ basic, districtName }: { basic: BasicDraft; districtName: string }) {
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

/** The form as calls carry it, half filled or whole. */
export function basicIn(values: Values) {
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

export function basicDraftIn(values: Values) {
  return { part: 'basicDraft', ...basicIn(values) } as const
}
