import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '#database/database.ts'

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

/**
 * Rows of the staff log by number. A day is first narrowed to a range of numbers by an index, as the
 * rows before it may be millions. Clocks of two servers differ by less than the minute around it.
 */
export async function readLogPage(
  db: Queryable,
  { filters, order, after, limit }: LogQuery,
): Promise<LoggedAct[]> {
  const { actor, act, customerNo, from, until } = filters
  const compare = order === 'up' ? '>' : '<'
  const direction = order === 'up' ? 'ASC' : 'DESC'
  const rows = await db.query<{
    log_no: bigint
    done_at: Date
    actor: string
    act: string
    customer_no: string | null
    about: string
  }>(
    `WITH span AS MATERIALIZED (
       SELECT ($1::date::timestamp AT TIME ZONE 'Asia/Shanghai') AS starts,
              (($2::date + 1)::timestamp AT TIME ZONE 'Asia/Shanghai') AS ends),
     numbers AS MATERIALIZED (
       SELECT CASE WHEN starts IS NULL THEN 0 ELSE coalesce((SELECT log_no FROM staff_log
                WHERE done_at >= starts - interval '1 minute' ORDER BY done_at LIMIT 1),
                9223372036854775807) END AS first,
              CASE WHEN ends IS NULL THEN 9223372036854775807 ELSE coalesce((SELECT log_no FROM staff_log
                WHERE done_at < ends + interval '1 minute' ORDER BY done_at DESC LIMIT 1), 0) END AS last
         FROM span)
     SELECT log_no, done_at, actor, act, customer_no, about FROM staff_log
      WHERE log_no BETWEEN (SELECT first FROM numbers) AND (SELECT last FROM numbers)
        AND ($1::date IS NULL OR done_at >= (SELECT starts FROM span))
        AND ($2::date IS NULL OR done_at < (SELECT ends FROM span))
        AND ($3::text IS NULL OR actor = $3) AND ($4::text IS NULL OR act = $4)
        AND ($5::text IS NULL OR customer_no = $5)
        AND ($6::bigint IS NULL OR log_no ${compare} $6)
      ORDER BY log_no ${direction} LIMIT $7`,
    [from, until, actor, act, customerNo, after, limit],
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
