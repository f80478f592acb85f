import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { DatedKind, DatedRow } from '@qingzhou/domain/dated/dated-rows'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

type Row = { kind: DatedKind; day: LocalDate; value: number }

/** Every row that counts: the last one recorded of each kind and day. */
export async function readDatedRows(db: Queryable): Promise<DatedRow[]> {
  const rows = await db.query<Row>(
    `SELECT DISTINCT ON (kind, day) kind, day, value FROM dated_rows
      ORDER BY kind, day, row_no DESC`,
    [],
  )
  return rows.map(({ kind, day, value }) => ({ kind, day, value: BigInt(value) }))
}

/** A row as it was recorded, superseded or not. */
export type RecordedDatedRow = DatedRow & {
  /** Undefined for the rows that every database begins with. */
  readonly proposalNo: string | undefined
  readonly recordedAt: Date
  readonly isSuperseded: boolean
}

type RecordedRow = Row & {
  proposal_no: string | null
  recorded_at: Date
  is_superseded: boolean
}

export async function listDatedRows(db: Queryable): Promise<RecordedDatedRow[]> {
  const rows = await db.query<RecordedRow>(
    `SELECT kind, day, value, proposal_no, recorded_at,
            row_no < max(row_no) OVER (PARTITION BY kind, day) AS is_superseded
       FROM dated_rows ORDER BY kind, day, row_no`,
    [],
  )
  return rows.map(({ kind, day, value, proposal_no, recorded_at, is_superseded }) => ({
    kind,
    day,
    value: BigInt(value),
    proposalNo: proposal_no ?? undefined,
    recordedAt: recorded_at,
    isSuperseded: is_superseded,
  }))
}

/** Records rows one after the other: a recording that waits sees those of the one before it. */
export async function lockDatedRows(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('dated_rows'))`, [])
}

export async function insertDatedRows(
  tx: Transaction,
  { rows, proposalNo }: { readonly rows: readonly DatedRow[]; readonly proposalNo: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO dated_rows (kind, day, value, proposal_no)
     SELECT kind, day, value, $4
       FROM unnest($1::text[], $2::date[], $3::integer[]) AS given (kind, day, value)
      ORDER BY day`,
    [
      rows.map(({ kind }) => kind),
      rows.map(({ day }) => day),
      rows.map(({ value }) => Number(value)),
      proposalNo,
    ],
  )
}

type OfferRow = { annual_rate_ppm: number; limits: number }

/** The rates at which limits can be drawn on now. */
export async function readOpenRates(
  db: Queryable,
): Promise<{ readonly name: string; readonly ratePpm: bigint }[]> {
  const rows = await db.query<OfferRow>(
    `SELECT annual_rate_ppm, count(*)::integer AS limits FROM limits
      WHERE state = 'open' GROUP BY annual_rate_ppm ORDER BY annual_rate_ppm DESC`,
    [],
  )
  return rows.map(({ annual_rate_ppm, limits }) => ({
    name: `${limits} open limits at`,
    ratePpm: BigInt(annual_rate_ppm),
  }))
}
