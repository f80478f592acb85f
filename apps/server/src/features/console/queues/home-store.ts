import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { PayProvider } from '@qingzhou/providers/records/bank-order-store'

export type ProviderMoney = {
  readonly provider: PayProvider
  readonly bookedIn: Money
  readonly bookedOut: Money
  readonly reportedIn: Money
  readonly reportedOut: Money
  readonly open: number
}

/**
 * What moved with each provider on a compared day, by our books and by the day file. The file is not
 * kept: it is the booked transfers that do not differ, and what was reported of those that do.
 */
export async function readProviderMoney(db: Queryable, day: LocalDate): Promise<ProviderMoney[]> {
  const rows = await db.query<{
    provider: PayProvider
    booked_in: bigint
    booked_out: bigint
    reported_in: bigint
    reported_out: bigint
    open: bigint
  }>(
    `WITH differing AS (
       SELECT provider, order_no, kind, reported_fen FROM transfer_differences
        WHERE transferred_on = $1 AND settled_at IS NULL),
     moved AS (
       SELECT provider, kind, amount_fen AS booked_fen,
              CASE WHEN (provider, order_no) IN (SELECT provider, order_no FROM differing)
                   THEN 0 ELSE amount_fen END AS reported_fen
         FROM provider_transfers WHERE transferred_on = $1
        UNION ALL
       SELECT provider, kind, 0, coalesce(reported_fen, 0) FROM differing)
     SELECT named.provider,
            coalesce(sum(booked_fen) FILTER (WHERE kind IN ('debit', 'return')), 0)::bigint AS booked_in,
            coalesce(sum(booked_fen) FILTER (WHERE kind NOT IN ('debit', 'return')), 0)::bigint AS booked_out,
            coalesce(sum(reported_fen) FILTER (WHERE kind IN ('debit', 'return')), 0)::bigint AS reported_in,
            coalesce(sum(reported_fen) FILTER (WHERE kind NOT IN ('debit', 'return')), 0)::bigint AS reported_out,
            (SELECT count(*) FROM transfer_differences AS difference
              WHERE difference.provider = named.provider
                AND settled_at IS NULL AND resolution IS NULL) AS open
       FROM unnest(ARRAY['bank', 'wallet', 'messenger']) WITH ORDINALITY AS named (provider, at)
       LEFT JOIN moved USING (provider)
      GROUP BY named.provider, at ORDER BY at`,
    [day],
  )
  return rows.map((row) => ({
    provider: row.provider,
    bookedIn: fen(row.booked_in),
    bookedOut: fen(row.booked_out),
    reportedIn: fen(row.reported_in),
    reportedOut: fen(row.reported_out),
    open: Number(row.open),
  }))
}

export type WaitingProposals = {
  readonly open: number
  readonly overdue: number
  readonly oldest: Date | undefined
}

/**
 * The proposals that wait for a member: for one who approves those of others that were not sent back,
 * for another their own that were.
 */
export async function countWaitingProposals(
  db: Queryable,
  {
    staffNo,
    mayApprove,
    notKinds,
    now,
    overdueBefore,
  }: {
    readonly staffNo: string
    readonly mayApprove: boolean
    /** Kinds that the member does not approve. */
    readonly notKinds: readonly string[]
    readonly now: Date
    readonly overdueBefore: Date
  },
): Promise<WaitingProposals> {
  const [row] = await db.query<{ open: bigint; overdue: bigint; oldest: Date | null }>(
    `SELECT count(*) AS open, count(*) FILTER (WHERE proposed_at < $3) AS overdue,
            min(proposed_at) AS oldest
       FROM proposals
      WHERE state = 'proposed' AND expires_at > $2 AND (proposed_by <> $1) = $4
        AND (sent_back_at IS NULL) = $4 AND (NOT $4 OR kind <> ALL ($5))`,
    [staffNo, now, overdueBefore, mayApprove, notKinds],
  )
  return {
    open: Number(row?.open ?? 0),
    overdue: Number(row?.overdue ?? 0),
    oldest: row?.oldest ?? undefined,
  }
}

export type Night = {
  readonly startedAt: Date | undefined
  readonly finishedAt: Date | undefined
  /** Kinds of work of the night that is still queued. */
  readonly queued: readonly string[]
  /** Of the latest compared day. */
  readonly comparedAt: Date | undefined
  readonly transfers: number
}

export async function readNight(
  db: Queryable,
  day: LocalDate,
  comparedDay: LocalDate | undefined,
): Promise<Night> {
  const [run] = await db.query<{ started_at: Date; finished_at: Date | null }>(
    'SELECT started_at, finished_at FROM end_of_day_runs WHERE business_date = $1',
    [day],
  )
  const [compared] = await db.query<{ compared_at: Date; transfers: number }>(
    'SELECT compared_at, transfers FROM reconciled_days WHERE transferred_on = $1',
    [comparedDay ?? null],
  )
  const queued = await db.query<{ kind: string }>(
    `SELECT DISTINCT kind FROM tasks
      WHERE kind = ANY ($1) AND dead_at IS NULL AND run_at <= now()`,
    [['reconcile-day', 'verify-books', 'recompute-loans']],
  )
  return {
    startedAt: run?.started_at,
    finishedAt: run?.finished_at ?? undefined,
    queued: queued.map(({ kind }) => kind),
    comparedAt: compared?.compared_at,
    transfers: compared?.transfers ?? 0,
  }
}

/** Whether a process that takes tasks has reported within a minute, by the clock of the database. */
export async function isWorkerRunning(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM running_processes
      WHERE takes_tasks AND seen_at > now() - interval '1 minute' LIMIT 1`,
  )
  return rows.length > 0
}

export async function isBackupRecent(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM completed_backups WHERE completed_at > now() - interval '2 days' LIMIT 1`,
  )
  return rows.length > 0
}
