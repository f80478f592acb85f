import type { Queryable } from '@qingzhou/platform/database/database'

type Deps = { readonly database: Queryable; readonly now: () => Date }

/** The pages of the app that offer a download. */
export const downloadPageNames = [
  'download1',
  'download2',
  'download3',
  'download4',
  'download5th',
  'verify-failed',
] as const

export type DownloadPageName = (typeof downloadPageNames)[number]

/** Where one page downloads the app from, by phone system, and the page's own headline. */
export type DownloadCampaign = {
  readonly campaignNo: string
  readonly page: DownloadPageName
  readonly title: string | undefined
  readonly summary: string | undefined
  readonly ios: string | undefined
  readonly android: string | undefined
  readonly startsAt: Date
  readonly endsAt: Date | undefined
}

type DownloadRow = {
  campaign_no: string
  page: string
  title: string | null
  summary: string | null
  ios_url: string | null
  android_url: string | null
  starts_at: Date
  ends_at: Date | null
}

const COLUMNS = 'campaign_no, page, title, summary, ios_url, android_url, starts_at, ends_at'

/** Stores a campaign. Returns false if its number exists. */
export async function saveDownloadCampaign(
  database: Queryable,
  { campaignNo, page, title, summary, ios, android, startsAt, endsAt }: DownloadCampaign,
): Promise<boolean> {
  const rows = await database.query<{ campaign_no: string }>(
    `INSERT INTO download_campaigns (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (campaign_no) DO NOTHING RETURNING campaign_no`,
    [campaignNo, page, title, summary, ios, android, startsAt, endsAt],
  )
  return rows.length > 0
}

/** The newest open campaign of a page. */
export async function findDownloadCampaign(
  { database, now }: Deps,
  page: string,
): Promise<DownloadCampaign | undefined> {
  const [row] = await database.query<DownloadRow>(
    `SELECT ${COLUMNS} FROM download_campaigns
      WHERE page = $1 AND starts_at <= $2 AND (ends_at IS NULL OR ends_at > $2)
      ORDER BY starts_at DESC, campaign_no LIMIT 1`,
    [page, now()],
  )
  return row && campaignOf(row)
}

export async function listDownloadCampaigns(database: Queryable): Promise<DownloadCampaign[]> {
  const rows = await database.query<DownloadRow>(
    `SELECT ${COLUMNS} FROM download_campaigns ORDER BY page, starts_at, campaign_no`,
  )
  return rows.map(campaignOf)
}

/** Ends a campaign now. Returns false for an unknown one or one that has ended. */
export async function endDownloadCampaign(
  { database, now }: Deps,
  campaignNo: string,
): Promise<boolean> {
  const rows = await database.query<{ campaign_no: string }>(
    `UPDATE download_campaigns SET ends_at = $2
      WHERE campaign_no = $1 AND (ends_at IS NULL OR ends_at > $2) RETURNING campaign_no`,
    [campaignNo, now()],
  )
  return rows.length > 0
}

function campaignOf(row: DownloadRow): DownloadCampaign {
  return {
    campaignNo: row.campaign_no,
    // Stored by `saveDownloadCampaign` only.
    page: row.page as DownloadPageName,
    title: row.title ?? undefined,
    summary: row.summary ?? undefined,
    ios: row.ios_url ?? undefined,
    android: row.android_url ?? undefined,
    startsAt: row.starts_at,
    endsAt: row.ends_at ?? undefined,
  }
}
