import type {
  BasicInfo,
  CompanyInfo,
  DetailPart,
  profileShapes,
} from '@qingzhou/contract/features/profile'
import { detailParts } from '@qingzhou/contract/features/profile'
import type { Input } from '@qingzhou/contract/wire/shape'
import { unreachable } from '@qingzhou/domain/assert'
import type { ChangeQuota } from '@qingzhou/domain/people/change-quota'
import { changeQuota, recordChange } from '@qingzhou/domain/people/change-quota'
import { findApplication, lockApplication } from '#features/applications/index.ts'
import { getPerson } from '#features/identity/index.ts'
import { consumeCode, getPhone, requireCorrectCode } from '#features/onboarding/index.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { canonicalJson } from '@qingzhou/platform/canonical-json'
import { minutesAfter } from '@qingzhou/platform/clock'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import { findProfile, insertChange, listChanges, saveForm, type Form } from './profile-store.ts'
import { requireCompany, requireDistrict, requireFamily } from './save-profile.ts'

type AmendInput = Exclude<Input<(typeof profileShapes)['amend']>, { act: 'read' | 'change' }>

/** How often each part was changed within a year. */
export async function detailQuotas(
  db: Queryable,
  { today }: Pick<Services, 'today'>,
  customer: CustomerNo,
): Promise<({ part: DetailPart } & ChangeQuota)[]> {
  const changes = await listChanges(db, customer)
  return detailParts.map((part) => {
    const days = changes.filter((change) => change.part === part).map((one) => one.changedOn)
    return { part, ...changeQuota(days, today()) }
  })
}

/**
 * Whether the details can be changed outside an application: both forms are on file, and no
 * application is open or under review. A review decides by what was submitted.
 */
export async function mayAmendDetails(
  db: Queryable,
  services: Pick<Services, 'today' | 'vault'>,
  customer: CustomerNo,
): Promise<boolean> {
  const step = (await findApplication(db, services, customer))?.application.step
  if (step !== 'limit' && step !== 'notGranted') return false
  const { basic, company } = await findProfile(db, services, customer)
  return basic !== undefined && company !== undefined
}

/**
 * Changes one part of the contact and work details after submission, confirmed by an SMS code to
 * the customer's phone. Everything is checked again inside the transaction, which also consumes the
 * code and records the values before the change. Repeated calls make one change.
 */
export async function amendDetails(
  services: Pick<Services, 'database' | 'vault' | 'limiter' | 'tasks' | 'now' | 'today'>,
  caller: SignedInCaller,
  given: AmendInput,
): Promise<void> {
  const { database } = services
  const { customer } = caller.session
  const change = changeIn(given)
  if (await isRepeated(database, services, { customer, change })) return
  await requireAmendable(database, services, { customer, change })
  const phone = await getPhone(database, services, customer)
  const code = { phone, purpose: 'profile', code: given.dynamicCode } as const
  try {
    await requireCorrectCode(services, caller, code)
  } catch (error) {
    // A concurrent call may have consumed the code since the first read.
    if (await isRepeated(database, services, { customer, change })) return
    throw error
  }
  await database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    if (await isRepeated(tx, services, { customer, change })) return
    await requireAmendable(tx, services, { customer, change })
    await consumeCode(tx, services, caller, code)
    await save(tx, services, { customer, change })
  })
}

/** Corrects a part of the details of a customer who asked staff for it, by the same rules. */
export async function correctDetails(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  { customer, change }: CustomerChange,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    await lockApplication(tx, services, customer)
    await requireAmendable(tx, services, { customer, change })
    await save(tx, services, { customer, change })
  })
}

/** The fields to write over a saved form. */
type Change = { readonly part: DetailPart; readonly form: Form; readonly fields: object } & (
  | { readonly part: 'home'; readonly fields: Pick<BasicInfo, 'district' | 'address'> }
  | { readonly part: 'email'; readonly fields: Pick<BasicInfo, 'email'> }
  | { readonly part: 'contacts'; readonly fields: Pick<BasicInfo, 'marriage' | 'contacts'> }
  | { readonly part: 'company'; readonly fields: CompanyInfo }
)

type CustomerChange = { readonly customer: CustomerNo; readonly change: Change }

function changeIn(input: AmendInput): Change {
  const { dynamicCode: _, ...given } = input
  switch (given.act) {
    case 'changeHome':
      return { part: 'home', form: 'basic', fields: fieldsOf(given) }
    case 'changeEmail':
      return { part: 'email', form: 'basic', fields: fieldsOf(given) }
    case 'changeContacts':
      return { part: 'contacts', form: 'basic', fields: fieldsOf(given) }
    case 'changeCompany':
      return { part: 'company', form: 'company', fields: fieldsOf(given) }
    default:
      return unreachable(given)
  }
}

function fieldsOf<G extends { readonly act: string }>(given: G): Omit<G, 'act'> {
  const { act: _, ...fields } = given
  return fields
}

const REPEATED_WITHIN_MINUTES = 10

/**
 * Whether this change was made a moment ago. Without a recent change the answer is no even if the
 * values are the same: it would tell a caller without the code what is on file.
 */
async function isRepeated(
  db: Queryable,
  services: Pick<Services, 'vault' | 'now'>,
  { customer, change }: CustomerChange,
): Promise<boolean> {
  const since = minutesAfter(services.now(), -REPEATED_WITHIN_MINUTES)
  const changes = await listChanges(db, customer)
  const isRecent = changes.some(({ part, changedAt }) => part === change.part && changedAt >= since)
  return isRecent && (await isOnFile(db, services, { customer, change }))
}

async function isOnFile(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { customer, change }: CustomerChange,
): Promise<boolean> {
  const saved = (await findProfile(db, services, customer))[change.form]
  return canonicalJson({ ...saved, ...change.fields }) === canonicalJson({ ...saved })
}

async function requireAmendable(
  db: Queryable,
  services: Pick<Services, 'vault' | 'today'>,
  { customer, change }: CustomerChange,
): Promise<void> {
  if (!(await mayAmendDetails(db, services, customer))) {
    throw new Refused({ kind: 'step-not-reached' })
  }
  const changes = await listChanges(db, customer)
  const days = changes.filter(({ part }) => part === change.part).map((one) => one.changedOn)
  const recorded = recordChange(days, services.today())
  if (!recorded.ok) throw new Refused(recorded.refusal)
  await requireValid(db, services, { customer, change })
}

async function requireValid(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  { customer, change }: CustomerChange,
): Promise<void> {
  if (change.part === 'home') return requireDistrict(change.fields.district)
  if (change.part === 'company') return requireCompany(change.fields)
  if (change.part === 'email') return
  const { name } = await getPerson(db, services, customer)
  requireFamily(change.fields, { name, mobile: await getPhone(db, services, customer) })
}

const names: Record<DetailPart, string> = {
  home: '居住地址',
  email: '电子邮箱',
  contacts: '紧急联系人',
  company: '单位信息',
}

async function save(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now' | 'today'>,
  { customer, change }: CustomerChange,
): Promise<void> {
  if (await isOnFile(tx, services, { customer, change })) {
    throw new Refused({ kind: 'nothing-amended' })
  }
  const { part, form, fields } = change
  const before = { ...(await findProfile(tx, services, customer))[form] }
  await saveForm(tx, services, { customer, form, fields: { ...before, ...fields } })
  await insertChange(tx, services, { customer, part, before })
  const sms = smsOf('profile-amended', { part: names[part] })
  const messageNo = `amended-${newId()}`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}
