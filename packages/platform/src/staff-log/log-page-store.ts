import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Database } from '#database/database.ts'
import { withOwnPlan } from '#database/own-plan.ts'

export type LoggedAct = {
  readonly logNo: bigint
  readonly doneAt: Date
  readonly actor: string
  readonly act: string
  readonly customer: string | undefined
  readonly about: string
}

export type LogQuery = {
  readonly filters: {
    readonly actor?: string | undefined
    readonly act?: string | undefined
    readonly customerNo?: string | undefined
    /** The first and the last day. */
    readonly from?: LocalDate | undefined
    readonly until?: LocalDate | undefined
  }
  readonly order: 'up' | 'down'
  /** The row before the first one. */
  readonly after?: bigint | undefined
  readonly limit: number
}

const STARTS = `($1::date::timestamp AT TIME ZONE 'Asia/Shanghai')`
const ENDS = `(($2::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai')`

/**
 * Rows of the staff log by number. A day is first narrowed to a range of numbers by an index, as the
 * rows before it may be millions. Clocks of two servers differ by less than the minute around it.
 */
export async function readLogPage(
  db: Pick<Database, 'inTransaction'>,
  { filters, order, after, limit }: LogQuery,
): Promise<LoggedAct[]> {
  const { actor, act, customerNo, from, until } = filters
  const compare = order === 'up' ? '>' : '<'
  const direction = order === 'up' ? 'ASC' : 'DESC'
  const rows = await withOwnPlan(db, (tx) =>
    tx.query<Row>(
      `SELECT log_no, done_at, actor, act, customer_no, about FROM staff_log
        WHERE ($1::date IS NULL OR done_at >= ${STARTS} AND log_no >= coalesce((
                SELECT log_no FROM staff_log WHERE done_at >= ${STARTS} - interval '1 minute'
                 ORDER BY done_at LIMIT 1), 9223372036854775807))
          AND ($2::date IS NULL OR done_at < ${ENDS} AND log_no <= coalesce((
                SELECT log_no FROM staff_log WHERE done_at < ${ENDS} + interval '1 minute'
                 ORDER BY done_at DESC LIMIT 1), 0))
          AND ($3::text IS NULL OR actor = $3) AND ($4::text IS NULL OR act = $4)
          AND ($5::text IS NULL OR customer_no = $5)
          AND ($6::bigint IS NULL OR log_no ${compare} $6)
        ORDER BY log_no ${direction} LIMIT $7`,
      [from, until, actor, act, customerNo, after, limit],
    ),
  )
  return rows.map((row) => ({
    logNo: row.log_no,
    doneAt: row.done_at,
    actor: row.actor,
    act: row.act,
    customer: row.customer_no ?? undefined,
    about: row.about,
  }))
}

type Row = {
  log_no: bigint
  done_at: Date
  actor: string
  act: string
  customer_no: string | null
  about: string
}
