import type { PeriodFacts } from '@qingzhou/domain/books/period'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { readProgress } from './progress-store.ts'

/** The facts of a period that the tables have; the differences are those between the books and the providers. */
export async function readPeriodFacts(db: Queryable, until: LocalDate): Promise<PeriodFacts> {
  const { businessDate, isFinished } = await readProgress(db)
  const [row] = await db.query<{
    last_closed: LocalDate | null
    missing_day: LocalDate | null
    differences: bigint
    balance_fen: bigint
  }>(
    `SELECT (SELECT max(until) FROM period_closings) AS last_closed,
            (SELECT min(day)::date
               FROM generate_series((SELECT min(business_date) FROM end_of_day_runs)::timestamp, $1::date,
                                    interval '1 day') AS day
              WHERE NOT EXISTS (SELECT FROM end_of_day_runs
                                 WHERE business_date = day::date AND finished_at IS NOT NULL)) AS missing_day,
            (SELECT count(*) FROM transfer_differences
              WHERE settled_at IS NULL AND resolution IS NULL AND transferred_on <= $1) AS differences,
            (SELECT coalesce(sum(debit_fen - credit_fen), 0)::bigint FROM ledger_days
              WHERE business_date <= $1) AS balance_fen`,
    [until],
  )
  return {
    until,
    lastClosed: row?.last_closed ?? undefined,
    lastFinished: isFinished ? businessDate : addDays(businessDate, -1),
    missingDay: row?.missing_day ?? undefined,
    differences: Number(row?.differences ?? 0n),
    balance: fen(row?.balance_fen ?? 0n),
  }
}

export async function insertPeriodClosing(
  tx: Transaction,
  closing: { readonly until: LocalDate; readonly proposalNo: string },
): Promise<void> {
  await tx.query('INSERT INTO period_closings (until, proposal_no) VALUES ($1, $2)', [
    closing.until,
    closing.proposalNo,
  ])
}
