import type { FileRow } from '@qingzhou/domain/bureau/month-file'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import { EVENT_COLUMNS, eventOf, type EventRow, type Holder } from './event-store.ts'

/** A month whose events are complete, and the digest of its file if that was written. */
export async function findMonth(
  db: Queryable,
  month: LocalDate,
): Promise<{ readonly digest: Buffer | undefined } | undefined> {
  const [row] = await db.query<{ digest: Buffer | null }>(
    'SELECT digest FROM bureau_months WHERE month = $1',
    [month],
  )
  return row && { digest: row.digest ?? undefined }
}

export async function sumMonth(
  db: Queryable,
  month: LocalDate,
): Promise<{ readonly events: number; readonly balance: Money; readonly overdue: Money }> {
  const [row] = await db.query<{ events: bigint; balance: bigint; overdue: bigint }>(
    `SELECT count(*) AS events, coalesce(sum(balance_fen), 0)::bigint AS balance,
            coalesce(sum(overdue_fen), 0)::bigint AS overdue
       FROM bureau_events WHERE file_month = $1`,
    [month],
  )
  if (!row) throw new Error(`month ${month}: no sums`)
  return { events: Number(row.events), balance: fen(row.balance), overdue: fen(row.overdue) }
}

export type Place = {
  readonly customer: string
  readonly loanNo: string
  readonly eventNo: number
}

/** The next events of the file of a month, and the place of the last one. */
export async function listFileRows(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  {
    month,
    after,
    count,
  }: { readonly month: LocalDate; readonly after: Place; readonly count: number },
): Promise<{ readonly rows: readonly FileRow[]; readonly last: Place | undefined }> {
  const found = await db.query<EventRow & { holder_sealed: Buffer }>(
    `SELECT ${EVENT_COLUMNS}, holder_sealed FROM bureau_events
      WHERE file_month = $1 AND (customer_no, loan_no, event_no) > ($2, $3, $4)
      ORDER BY customer_no, loan_no, event_no LIMIT $5`,
    [month, after.customer, after.loanNo, after.eventNo, count],
  )
  const rows = found.map((row) => {
    const place = placeIn('bureau_events', row.customer_no, row.loan_no, row.event_no)
    // The value was sealed from this type.
    const holder = JSON.parse(vault.open(row.holder_sealed, place('holder_sealed'))) as Holder
    return { ...eventOf(row), about: row.about, holder }
  })
  const end = found.length === count ? found.at(-1) : undefined
  const last = end && { customer: end.customer_no, loanNo: end.loan_no, eventNo: end.event_no }
  return { rows, last }
}

/** The file of the month is written. */
export async function markFiled(
  db: Queryable,
  filed: {
    readonly month: LocalDate
    readonly at: Date
    readonly by: string
    readonly events: number
    readonly digest: Buffer
  },
): Promise<void> {
  await db.query(
    `UPDATE bureau_months SET filed_at = $2, filed_by = $3, events = $4, digest = $5
      WHERE month = $1 AND filed_at IS NULL`,
    [filed.month, filed.at, filed.by, filed.events, filed.digest],
  )
}
