import type { StaffActName } from '@qingzhou/contract/staff-acts'
import { unreachable } from '@qingzhou/domain/assert'
import {
  addBankPartner,
  addLandingLink,
  endBankPartner,
  endLandingLink,
} from '#features/onboarding/index.ts'
import {
  endDownloadCampaign,
  saveDownloadCampaign,
  type DownloadCampaign,
} from '#features/reference/index.ts'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { inTransactionOrDryRun } from '@qingzhou/platform/database/read-only'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { endNotice, publishNotice } from './notice-store.ts'

/** What the lender makes one at a time: notices, links, partners and download addresses. */
export type CampaignEntry = { readonly number: string; readonly until: Date | undefined } & (
  | {
      readonly kind: 'notices'
      readonly text: string
      readonly from: Date
      /** Whether calls of borrowers are refused with its text while it lasts. */
      readonly isClosing: boolean
    }
  | { readonly kind: 'landing-links'; readonly channel: string; readonly name: string }
  | { readonly kind: 'bank-partners'; readonly name: string }
  | ({ readonly kind: 'downloads'; readonly from: Date } & Pick<
      DownloadCampaign,
      'page' | 'title' | 'summary' | 'ios' | 'android'
    >)
)

export type EntryKind = CampaignEntry['kind']
type Deps = Pick<Services, 'database' | 'now'>
type EntryAuthor = { readonly by: string }

/** Stores an entry with its log row. Returns false if its number exists and may not be replaced. */
export async function createEntry(
  deps: Deps,
  entry: CampaignEntry,
  { by, isDryRun }: EntryAuthor & { readonly isDryRun: boolean },
): Promise<boolean> {
  return inTransactionOrDryRun(deps.database, { isDryRun }, async (tx) => {
    const isMade = await save(tx, entry)
    if (isMade) await record(tx, deps, { act: `create-${entry.kind}`, number: entry.number, by })
    return isMade
  })
}

async function save(tx: Transaction, entry: CampaignEntry): Promise<boolean> {
  const { number, until } = entry
  const endsAt = until?.toISOString()
  switch (entry.kind) {
    case 'notices': {
      const { text: message, from: startsAt, isClosing } = entry
      await publishNotice(tx, { noticeNo: number, message, isClosing, startsAt, endsAt: until })
      return true
    }
    case 'landing-links': {
      const { channel, name } = entry
      return addLandingLink(tx, { channel, uriId: number, name, endsAt })
    }
    case 'bank-partners':
      return addBankPartner(tx, { code: number, name: entry.name, endsAt })
    case 'downloads':
      return saveDownloadCampaign(tx, {
        ...entry,
        campaignNo: number,
        startsAt: entry.from,
        endsAt: until,
      })
    default:
      return unreachable(entry)
  }
}

export type EntryName = {
  readonly kind: EntryKind
  readonly number: string
  /** The channel of a landing link. */
  readonly channel: string
}

/** Ends an entry now. Returns false for an unknown one or one that has ended. */
export async function endEntry(
  deps: Deps,
  entry: EntryName,
  { by }: EntryAuthor,
): Promise<boolean> {
  return deps.database.inTransaction(async (tx) => {
    const isEnded = await end({ database: inside(tx), now: deps.now }, entry)
    const { kind, number } = entry
    if (isEnded) await record(tx, deps, { act: `end-${kind}`, number, by })
    return isEnded
  })
}

async function end(deps: Deps, { kind, number, channel }: EntryName): Promise<boolean> {
  switch (kind) {
    case 'notices':
      return endNotice(deps, number)
    case 'landing-links':
      return endLandingLink(deps, { channel, uriId: number })
    case 'bank-partners':
      return endBankPartner(deps, number)
    case 'downloads':
      return endDownloadCampaign(deps, number)
    default:
      return unreachable(kind)
  }
}

async function record(
  tx: Transaction,
  deps: Pick<Services, 'now'>,
  { act, number, by }: EntryAuthor & { readonly act: StaffActName; readonly number: string },
): Promise<void> {
  await recordStaffAct(tx, deps, { staff: 'command', act, about: `number=${number} by=${by}` })
}
