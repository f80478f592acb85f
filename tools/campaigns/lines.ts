import { unreachable } from '@qingzhou/domain/assert'
import { displayYuan } from '@qingzhou/domain/money/money'
import { couponWords } from '@qingzhou/domain/coupons/coupon-labels'
import type { Database } from '@qingzhou/platform/database/database'
import {
  listCampaignsByKind,
  listNotices,
  type CampaignTerms,
  type EntryKind,
  type ListedCampaign,
} from '@qingzhou/server/features/campaigns/index.ts'
import { listBankPartners, listLandingLinks } from '@qingzhou/server/features/onboarding/index.ts'
import { listDownloadCampaigns } from '@qingzhou/server/features/reference/index.ts'

type Deps = { readonly database: Database; readonly now: () => Date }

/** One line for each thing of a kind. */
export async function listLines(
  { database, now }: Deps,
  kind: CampaignTerms['kind'] | EntryKind,
): Promise<string[]> {
  const state = (endsAt: Date | null | undefined) => stateOf(endsAt ?? undefined, now())
  switch (kind) {
    case 'notices':
      return (await listNotices(database)).map(
        ({ noticeNo, message, isClosing, startsAt, endsAt }) =>
          `${noticeNo} from ${startsAt.toISOString()}, ${isClosing ? 'closing, ' : ''}${state(endsAt)}: ${message}`,
      )
    case 'landing-links':
      return (await listLandingLinks(database)).map(
        ({ channel, uriId, name, endsAt }) =>
          `${uriId} channel ${channel} ${name}, ${state(endsAt)}`,
      )
    case 'bank-partners':
      return (await listBankPartners(database)).map(
        ({ code, name, endsAt }) => `${code} ${name}, ${state(endsAt)}`,
      )
    case 'downloads':
      return (await listDownloadCampaigns(database)).map(
        ({ campaignNo, page, ios, android, endsAt }) =>
          `${campaignNo} page ${page}, ios ${ios ?? 'none'}, android ${android ?? 'none'}, ${state(endsAt)}`,
      )
    case 'coupons':
    case 'invitations':
    case 'sign-in-links':
      return (await listCampaignsByKind({ database }, kind)).map((campaign) =>
        lineOf(campaign, now()),
      )
    default:
      return unreachable(kind)
  }
}

function lineOf(campaign: ListedCampaign, now: Date): string {
  const { campaignNo, createdBy, people, counts, terms, endedAt } = campaign
  const uses = counts ? `, ${counts.given} given, ${counts.used} used` : ''
  return `${campaignNo} by ${createdBy}: ${termsText(terms)}, ${people} people${uses}, ${stateOf(endedAt, now)}`
}

function termsText(terms: CampaignTerms): string {
  switch (terms.kind) {
    case 'coupons':
      return `${couponWords(terms.benefit).name} until ${terms.lastDay}`
    case 'invitations':
      return `${displayYuan(terms.amount)} grade ${terms.grade} until ${terms.lastDay}`
    case 'sign-in-links':
      return `to ${terms.path}`
    default:
      return unreachable(terms)
  }
}

function stateOf(endsAt: Date | undefined, now: Date): string {
  if (endsAt === undefined) return 'open'
  return endsAt <= now ? 'ended' : `open until ${endsAt.toISOString()}`
}
