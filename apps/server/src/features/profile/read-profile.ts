import { mayEnter } from '@qingzhou/domain/credit/application'
import { mask } from '@qingzhou/domain/people/masking'
import { maskName } from '@qingzhou/domain/people/person-name'
import type { BasicDraft, BasicInfo, CompanyInfo, profileShapes } from '@qingzhou/contract/profile'
import type { Output } from '@qingzhou/contract/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import { applicationSeenBy } from '#features/applications/index.ts'
import { districtName } from '#features/reference/index.ts'
import type { Services } from '#platform/services.ts'
import { maskedEmail } from './masked-email.ts'
import { findProfile } from './profile-store.ts'

type Answer = Output<(typeof profileShapes)['read']>

/**
 * What the borrower told: masked for looking at, as it was saved; in full for the form that edits it,
 * with what was typed since. Once no form is open any more, nobody needs it in full.
 */
export async function readProfile(
  services: Services,
  caller: SignedInCaller,
  { masked }: { readonly masked: boolean },
): Promise<Answer> {
  const profile = await findProfile(services.database, services, caller.session.customer)
  if (masked || !(await mayEdit(services, caller))) {
    return withDistricts({
      basic: profile.basic && maskedBasic(profile.basic),
      company: profile.company && maskedCompany(profile.company),
    })
  }
  return withDistricts({
    basic: profile.basicDraft ?? profile.basic,
    company: profile.companyDraft ?? profile.company,
  })
}

async function mayEdit(services: Services, caller: SignedInCaller): Promise<boolean> {
  const { application } = await applicationSeenBy(services.database, services, caller)
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

/** Enough to know one's own address by, and not the door. */
function maskedAddress(address: string): string {
  const characters = Array.from(address)
  return `${characters.slice(0, Math.min(ADDRESS_SHOWN, characters.length - 1)).join('')}****`
}
