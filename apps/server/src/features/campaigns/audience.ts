import { isPhone } from '@qingzhou/domain/people/fields'
import { findCustomer, phoneOf } from '#features/onboarding/index.ts'
import { customerNo, type CustomerNo } from '#platform/ids.ts'
import type { Services } from '#platform/services.ts'
import type { ApplicantRule, BorrowerRule } from './campaign-store.ts'
import { applicantsByRule, borrowersByRule, knownCustomers } from './campaign-store.ts'
import type { CampaignTerms } from './campaign-terms.ts'

/** Who gets something: a list of phones and customer numbers, or all whom a rule selects. */
export type Audience =
  | { readonly by: 'list'; readonly entries: readonly string[] }
  | ({ readonly by: 'borrower-rule' } & BorrowerRule)
  | ({ readonly by: 'applicant-rule' } & ApplicantRule)

/** A person of the audience. Only an invited person may be no customer. */
export type Person = {
  readonly customer: CustomerNo | undefined
  readonly phone: string | undefined
}

export type AudienceFound = {
  readonly people: readonly Person[]
  /** Entries of the list that belong to no customer. */
  readonly unknown: number
}

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'businessDate'>
const PAGE = 1000
const DAY_MS = 86_400_000

/** Finds the people; throws an error if they are more than `peopleMax`. */
export async function findAudience(
  deps: Deps,
  audience: Audience,
  { kind, peopleMax }: { readonly kind: CampaignTerms['kind']; readonly peopleMax: number },
): Promise<AudienceFound> {
  if (audience.by === 'list') {
    const entries = [...new Set(audience.entries)]
    requireFewEnough(entries.length, peopleMax)
    return findListed(deps, entries, kind)
  }
  const people: Person[] = []
  let after = ''
  for (;;) {
    const page = await nextPage(deps, audience, after)
    const last = page.at(-1)
    if (last === undefined) return { people, unknown: 0 }
    people.push(...page.map((customer) => ({ customer, phone: undefined })))
    requireFewEnough(people.length, peopleMax)
    after = last
  }
}

function requireFewEnough(people: number, peopleMax: number): void {
  if (people <= peopleMax) return
  throw new Error(`More than ${peopleMax} people: raise --limit if that is meant.`)
}

async function nextPage(
  { database, now, businessDate }: Deps,
  audience: Exclude<Audience, { by: 'list' }>,
  after: string,
): Promise<CustomerNo[]> {
  const today = await businessDate()
  const page = { after, count: PAGE }
  if (audience.by === 'borrower-rule') {
    return borrowersByRule(database, { ...audience, today }, page)
  }
  const registeredBefore = new Date(now().getTime() - audience.registeredDays * DAY_MS)
  return applicantsByRule(database, { registeredBefore, today }, page)
}

async function findListed(
  deps: Deps,
  entries: readonly string[],
  kind: CampaignTerms['kind'],
): Promise<AudienceFound> {
  const { database } = deps
  const known = await knownCustomers(database, entries)
  const people: Person[] = []
  for (const entry of entries) {
    if (isPhone(entry)) {
      const customer = await findCustomer(database, deps, entry)
      if (customer !== undefined || kind === 'invitations') people.push({ customer, phone: entry })
    } else if (known.has(entry)) {
      people.push({ customer: customerNo(entry), phone: undefined })
    }
  }
  return { people, unknown: entries.length - people.length }
}

/** The person's phone, read from the customer if the list does not have it. */
export async function phoneOfPerson(
  deps: Pick<Services, 'database' | 'vault'>,
  { customer, phone }: Person,
): Promise<string> {
  if (phone !== undefined) return phone
  if (customer === undefined) throw new Error('a person has a phone or a customer number')
  return phoneOf(deps.database, deps, customer)
}
