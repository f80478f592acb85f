import type { BasicInfo, CompanyInfo, profileShapes } from '@qingzhou/contract/features/profile'
import type { Input } from '@qingzhou/contract/wire/shape'
import { unreachable } from '@qingzhou/domain/assert'
import { checkContacts } from '@qingzhou/domain/credit/contacts'
import { moveApplication, requireStep } from '#features/applications/index.ts'
import { personOf } from '#features/identity/index.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import { districtName, isChoice } from '#features/reference/index.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { saveDraft, saveForm } from './profile-store.ts'

const MARRIED = '02'
const SPOUSE = '01'

/** Refuses values that no picker offers, and invalid contacts. */
function requireBasic(
  form: BasicInfo,
  borrower: { readonly name: string; readonly mobile: string },
): void {
  requireChoices({ education: form.education })
  requireDistrict(form.district)
  requireFamily(form, borrower)
}

/** Refuses contacts that do not fit the borrower or the marital status. */
export function requireFamily(
  { marriage, contacts }: Pick<BasicInfo, 'marriage' | 'contacts'>,
  borrower: { readonly name: string; readonly mobile: string },
): void {
  requireChoices({ marriage })
  requireContacts(contacts, { ...borrower, isMarried: marriage === MARRIED })
}

/** Refuses invalid contacts: the borrower, duplicates, or a spouse of an unmarried borrower. */
export function requireContacts(
  input: BasicInfo['contacts'],
  borrower: { readonly name: string; readonly mobile: string; readonly isMarried: boolean },
): void {
  for (const { relation } of input) requireChoices({ relation })
  const contacts = input.map((contact) => ({ ...contact, isSpouse: contact.relation === SPOUSE }))
  const checked = checkContacts(contacts, borrower)
  if (!checked.ok) throw new Refused(checked.refusal)
}

export function requireCompany({ industry, position, income, district }: CompanyInfo): void {
  requireChoices({ industry, position, income })
  requireDistrict(district)
}

function requireChoices(chosen: Partial<Record<keyof typeof names, string>>): void {
  // The parameter type allows no other keys.
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

export function requireDistrict(code: string): void {
  if (districtName(code) !== undefined) return
  throw new Refused({ kind: 'field-invalid', message: '请重新选择所在地区' })
}

type Given = Input<(typeof profileShapes)['save']>

/** Saves a form of the application, or its draft. */
export async function saveProfile(
  services: Services,
  caller: SignedInCaller,
  input: Given,
): Promise<Record<string, never>> {
  switch (input.part) {
    case 'basic':
      await saveBasic(services, caller, fieldsOf(input))
      return {}
    case 'company':
      await saveCompany(services, caller, fieldsOf(input))
      return {}
    case 'basicDraft':
      await saveFormDraft(services, caller, { form: 'basic', fields: fieldsOf(input) })
      return {}
    case 'companyDraft':
      await saveFormDraft(services, caller, { form: 'company', fields: fieldsOf(input) })
      return {}
    default:
      return unreachable(input)
  }
}

function fieldsOf<Part extends Given>(input: Part): Omit<Part, 'part'> {
  const { part: _, ...fields } = input
  return fields
}

async function saveBasic(
  services: Services,
  caller: SignedInCaller,
  fields: BasicInfo,
): Promise<void> {
  const { customer } = caller.session
  await requireStep(services.database, services, caller, 'basicInfo')
  const person = await personOf(services.database, services, customer)
  const mobile = await phoneOf(services.database, services, customer)
  requireBasic(fields, { name: person.name, mobile })
  await services.database.inTransaction(async (tx) => {
    await moveApplication(tx, services, customer, { type: 'basic-info-saved' })
    await saveForm(tx, services, { customer, form: 'basic', fields })
  })
}

async function saveCompany(
  services: Services,
  caller: SignedInCaller,
  fields: CompanyInfo,
): Promise<void> {
  const { customer } = caller.session
  await requireStep(services.database, services, caller, 'companyInfo')
  requireCompany(fields)
  await services.database.inTransaction(async (tx) => {
    await moveApplication(tx, services, customer, { type: 'company-info-saved' })
    await saveForm(tx, services, { customer, form: 'company', fields })
  })
}

/**
 * Saves a draft without advancing the application, so that it can be continued on another phone.
 */
async function saveFormDraft(
  services: Services,
  caller: SignedInCaller,
  { form, fields }: { readonly form: 'basic' | 'company'; readonly fields: object },
): Promise<void> {
  const step = form === 'basic' ? 'basicInfo' : 'companyInfo'
  await requireStep(services.database, services, caller, step)
  await saveDraft(services.database, services, { customer: caller.session.customer, form, fields })
}
