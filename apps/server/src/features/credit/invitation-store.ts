import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Grade } from '@qingzhou/domain/credit/policy'
import type { Money } from '@qingzhou/domain/money/money'
import { fen } from '@qingzhou/domain/money/money'
import type { SessionDevices } from '#features/onboarding/index.ts'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import type { CreditReport } from '@qingzhou/domain/credit/applicant'
import { reportFromJson, reportToJson } from './replay-decision.ts'

/** A limit that the lender decided before the application. */
export type Invitation = { readonly amount: Money; readonly grade: Grade }

type Deps = Pick<Services, 'vault' | 'today'>

export async function isInvited(db: Queryable, deps: Deps, phone: string): Promise<boolean> {
  const rows = await db.query<{ grade: string }>(
    `SELECT grade FROM invitations WHERE phone_index = $1 AND valid_until >= $2 AND accepted_at IS NULL`,
    [deps.vault.index('phone', phone), deps.today()],
  )
  return rows.length > 0
}

/** Uses up an invitation: it is valid for one application. */
export async function takeInvitation(
  tx: Transaction,
  deps: Deps & Pick<Services, 'now'>,
  phone: string,
): Promise<Invitation | undefined> {
  const [row] = await tx.query<{ amount_fen: bigint; grade: Grade }>(
    `UPDATE invitations SET accepted_at = $3
      WHERE phone_index = $1 AND valid_until >= $2 AND accepted_at IS NULL
      RETURNING amount_fen, grade`,
    [deps.vault.index('phone', phone), deps.today(), deps.now()],
  )
  return row && { amount: fen(row.amount_fen), grade: row.grade }
}

/**
 * Moves an invitation to the customer's new phone, unless that phone has an invitation of its own. The
 * message about it is not sent again: a sealed phone belongs to its row.
 */
export async function moveInvitation(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const [left, reached] = [vault.index('phone', from), vault.index('phone', to)]
  await tx.query('SELECT grade FROM invitations WHERE phone_index = $1 FOR UPDATE', [left])
  // A row with another key may be on another node, so it is inserted there.
  const moved = await tx.query<{ grade: Grade }>(
    `INSERT INTO invitations (phone_index, amount_fen, grade, valid_until, accepted_at, campaign_no)
     SELECT $2, amount_fen, grade, valid_until, accepted_at, campaign_no FROM invitations
      WHERE phone_index = $1 ON CONFLICT (phone_index) DO NOTHING RETURNING grade`,
    [left, reached],
  )
  if (moved.length > 0) await tx.query('DELETE FROM invitations WHERE phone_index = $1', [left])
}

type NewInvitation = Invitation & {
  readonly phone: string
  readonly lastDay: LocalDate
  readonly campaign?: { readonly campaignNo: string; readonly isSilent: boolean }
}

/**
 * Invites the owner of a phone. An existing invitation is not changed, but a campaign replaces one that
 * was used or has ended. Returns false if nothing was changed.
 */
export async function invite(
  db: Queryable,
  { vault, today }: Deps,
  { phone, amount, grade, lastDay, campaign }: NewInvitation,
): Promise<boolean> {
  const phoneIndex = vault.index('phone', phone)
  const place = placeIn('invitations', phoneIndex)('phone_sealed')
  const isTold = campaign !== undefined && !campaign.isSilent
  const rows = await db.query<{ phone_index: Buffer }>(
    `INSERT INTO invitations (phone_index, amount_fen, grade, valid_until, campaign_no, phone_sealed)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (phone_index) DO UPDATE
       SET amount_fen = excluded.amount_fen, grade = excluded.grade, valid_until = excluded.valid_until,
           campaign_no = excluded.campaign_no, phone_sealed = excluded.phone_sealed, accepted_at = NULL
       WHERE excluded.campaign_no IS NOT NULL
         AND excluded.campaign_no IS DISTINCT FROM invitations.campaign_no
         AND (invitations.valid_until < $7 OR invitations.accepted_at IS NOT NULL)
     RETURNING phone_index`,
    [
      phoneIndex,
      amount,
      grade,
      lastDay,
      campaign?.campaignNo,
      isTold ? vault.seal(phone, place) : null,
      today(),
    ],
  )
  return rows.length > 0
}

/** Withdraws the unused invitations of a campaign. Returns how many. */
export async function endInvitations(db: Queryable, campaignNo: string): Promise<number> {
  const rows = await db.query<{ phone_index: Buffer }>(
    `DELETE FROM invitations WHERE campaign_no = $1 AND accepted_at IS NULL RETURNING phone_index`,
    [campaignNo],
  )
  return rows.length
}

/** How many invitations of a campaign exist, and how many were used. */
export async function countInvitations(
  db: Queryable,
  campaignNo: string,
): Promise<{ readonly given: number; readonly used: number }> {
  const [row] = await db.query<{ given: bigint; used: bigint }>(
    `SELECT count(*) AS given, count(accepted_at) AS used FROM invitations WHERE campaign_no = $1`,
    [campaignNo],
  )
  return { given: Number(row?.given ?? 0n), used: Number(row?.used ?? 0n) }
}

export type UntoldInvitation = Invitation & {
  readonly phoneIndex: Buffer
  readonly phone: string
  readonly lastDay: LocalDate
}

/** The next invitations of a campaign whose owners have not been told, in the order of their keys. */
export async function untoldInvitations(
  db: Queryable,
  { vault, today }: Deps,
  page: { readonly campaignNo: string; readonly after: Buffer; readonly count: number },
): Promise<readonly UntoldInvitation[]> {
  const rows = await db.query<{
    phone_index: Buffer
    phone_sealed: Buffer
    amount_fen: bigint
    grade: Grade
    valid_until: LocalDate
  }>(
    `SELECT phone_index, phone_sealed, amount_fen, grade, valid_until FROM invitations
      WHERE campaign_no = $1 AND phone_sealed IS NOT NULL AND accepted_at IS NULL AND valid_until >= $2
        AND phone_index > $3
      ORDER BY phone_index LIMIT $4`,
    [page.campaignNo, today(), page.after, page.count],
  )
  return rows.map((row) => ({
    phoneIndex: row.phone_index,
    phone: vault.open(row.phone_sealed, placeIn('invitations', row.phone_index)('phone_sealed')),
    amount: fen(row.amount_fen),
    grade: row.grade,
    lastDay: row.valid_until,
  }))
}

/** Empties the phone of an invitation once the message about it is sent. */
export async function markInvitationTold(db: Queryable, phoneIndex: Buffer): Promise<void> {
  await db.query(`UPDATE invitations SET phone_sealed = NULL WHERE phone_index = $1`, [phoneIndex])
}

/** The device vendors' answers for the phone of an application. */
export type Devices = SessionDevices

type ApplicationKey = { readonly customer: CustomerNo; readonly applyNo: string }

export async function saveTerminal(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  saved: ApplicationKey & { readonly terminal: object; readonly devices: Devices },
): Promise<void> {
  const place = placeIn('credit_applications', saved.customer, saved.applyNo)
  const terminal = vault.seal(JSON.stringify(saved.terminal), place('terminal_sealed'))
  const devices = vault.seal(JSON.stringify(saved.devices), place('devices_sealed'))
  await tx.query(
    `UPDATE credit_applications SET terminal_sealed = $3, devices_sealed = $4
      WHERE customer_no = $1 AND application_no = $2`,
    [saved.customer, saved.applyNo, terminal, devices],
  )
}

export async function findDevices(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  { customer, applyNo }: ApplicationKey,
): Promise<Devices> {
  const [row] = await db.query<{ devices_sealed: Buffer | null }>(
    `SELECT devices_sealed FROM credit_applications WHERE customer_no = $1 AND application_no = $2`,
    [customer, applyNo],
  )
  if (!row?.devices_sealed) return {}
  const place = placeIn('credit_applications', customer, applyNo)('devices_sealed')
  // Written only by `saveTerminal`. Earlier versions stored the keys as plain strings.
  const stored = JSON.parse(vault.open(row.devices_sealed, place)) as Devices | EarlierDevices
  return { first: answerIn(stored.first), second: answerIn(stored.second) }
}

type EarlierDevices = { readonly first?: string; readonly second?: string }

function answerIn(stored: Devices['first'] | EarlierDevices['first']): Devices['first'] {
  return typeof stored === 'string' ? { key: stored } : stored
}

type BureauOrder = {
  readonly requestNo: string
  /** Whether the bureau has ever confirmed the order. */
  readonly isOrdered: boolean
  readonly report: CreditReport | undefined
}

/**
 * The bureau order of an application, under its permanent number. It is stored before it is sent.
 */
export async function upsertBureauOrder(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  order: ApplicationKey & { readonly requestNo: string },
): Promise<BureauOrder> {
  const { customer, applyNo, requestNo } = order
  await tx.query(
    `WITH kept AS (
       INSERT INTO bureau_orders (customer_no, application_no, request_no) VALUES ($1, $2, $3)
       ON CONFLICT (customer_no, application_no) DO NOTHING RETURNING request_no)
     INSERT INTO bureau_requests (request_no, customer_no, application_no)
     SELECT request_no, $1, $2 FROM kept`,
    [customer, applyNo, requestNo],
  )
  const [row] = await tx.query<{
    request_no: string
    ordered_at: Date | null
    report_sealed: Buffer | null
  }>(
    `SELECT request_no, ordered_at, report_sealed FROM bureau_orders
      WHERE customer_no = $1 AND application_no = $2`,
    [customer, applyNo],
  )
  const place = placeIn('bureau_orders', customer, applyNo)('report_sealed')
  return {
    requestNo: row?.request_no ?? requestNo,
    isOrdered: row !== undefined && row.ordered_at !== null,
    report: row?.report_sealed ? reportFromJson(vault.open(row.report_sealed, place)) : undefined,
  }
}

export async function markOrderedAtBureau(
  db: Queryable,
  { now }: Pick<Services, 'now'>,
  { customer, applyNo }: ApplicationKey,
): Promise<void> {
  await db.query(
    `UPDATE bureau_orders SET ordered_at = $3
      WHERE customer_no = $1 AND application_no = $2 AND ordered_at IS NULL`,
    [customer, applyNo, now()],
  )
}

/** Stores the first report; later ones change nothing. */
export async function saveReport(
  db: Queryable,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  stored: ApplicationKey & { readonly report: CreditReport },
): Promise<void> {
  const place = placeIn('bureau_orders', stored.customer, stored.applyNo)('report_sealed')
  await db.query(
    `UPDATE bureau_orders SET report_sealed = $3, reported_at = $4
      WHERE customer_no = $1 AND application_no = $2 AND report_sealed IS NULL`,
    [stored.customer, stored.applyNo, vault.seal(reportToJson(stored.report), place), now()],
  )
}

/** When the report of an application was ordered, and when it arrived. */
export async function findReportTimes(
  db: Queryable,
  { customer, applyNo }: ApplicationKey,
): Promise<{ readonly orderedAt?: Date; readonly reportedAt?: Date }> {
  const [row] = await db.query<{ ordered_at: Date | null; reported_at: Date | null }>(
    `SELECT ordered_at, reported_at FROM bureau_orders WHERE customer_no = $1 AND application_no = $2`,
    [customer, applyNo],
  )
  return {
    ...(row?.ordered_at && { orderedAt: row.ordered_at }),
    ...(row?.reported_at && { reportedAt: row.reported_at }),
  }
}

export async function applicationOfRequest(
  db: Queryable,
  requestNo: string,
): Promise<ApplicationKey | undefined> {
  const [row] = await db.query<{ customer_no: string; application_no: string }>(
    `SELECT customer_no, application_no FROM bureau_requests WHERE request_no = $1`,
    [requestNo],
  )
  return row && { customer: customerNo(row.customer_no), applyNo: row.application_no }
}
