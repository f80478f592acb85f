import { email, phone } from '@qingzhou/contract/fields'
import type { BasicDraft } from '@qingzhou/contract/profile'
import { useForm } from '#shared/form.ts'
import { chosen, required } from '#shared/rules.ts'

export const BASIC_DRAFT = 'basic-info'

export type BasicForm = ReturnType<typeof useBasicForm>
type Values = BasicForm['values']

/** Contacts count from one, as on the screen. */
export type ContactNumber = 1 | 2

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
  'contact1Name',
  'contact1Relation',
  'contact1Mobile',
  'contact2Name',
  'contact2Relation',
  'contact2Mobile',
] as const

const rules = {
  marriage: chosen('婚姻状况'),
  education: chosen('最高学历'),
  district: chosen('居住地区'),
  address: required('详细地址'),
  email,
  contact1Name: required('联系人姓名'),
  contact1Relation: chosen('与您的关系'),
  contact1Mobile: phone,
  contact2Name: required('联系人姓名'),
  contact2Relation: chosen('与您的关系'),
  contact2Mobile: phone,
}

function valuesOf({ basic, districtName }: { basic: BasicDraft; districtName: string }) {
  const [first = {}, second = {}] = basic.contacts ?? []
  return {
    marriage: basic.marriage ?? '',
    education: basic.education ?? '',
    district: basic.district ?? '',
    districtName,
    address: basic.address ?? '',
    email: basic.email ?? '',
    contact1Name: first.name ?? '',
    contact1Relation: first.relation ?? '',
    contact1Mobile: first.mobile ?? '',
    contact2Name: second.name ?? '',
    contact2Relation: second.relation ?? '',
    contact2Mobile: second.mobile ?? '',
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
    contacts: [
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
    ],
  }
}

export function basicDraftIn(values: Values) {
  return { part: 'basicDraft', ...basicIn(values) } as const
}
