import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '@qingzhou/platform/database/database'

/** The progress of the books as seen by this connection. */
export type Progress = {
  readonly businessDate: LocalDate
  /** Whether the end of day of the business date is complete. */
  readonly isFinished: boolean
  readonly slices: number
  readonly slicesDone: number
  readonly loans: number
  readonly entries: number
  readonly failures: number
}

export async function readProgress(db: Queryable): Promise<Progress> {
  const [row] = await db.query<{
    business_date: LocalDate
    is_finished: boolean
    slices: bigint
    slices_done: bigint
    loans: bigint
    entries: bigint
    failures: bigint
  }>(`
    SELECT today.business_date, run.business_date IS NULL OR run.finished_at IS NOT NULL AS is_finished,
           slices.*, (SELECT count(*) FROM end_of_day_failures) AS failures
      FROM business_date AS today
      LEFT JOIN end_of_day_runs AS run USING (business_date)
     CROSS JOIN LATERAL (
       SELECT count(*) AS slices, count(done_at) AS slices_done,
              coalesce(sum(loans), 0)::bigint AS loans, coalesce(sum(entries), 0)::bigint AS entries
         FROM end_of_day_slices WHERE business_date = today.business_date) AS slices`)
  if (!row) throw new Error('business date not initialised')
  return {
    businessDate: row.business_date,
    isFinished: row.is_finished,
    slices: Number(row.slices),
    slicesDone: Number(row.slices_done),
    loans: Number(row.loans),
    entries: Number(row.entries),
    failures: Number(row.failures),
  }
}
