import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { canonicalJson, parseCanonicalJson } from '@qingzhou/platform/canonical-json'
import type { CampaignTerms } from './campaign-terms.ts'

export type CampaignRecord = {
  readonly campaignNo: string
  readonly terms: CampaignTerms
  readonly createdBy: string
  readonly createdAt: Date
  /** How many people it was meant for. */
  readonly people: number
  readonly endedAt: Date | undefined
}

type CampaignRow = {
  campaign_no: string
  terms: string
  created_by: string
  created_at: Date
  people: number
  ended_at: Date | null
}

const COLUMNS = 'campaign_no, terms, created_by, created_at, people, ended_at'

/** Stores a campaign unless its number exists, and locks it until the transaction ends. */
export async function upsertCampaign(
  tx: Transaction,
  made: Omit<CampaignRecord, 'endedAt'>,
): Promise<CampaignRecord> {
  const { campaignNo, terms, createdBy, createdAt, people } = made
  const [row] = await tx.query<CampaignRow>(
    `INSERT INTO campaigns (campaign_no, kind, terms, created_by, created_at, people)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (campaign_no)
       DO UPDATE SET people = greatest(campaigns.people, excluded.people)
     RETURNING ${COLUMNS}`,
    [campaignNo, terms.kind, canonicalJson(terms), createdBy, createdAt, people],
  )
  if (!row) throw new Error(`campaign ${campaignNo}: not stored`)
  return recordOf(row)
}

export async function findCampaign(
  db: Queryable,
  campaignNo: string,
): Promise<CampaignRecord | undefined> {
  const [row] = await db.query<CampaignRow>(
    `SELECT ${COLUMNS} FROM campaigns WHERE campaign_no = $1`,
    [campaignNo],
  )
  return row && recordOf(row)
}

/** Whether a campaign runs; locks it, so that its end waits for this transaction. */
export async function lockRunningCampaign(tx: Transaction, campaignNo: string): Promise<boolean> {
  const rows = await tx.query<{ campaign_no: string }>(
    `SELECT campaign_no FROM campaigns WHERE campaign_no = $1 AND ended_at IS NULL FOR SHARE`,
    [campaignNo],
  )
  return rows.length > 0
}

export async function listCampaigns(
  db: Queryable,
  kind: CampaignTerms['kind'],
): Promise<CampaignRecord[]> {
  const rows = await db.query<CampaignRow>(
    `SELECT ${COLUMNS} FROM campaigns WHERE kind = $1 ORDER BY created_at, campaign_no`,
    [kind],
  )
  return rows.map(recordOf)
}

/** Marks a campaign as ended. Returns false for an unknown one or one that has ended. */
export async function markCampaignEnded(
  tx: Transaction,
  ended: { readonly campaignNo: string; readonly kind: CampaignTerms['kind']; readonly at: Date },
): Promise<boolean> {
  const rows = await tx.query<{ campaign_no: string }>(
    `UPDATE campaigns SET ended_at = $3
      WHERE campaign_no = $1 AND kind = $2 AND ended_at IS NULL RETURNING campaign_no`,
    [ended.campaignNo, ended.kind, ended.at],
  )
  return rows.length > 0
}

function recordOf(row: CampaignRow): CampaignRecord {
  return {
    campaignNo: row.campaign_no,
    // Written by `upsertCampaign` only.
    terms: parseCanonicalJson(row.terms) as CampaignTerms,
    createdBy: row.created_by,
    createdAt: row.created_at,
    people: row.people,
    endedAt: row.ended_at ?? undefined,
  }
}

/** A page of customer numbers in their order. */
type Page = { readonly after: string; readonly count: number }

export type BorrowerRule = {
  readonly grades: readonly string[] | undefined
  readonly availableMin: Money
  /** No loan was drawn in these last days. */
  readonly idleDays: number
}

/** Customers with an open limit and no overdue loan that a rule selects. */
export async function borrowersByRule(
  db: Queryable,
  { grades, availableMin, idleDays, today }: BorrowerRule & { readonly today: LocalDate },
  { after, count }: Page,
): Promise<CustomerNo[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM limits
      WHERE customer_no > $1 AND state = 'open' AND valid_until >= $2
        AND ($3::text[] IS NULL OR grade = ANY ($3)) AND granted_fen - used_fen >= $4
        AND NOT EXISTS (SELECT FROM loans WHERE loans.customer_no = limits.customer_no
                         AND (start_on > $2::date - $5::integer OR NOT is_settled AND next_due_on < $2))
      ORDER BY customer_no LIMIT $6`,
    [after, today, grades, availableMin, idleDays, count],
  )
  return rows.map((row) => customerNo(row.customer_no))
}

export type ApplicantRule = {
  /** Registered at least this many days ago. */
  readonly registeredDays: number
}

/**
 * Customers without a limit that is open or owed, without an application under review, and whom no decision
 * keeps from applying.
 */
export async function applicantsByRule(
  db: Queryable,
  { registeredBefore, today }: { readonly registeredBefore: Date; readonly today: LocalDate },
  { after, count }: Page,
): Promise<CustomerNo[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM customers
      WHERE customer_no > $1 AND registered_at <= $2
        AND NOT EXISTS (SELECT FROM limits WHERE limits.customer_no = customers.customer_no
                         AND (used_fen > 0 OR state <> 'cancelled' AND valid_until >= $3))
        AND NOT EXISTS (SELECT FROM credit_applications WHERE credit_applications.customer_no = customers.customer_no
                         AND (step = 'underReview' OR retry_on > $3))
      ORDER BY customer_no LIMIT $4`,
    [after, registeredBefore, today, count],
  )
  return rows.map((row) => customerNo(row.customer_no))
}

/** Which of these numbers are customers'. */
export async function knownCustomers(
  db: Queryable,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM customers WHERE customer_no = ANY ($1)`,
    [numbers],
  )
  return new Set(rows.map((row) => row.customer_no))
}
