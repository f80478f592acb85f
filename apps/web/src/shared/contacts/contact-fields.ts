import { phone } from '@qingzhou/contract/fields'
import { chosen, required } from '#shared/rules.ts'

/** Contacts count from one, as on the screen. */
export type ContactNumber = 1 | 2

export type ContactField = `contact${ContactNumber}${'Name' | 'Relation' | 'Mobile'}`
type ContactValues = Readonly<Record<ContactField, string>>

/** A contact as far as it was typed. */
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
  contact1Name: required('联系人姓名'),
  contact1Relation: chosen('与您的关系'),
  contact1Mobile: phone,
  contact2Name: required('联系人姓名'),
  contact2Relation: chosen('与您的关系'),
  contact2Mobile: phone,
}

/** Two contacts as a form starts with them, as far as they are known. */
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

/** The two as calls carry them. */
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

/** What a form must have for its contacts to be filled in. */
export interface ContactsForm {
  values: ContactValues
  text: (name: ContactField) => {
    value: string
    onChange: (value: string) => void
    onBlur: () => void
    error: string | undefined
    ref: (element: HTMLElement | null) => void
  }
  tell: (name: ContactField, error: string | undefined) => void
}
