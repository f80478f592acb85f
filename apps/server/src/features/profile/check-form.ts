import { checkContacts } from '@qingzhou/domain/credit/contacts'
import type { BasicInfo, CompanyInfo } from '@qingzhou/contract/profile'
import { districtName, isChoice } from '#features/reference/index.ts'
import { Refused } from '#platform/refused.ts'

const MARRIED = '02'
const SPOUSE = '01'

/** Refuses what no picker offers, and contacts that are none. */
export function requireBasic(
  form: BasicInfo,
  borrower: { readonly name: string; readonly mobile: string },
): void {
  requireChoices({ marriage: form.marriage, education: form.education })
  requireDistrict(form.district)
  requireContacts(form.contacts, { ...borrower, isMarried: form.marriage === MARRIED })
}

/** Refuses contacts that are none. */
export function requireContacts(
  given: BasicInfo['contacts'],
  borrower: { readonly name: string; readonly mobile: string; readonly isMarried: boolean },
): void {
  for (const { relation } of given) requireChoices({ relation })
  const contacts = given.map((contact) => ({ ...contact, isSpouse: contact.relation === SPOUSE }))
  const checked = checkContacts(contacts, borrower)
  if (!checked.ok) throw new Refused(checked.refusal)
}

export function requireCompany({ industry, position, income, district }: CompanyInfo): void {
  requireChoices({ industry, position, income })
  requireDistrict(district)
}

function requireChoices(chosen: Partial<Record<keyof typeof names, string>>): void {
  // The type above lets no other names in.
  const kinds = Object.keys(chosen) as (keyof typeof names)[]
  for (const kind of kinds) {
    if (isChoice(kind, chosen[kind] ?? '')) continue
    throw new Refused({ kind: 'field-invalid', message: `请重新选择${names[kind]}` })
  }
}

const names = {
  marriage: '婚姻状况',
  education: '学历',
  relation: '联系人关系',
  industry: '所属行业',
  position: '职位',
  income: '月收入',
} as const

function requireDistrict(code: string): void {
  if (districtName(code) !== undefined) return
  throw new Refused({ kind: 'field-invalid', message: '请重新选择所在地区' })
}
