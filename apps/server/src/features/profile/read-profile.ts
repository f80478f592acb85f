import type {
  BasicDraft,
  BasicInfo,
  CompanyInfo,
  profileShapes,
} from '@qingzhou/contract/features/profile'
import type { Output } from '@qingzhou/contract/wire/shape'
import { mayEnter } from '@qingzhou/domain/credit/application'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import { applicationForCaller } from '#features/applications/index.ts'
import { districtName } from '#features/reference/index.ts'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import type { UsedEmail } from './profile-store.ts'
import { findProfile, listEmails, saveEmail } from './profile-store.ts'

type Deps = Pick<Services, 'vault' | 'now'>

/** The id of the profile's address, which has no id of its own. */
const PROFILE_EMAIL_NO = 'profile'

/** The mail addresses a customer can choose from: the profile's and those used before. */
export async function emails(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
): Promise<{ emails: { emailNo: string; masked: string }[] }> {
  const known = await emailsOnFile(services.database, services, customer)
  return {
    emails: known.map(({ emailNo, address }) => ({ emailNo, masked: maskedEmail(address) })),
  }
}

/** Returns the address with this id; undefined if it is not one of this customer's. */
async function emailOnFile(
  db: Queryable,
  services: Deps,
  { customer, emailNo }: { readonly customer: CustomerNo; readonly emailNo: string },
): Promise<string | undefined> {
  const known = await emailsOnFile(db, services, customer)
  return known.find((one) => one.emailNo === emailNo)?.address
}

/** Whether an address is the one in the customer's details, which only their application sets. */
export async function isOwnEmail(
  services: Pick<Services, 'database' | 'vault'>,
  { customer, address }: { readonly customer: CustomerNo; readonly address: string },
): Promise<boolean> {
  const { basic } = await findProfile(services.database, services, customer)
  return basic !== undefined && isSameEmail(basic.email, address)
}

/** Saves an address for reuse; the profile's address is always listed and needs no copy. */
export async function saveUsedEmail(
  tx: Transaction,
  services: Deps,
  used: { readonly customer: CustomerNo; readonly address: string },
): Promise<void> {
  const { basic } = await findProfile(tx, services, used.customer)
  if (basic && isSameEmail(basic.email, used.address)) return
  await saveEmail(tx, services, used)
}

async function emailsOnFile(
  db: Queryable,
  services: Deps,
  customer: CustomerNo,
): Promise<readonly UsedEmail[]> {
  const { basic } = await findProfile(db, services, customer)
  const used = await listEmails(db, services, customer)
  if (!basic) return used
  const others = used.filter(({ address }) => !isSameEmail(address, basic.email))
  return [{ emailNo: PROFILE_EMAIL_NO, address: basic.email }, ...others]
}

function isSameEmail(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Masks an address so that its owner still recognises it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}***${email.slice(at)}`
}

/** Returns the address to send to: a new one or one on file by its id, exactly one of the two. */
export async function chosenAddress(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
  {
    email,
    emailNo,
  }: { readonly email?: string | undefined; readonly emailNo?: string | undefined },
): Promise<string> {
  if (email !== undefined && emailNo === undefined) return email
  const known =
    emailNo !== undefined && email === undefined
      ? await emailOnFile(services.database, services, { customer, emailNo })
      : undefined
  if (known === undefined) throw new Refused({ kind: 'field-invalid', message: '请选择或输入邮箱' })
  return known
}

type Answer = Output<(typeof profileShapes)['read']>

/**
 * Returns the profile: masked as saved for display, or in full with the draft for editing. Once no
 * form can be edited, it is masked in any case.
 */
export async function readProfile(
  services: Pick<Services, 'database' | 'vault' | 'today'>,
  caller: SignedInCaller,
  { masked }: { readonly masked: boolean },
): Promise<Answer> {
  const profile = await findProfile(services.database, services, caller.session.customer)
  const isClosed = !(await mayEdit(services, caller))
  if (masked || isClosed) {
    const shown = withDistricts({
      basic: profile.basic && maskedBasic(profile.basic),
      company: profile.company && maskedCompany(profile.company),
    })
    return isClosed ? { ...shown, isClosed } : shown
  }
  const { basicVersion, companyVersion } = profile
  const typed = withDistricts({
    basic: profile.basicDraft ?? profile.basic,
    company: profile.companyDraft ?? profile.company,
  })
  return { ...typed, basicVersion, companyVersion }
}

async function mayEdit(
  services: Pick<Services, 'database' | 'today'>,
  caller: SignedInCaller,
): Promise<boolean> {
  const { application } = await applicationForCaller(services.database, services, caller)
  return mayEnter('basicInfo', application) || mayEnter('companyInfo', application)
}

function withDistricts({ basic, company }: Pick<Answer, 'basic' | 'company'>): Answer {
  return {
    basic,
    company,
    basicDistrict: districtName(basic?.district ?? ''),
    companyDistrict: districtName(company?.district ?? ''),
  }
}

function maskedBasic(basic: BasicInfo): BasicDraft {
  return {
    ...basic,
    address: maskedAddress(basic.address),
    email: maskedEmail(basic.email),
    contacts: basic.contacts.map(({ name, relation, mobile }) => ({
      name: maskName(name),
      relation,
      mobile: mask(mobile),
    })),
  }
}

function maskedCompany(company: CompanyInfo): CompanyInfo {
  return { ...company, address: maskedAddress(company.address), phone: mask(company.phone) }
}

const ADDRESS_SHOWN = 4

/** Masks a postal address so that its owner recognises it but the house number is hidden. */
function maskedAddress(address: string): string {
  const characters = Array.from(address)
  return `${characters.slice(0, Math.min(ADDRESS_SHOWN, characters.length - 1)).join('')}****`
}
