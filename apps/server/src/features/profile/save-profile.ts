import { unreachable } from '@qingzhou/domain/assert'
import type { BasicInfo, CompanyInfo, profileShapes } from '@qingzhou/contract/profile'
import type { Input } from '@qingzhou/contract/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import { moveApplication, requireAt } from '#features/applications/index.ts'
import { personOf } from '#features/identity/index.ts'
import { phoneOf } from '#features/onboarding/index.ts'
import type { Services } from '#platform/services.ts'
import { requireBasic, requireCompany } from './check-form.ts'
import { saveDraft, saveForm } from './profile-store.ts'

type Given = Input<(typeof profileShapes)['save']>

/** Saves a form of the application, or keeps what has been typed of it so far. */
export async function saveProfile(
  services: Services,
  caller: SignedInCaller,
  given: Given,
): Promise<Record<string, never>> {
  switch (given.part) {
    case 'basic':
      await saveBasic(services, caller, fieldsOf(given))
      return {}
    case 'company':
      await saveCompany(services, caller, fieldsOf(given))
      return {}
    case 'basicDraft':
      await saveTyped(services, caller, { form: 'basic', fields: fieldsOf(given) })
      return {}
    case 'companyDraft':
      await saveTyped(services, caller, { form: 'company', fields: fieldsOf(given) })
      return {}
    default:
      return unreachable(given)
  }
}

function fieldsOf<Part extends Given>(given: Part): Omit<Part, 'part'> {
  const { part: _, ...fields } = given
  return fields
}

async function saveBasic(
  services: Services,
  caller: SignedInCaller,
  fields: BasicInfo,
): Promise<void> {
  const { customer } = caller.session
  await requireAt(services.database, services, caller, 'basicInfo')
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
  await requireAt(services.database, services, caller, 'companyInfo')
  requireCompany(fields)
  await services.database.inTransaction(async (tx) => {
    await moveApplication(tx, services, customer, { type: 'company-info-saved' })
    await saveForm(tx, services, { customer, form: 'company', fields })
  })
}

/** Half a form moves nobody on; it is there for the next phone. */
async function saveTyped(
  services: Services,
  caller: SignedInCaller,
  { form, fields }: { readonly form: 'basic' | 'company'; readonly fields: object },
): Promise<void> {
  const step = form === 'basic' ? 'basicInfo' : 'companyInfo'
  await requireAt(services.database, services, caller, step)
  await saveDraft(services.database, services, { customer: caller.session.customer, form, fields })
}
