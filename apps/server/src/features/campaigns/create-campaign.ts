import { assert, unreachable } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { countInvitations, endInvitations, invite } from '#features/credit/index.ts'
import { BROWSER_CHANNEL, expireLinkTokens, isLinkKnown } from '#features/onboarding/index.ts'
import { countCoupons, endCoupons, findLimit, insertCoupon } from '@qingzhou/lending/index'
import { canonicalJson } from '@qingzhou/platform/canonical-json'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { inTransactionOrDryRun } from '@qingzhou/platform/database/read-only'
import { isMessageEnqueued } from '@qingzhou/platform/outbox/mail-store'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import {
  findAudience,
  phoneOfPerson,
  type Audience,
  type Person,
  checkTerms,
  type CampaignTerms,
} from './campaign-terms.ts'
import type { CampaignRecord } from './campaign-store.ts'
import {
  listCampaigns,
  lockRunningCampaign,
  markCampaignEnded,
  upsertCampaign,
} from './campaign-store.ts'

export type CampaignOrder = {
  /** Identifies the campaign: a repeated run with the same number gives nothing twice. */
  readonly campaignNo: string
  /** The name of the operator, for the log. */
  readonly by: string
  readonly terms: CampaignTerms
  readonly audience: Audience
  readonly peopleMax: number
}

export type CampaignProgress = {
  readonly people: number
  readonly given: number
  /** People who got nothing, by reason. */
  readonly passedOver: Readonly<Record<string, number>>
}

type Deps = Pick<Services, 'database' | 'vault' | 'now' | 'today' | 'businessDate' | 'tasks'>
type PassedOver = 'had-before' | 'has-limit' | 'campaign-ended'
type Run = {
  readonly isDryRun: boolean
  readonly onProgress?: (progress: CampaignProgress) => void
}

const AT_ONCE = 8

/** The number under which each customer of a campaign gets its message. */
export function messageNoOf(campaignNo: string): string {
  return `campaign-${campaignNo}`
}

/**
 * Gives every person of an audience a coupon, an invitation or a sign-in link, and has the product send the
 * message. Each person has a transaction of their own, so an interrupted run can be repeated.
 */
export async function createCampaign(
  deps: Deps,
  order: CampaignOrder,
  run: Run,
): Promise<CampaignProgress> {
  const { terms, peopleMax } = order
  const today = await deps.businessDate()
  checkTerms(terms, today)
  await requireOpenLink(deps, terms)
  assert(peopleMax <= product.campaigns.peopleMax, `a campaign has ${peopleMax} people`)
  const { kind } = terms
  const { people, unknown } = await findAudience(deps, order.audience, { kind, peopleMax })
  if (!run.isDryRun) await open(deps, order, people.length)

  let progress: CampaignProgress = {
    people: people.length,
    given: 0,
    passedOver: unknown === 0 ? {} : { unknown },
  }
  for (let first = 0; first < people.length; first += AT_ONCE) {
    const some = people.slice(first, first + AT_ONCE)
    const given = await Promise.all(
      some.map((person) => giveTo(deps, order, { person, today, isDryRun: run.isDryRun })),
    )
    progress = given.reduce(countOutcome, progress)
    run.onProgress?.(progress)
  }
  return progress
}

async function requireOpenLink(deps: Deps, { uriId }: CampaignTerms): Promise<void> {
  if (await isLinkKnown(deps, { channel: BROWSER_CHANNEL, uriId })) return
  throw new Error(`${uriId} is no landing link of channel ${BROWSER_CHANNEL}, or it has ended.`)
}

/** Stores the campaign with its log entry. A number that has other terms or has ended is refused. */
async function open(deps: Deps, order: CampaignOrder, people: number): Promise<void> {
  const { campaignNo, by, terms, audience } = order
  await deps.database.inTransaction(async (tx) => {
    const made = { campaignNo, terms, createdBy: by, createdAt: deps.now(), people }
    const record = await upsertCampaign(tx, made)
    if (canonicalJson(record.terms) !== canonicalJson(terms)) {
      throw new Error(`The number ${campaignNo} is taken by a campaign with other terms.`)
    }
    if (record.endedAt) throw new Error(`The campaign ${campaignNo} has ended.`)
    const about = `campaign=${campaignNo} by=${by} audience=${audience.by} people=${people}`
    await recordStaffAct(tx, deps, { staff: 'command', act: `create-${terms.kind}`, about })
  })
}

async function giveTo(
  deps: Deps,
  order: CampaignOrder,
  to: { readonly person: Person; readonly today: LocalDate; readonly isDryRun: boolean },
): Promise<PassedOver | 'given'> {
  return inTransactionOrDryRun(deps.database, to, async (tx) => {
    const isRunning = to.isDryRun || (await lockRunningCampaign(tx, order.campaignNo))
    return isRunning ? give(tx, deps, { order, ...to }) : 'campaign-ended'
  })
}

type Gift = { readonly order: CampaignOrder; readonly person: Person; readonly today: LocalDate }

async function give(
  tx: Transaction,
  deps: Deps,
  { order: { campaignNo, terms }, person, today }: Gift,
): Promise<PassedOver | 'given'> {
  const joined = { ...deps, database: inside(tx) }
  const { customer } = person
  if (terms.kind === 'invitations') {
    const limit = customer && (await findLimit(tx, customer))
    const isOpen = limit && limit.state !== 'cancelled' && limit.validUntil >= today
    if (limit && (isOpen || limit.used > 0n)) return 'has-limit'
    const campaign = { campaignNo, isSilent: terms.isSilent }
    const phone = await phoneOfPerson(joined, person)
    if (!(await invite(tx, deps, { ...terms, phone, campaign }))) return 'had-before'
    if (!terms.isSilent) {
      const payload = { campaignNo }
      await deps.tasks.add(tx, { kind: 'announce-invitations', payload, key: campaignNo })
    }
    return 'given'
  }
  assert(customer !== undefined, `campaign ${campaignNo}: a person is no customer`)
  if (terms.kind === 'coupons') {
    const { benefit, amountMin, months, lastDay: validUntil } = terms
    const state = { kind: 'free' } as const
    const coupon = { benefit, amountMin, months, validFrom: today, validUntil, state }
    if (!(await insertCoupon(tx, { customer, couponNo: campaignNo, coupon }))) return 'had-before'
  } else if (await isMessageEnqueued(tx, { customer, messageNo: messageNoOf(campaignNo) })) {
    return 'had-before'
  }
  if (!terms.isSilent) {
    const payload = { customer, campaignNo }
    await deps.tasks.add(tx, { kind: 'announce-campaign', payload, key: campaignNo })
  }
  return 'given'
}

function countOutcome(progress: CampaignProgress, outcome: PassedOver | 'given'): CampaignProgress {
  if (outcome === 'given') return { ...progress, given: progress.given + 1 }
  const times = (progress.passedOver[outcome] ?? 0) + 1
  return { ...progress, passedOver: { ...progress.passedOver, [outcome]: times } }
}

type CampaignKey = {
  readonly campaignNo: string
  readonly kind: CampaignTerms['kind']
  readonly by: string
}

/**
 * Ends a campaign: messages not sent yet are dropped, and what is unused is withdrawn. Returns how much
 * that is, or undefined for an unknown campaign or one that has ended.
 */
export async function endCampaign(
  deps: Pick<Deps, 'database' | 'now' | 'businessDate'>,
  { campaignNo, kind, by }: CampaignKey,
): Promise<number | undefined> {
  const today = await deps.businessDate()
  return deps.database.inTransaction(async (tx) => {
    const at = deps.now()
    if (!(await markCampaignEnded(tx, { campaignNo, kind, at }))) return undefined
    const withdrawn = await withdraw(tx, deps, { campaignNo, kind, today })
    const about = `campaign=${campaignNo} by=${by} withdrawn=${withdrawn}`
    await recordStaffAct(tx, deps, { staff: 'command', act: `end-${kind}`, about })
    return withdrawn
  })
}

async function withdraw(
  tx: Transaction,
  deps: Pick<Deps, 'now'>,
  { campaignNo, kind, today }: Omit<CampaignKey, 'by'> & { readonly today: LocalDate },
): Promise<number> {
  switch (kind) {
    case 'coupons':
      return endCoupons(tx, { couponNo: campaignNo, today })
    case 'invitations':
      return endInvitations(tx, campaignNo)
    case 'sign-in-links':
      return expireLinkTokens(tx, deps, campaignNo)
    default:
      return unreachable(kind)
  }
}

export type ListedCampaign = CampaignRecord & {
  /** How many exist, and how many of them were used. Unknown for links, which are swept away soon. */
  readonly counts: { readonly given: number; readonly used: number } | undefined
}

/** All campaigns of a kind. */
export async function listCampaignsByKind(
  { database }: Pick<Deps, 'database'>,
  kind: CampaignTerms['kind'],
): Promise<ListedCampaign[]> {
  const listed: ListedCampaign[] = []
  for (const campaign of await listCampaigns(database, kind)) {
    const { campaignNo } = campaign
    const counts =
      kind === 'coupons'
        ? await countCoupons(database, campaignNo)
        : kind === 'invitations'
          ? await countInvitations(database, campaignNo)
          : undefined
    listed.push({ ...campaign, counts })
  }
  return listed
}
