import { unreachable } from '@qingzhou/domain/assert'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Grade } from '@qingzhou/domain/credit/policy'
import { openLimit } from '@qingzhou/domain/credit/limit'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import type { Money } from '@qingzhou/domain/money/money'
import { displayYuan } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { isAppPath, findCustomer, getPhone } from '#features/onboarding/index.ts'
import { isPhone } from '@qingzhou/domain/people/fields'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { ApplicantRule, BorrowerRule } from './campaign-store.ts'
import { applicantsByRule, borrowersByRule, knownCustomers } from './campaign-store.ts'

/** What a campaign gives to each person. The message about it carries a link with `uriId`. */
export type CampaignTerms = {
  readonly uriId: string
  /** Whether no message is sent. */
  readonly isSilent: boolean
} & (
  | {
      readonly kind: 'coupons'
      readonly benefit: CouponBenefit
      readonly amountMin: Money
      readonly months: readonly number[]
      readonly lastDay: LocalDate
    }
  | {
      readonly kind: 'invitations'
      readonly amount: Money
      readonly grade: Grade
      readonly lastDay: LocalDate
    }
  | {
      readonly kind: 'sign-in-links'
      /** The page that the link opens. */
      readonly path: string
      /** The beginning of the message: why the customer gets it. */
      readonly text: string
    }
)

const { couponDaysMax, couponAmountMax, validDaysMax, textMax } = product.campaigns

/** Throws an error that names the first term beyond the product's limits. */
export function checkTerms(terms: CampaignTerms, today: LocalDate): void {
  switch (terms.kind) {
    case 'coupons':
      checkBenefit(terms.benefit)
      checkMonths(terms.months)
      return checkLastDay(terms.lastDay, today)
    case 'invitations': {
      if (!openLimit(terms.amount, today).ok) {
        throw new Error(`${displayYuan(terms.amount)} yuan is no limit that the product grants.`)
      }
      return checkLastDay(terms.lastDay, today)
    }
    case 'sign-in-links':
      if (!isAppPath(terms.path)) throw new Error(`${terms.path} is no page of the app.`)
      if (terms.isSilent) throw new Error('A sign-in link exists in its message only.')
      if (terms.text.length > textMax) throw new Error(`A text has ${textMax} characters at most.`)
      return undefined
    default:
      return unreachable(terms)
  }
}

function checkBenefit(benefit: CouponBenefit): void {
  switch (benefit.kind) {
    case 'interest-free-days':
      if (benefit.days >= 1 && benefit.days <= couponDaysMax) return
      throw new Error(`A coupon gives 1 to ${couponDaysMax} days free of interest.`)
    case 'interest-share-off':
      if (benefit.sharePpm >= 1n && benefit.sharePpm <= 1_000_000n) return
      throw new Error('A coupon gives a share of the interest up to 100%.')
    case 'sum-off-first-instalment':
      if (benefit.amount >= 1n && benefit.amount <= couponAmountMax) return
      throw new Error(`A coupon gives ${displayYuan(couponAmountMax)} yuan at most.`)
    default:
      return unreachable(benefit)
  }
}

function checkMonths(months: readonly number[]): void {
  const terms: readonly number[] = product.terms
  const wrong = months.filter((one) => !terms.includes(one))
  if (months.length === 0 || wrong.length > 0) {
    throw new Error(`A term is one of ${terms.join(', ')} months.`)
  }
}

function checkLastDay(lastDay: LocalDate, today: LocalDate): void {
  if (lastDay >= today && lastDay <= addDays(today, validDaysMax)) return
  throw new Error(`The last day is from ${today} to ${validDaysMax} days later.`)
}

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

type AudienceFound = {
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
  return getPhone(deps.database, deps, customer)
}
