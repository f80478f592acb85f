import type { BasicInfo, CompanyInfo, profileShapes } from '@qingzhou/contract/features/profile'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { unreachable } from '@qingzhou/domain/assert'
import { checkContacts } from '@qingzhou/domain/credit/contacts'
import { moveApplication, requireStep } from '#features/applications/index.ts'
import { getPerson } from '#features/identity/index.ts'
import { getPhone } from '#features/onboarding/index.ts'
import { districtName, isChoice } from '#features/reference/index.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { mergeFields } from './merge-fields.ts'
import { lockForm, saveDraft, saveForm, type Form } from './profile-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'today'>

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

type SaveInput = Input<(typeof profileShapes)['save']>

type SaveAnswer = Output<(typeof profileShapes)['save']>

/** Saves a form of the application, or its draft. */
export async function saveProfile(
  services: Deps,
  caller: SignedInCaller,
  input: SaveInput,
): Promise<SaveAnswer> {
  switch (input.part) {
    case 'basic':
      return saveBasic(services, caller, partsOf(input))
    case 'company':
      return saveCompany(services, caller, partsOf(input))
    case 'basicDraft':
      return saveFormDraft(services, caller, { form: 'basic', ...partsOf(input) })
    case 'companyDraft':
      return saveFormDraft(services, caller, { form: 'company', ...partsOf(input) })
    default:
      return unreachable(input)
  }
}

function partsOf<Part extends SaveInput>(input: Part) {
  const { part: _, base, ...fields } = input
  return { base, fields }
}

/** What is saved, and the version it was read with. */
type Change<Fields> = { readonly base: string | undefined; readonly fields: Fields }

async function saveBasic(
  services: Deps,
  caller: SignedInCaller,
  { base, fields }: Change<BasicInfo>,
): Promise<SaveAnswer> {
  const { customer } = caller.session
  await requireStep(services.database, services, caller, 'basicInfo')
  const person = await getPerson(services.database, services, customer)
  const mobile = await getPhone(services.database, services, customer)
  requireBasic(fields, { name: person.name, mobile })
  return services.database.inTransaction(async (tx) => {
    await moveApplication(tx, services, customer, { type: 'basic-info-saved' })
    return replaceForm(tx, services, { customer, form: 'basic', base, fields })
  })
}

async function saveCompany(
  services: Deps,
  caller: SignedInCaller,
  { base, fields }: Change<CompanyInfo>,
): Promise<SaveAnswer> {
  const { customer } = caller.session
  await requireStep(services.database, services, caller, 'companyInfo')
  requireCompany(fields)
  return services.database.inTransaction(async (tx) => {
    await moveApplication(tx, services, customer, { type: 'company-info-saved' })
    return replaceForm(tx, services, { customer, form: 'company', base, fields })
  })
}

type FormChange = Change<object> & { readonly customer: CustomerNo; readonly form: Form }

/** Saves a whole form. Refuses one that was changed since it was read. */
async function replaceForm(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  { base, ...saved }: FormChange,
): Promise<SaveAnswer> {
  const { version } = await lockForm(tx, services, saved)
  if (base !== undefined && base !== version) throw new Refused({ kind: 'form-changed' })
  return { version: await saveForm(tx, services, saved) }
}

/**
 * Merges changed fields into the draft without advancing the application, so that it can be
 * continued on another phone.
 */
async function saveFormDraft(
  services: Deps,
  caller: SignedInCaller,
  { form, base, fields }: Change<object> & { readonly form: Form },
): Promise<SaveAnswer> {
  const step = form === 'basic' ? 'basicInfo' : 'companyInfo'
  await requireStep(services.database, services, caller, step)
  const { customer } = caller.session
  return services.database.inTransaction(async (tx) => {
    const stored = await lockForm(tx, services, { customer, form })
    const isCurrent = base === stored.version
    const merged = mergeFields(stored.fields, fields, { mayClear: isCurrent })
    const version = await saveDraft(tx, services, { customer, form, fields: merged })
    return isCurrent ? { version } : {}
  })
}
