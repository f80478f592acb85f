import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { PayProvider } from '@qingzhou/providers/records/bank-order-store'
import type { TransferAnswer } from '@qingzhou/providers/bank/port'
import type { Difference, Finding, Transfer } from './reconcile-day.ts'

type DayOf = { readonly provider: PayProvider; readonly day: LocalDate }

/** What the provider answered when it was asked about a transfer. */
export type ProviderAnswer = TransferAnswer['state'] | 'fault'

export type DifferenceRecord = Difference &
  DayOf & { readonly foundAt: Date; readonly said?: ProviderAnswer | undefined }

/** Still found by the last comparison, and not closed by staff. */
const OPEN = 'settled_at IS NULL AND resolution IS NULL'

/** The transfers booked for a provider on a day. */
export async function listBookedTransfers(
  db: Queryable,
  { provider, day }: DayOf,
): Promise<readonly Transfer[]> {
  const rows = await db.query<{
    order_no: string
    kind: Transfer['kind']
    amount_fen: bigint
  }>(
    `SELECT order_no, kind, amount_fen FROM provider_transfers WHERE transferred_on = $1 AND provider = $2`,
    [day, provider],
  )
  return rows.map((row) => ({
    orderNo: row.order_no,
    kind: row.kind,
    amount: fen(row.amount_fen),
  }))
}

/** The amounts of payment orders, by order number. */
export async function amountsOrdered(
  db: Queryable,
  orderNos: readonly string[],
): Promise<ReadonlyMap<string, Money>> {
  const owners = await db.query<{ order_no: string; customer_no: string }>(
    `SELECT order_no, customer_no FROM bank_orders WHERE order_no = ANY ($1)`,
    [orderNos],
  )
  const ownerOf = new Map(owners.map((row) => [row.order_no, row.customer_no]))
  // Orders are found by number and repayments by customer, on a cluster on different nodes.
  const rows = await db.query<{ order_no: string; customer_no: string; amount_fen: bigint }>(
    `SELECT order_no, customer_no, amount_fen FROM payment_orders
      WHERE customer_no = ANY ($1) AND order_no = ANY ($2)`,
    [[...new Set(ownerOf.values())], [...ownerOf.keys()]],
  )
  const own = rows.filter((row) => ownerOf.get(row.order_no) === row.customer_no)
  return new Map(own.map((row) => [row.order_no, fen(row.amount_fen)]))
}

/**
 * Saves the differences found and settles those that no longer exist. One that staff has closed stays
 * closed, unless it is another one now.
 */
export async function saveDifferences(
  tx: Transaction,
  { provider, day }: DayOf,
  { differences, now }: { readonly differences: readonly Difference[]; readonly now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE transfer_differences SET settled_at = $4
      WHERE provider = $1 AND transferred_on = $2 AND settled_at IS NULL AND NOT order_no = ANY ($3)`,
    [provider, day, differences.map(({ orderNo }) => orderNo), now],
  )
  for (const { orderNo, finding, kind, ours, theirs, wireNo, note, orderedAt } of differences) {
    await tx.query(
      `INSERT INTO transfer_differences AS kept
              (provider, transferred_on, order_no, finding, kind, booked_fen, reported_fen, found_at,
               wire_no, note, ordered_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       ON CONFLICT (provider, transferred_on, order_no) DO UPDATE
          SET finding = excluded.finding, booked_fen = excluded.booked_fen,
              reported_fen = excluded.reported_fen, settled_at = NULL, wire_no = excluded.wire_no,
              note = coalesce(excluded.note, kept.note), ordered_at = excluded.ordered_at,
              resolution = NULL, resolution_note = NULL, resolved_by = NULL, resolved_at = NULL
        WHERE kept.resolution IS NULL
           OR (kept.finding, kept.booked_fen, kept.reported_fen)
              IS DISTINCT FROM (excluded.finding, excluded.booked_fen, excluded.reported_fen)`,
      [provider, day, orderNo, finding, kind, ours, theirs, now, wireNo, note, orderedAt],
    )
  }
}

export async function markCompared(
  tx: Transaction,
  day: LocalDate,
  { transfers, now }: { readonly transfers: number; readonly now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO reconciled_days (transferred_on, compared_at, transfers) VALUES ($1, $2, $3)
     ON CONFLICT (transferred_on) DO UPDATE SET compared_at = $2, transfers = $3`,
    [day, now, transfers],
  )
}

export async function findComparisonTime(db: Queryable, day: LocalDate): Promise<Date | undefined> {
  const [row] = await db.query<{ compared_at: Date }>(
    'SELECT compared_at FROM reconciled_days WHERE transferred_on = $1',
    [day],
  )
  return row?.compared_at
}

/** The latest day that was compared; nothing before the first. */
export async function lastComparedDay(db: Queryable): Promise<readonly LocalDate[]> {
  const rows = await db.query<{ transferred_on: LocalDate }>(
    'SELECT transferred_on FROM reconciled_days ORDER BY transferred_on DESC LIMIT 1',
  )
  return rows.map((row) => row.transferred_on)
}

/** The days with open differences, oldest first. */
export async function daysWithDifferences(db: Queryable): Promise<readonly LocalDate[]> {
  const rows = await db.query<{ transferred_on: LocalDate }>(
    `SELECT DISTINCT transferred_on FROM transfer_differences WHERE ${OPEN} ORDER BY transferred_on`,
  )
  return rows.map((row) => row.transferred_on)
}

export async function countDifferences(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: bigint }>(
    `SELECT count(*) FROM transfer_differences WHERE ${OPEN}`,
  )
  return Number(row?.count ?? 0)
}

/** The open differences of one day, or of all days. */
export async function readDifferences(
  db: Queryable,
  day: LocalDate | undefined,
): Promise<readonly DifferenceRecord[]> {
  const rows = await db.query<Row>(
    `SELECT provider, transferred_on, order_no, finding, kind, booked_fen, reported_fen, found_at, wire_no,
            note, said, ordered_at
       FROM transfer_differences
      WHERE ${OPEN} AND ($1::date IS NULL OR transferred_on = $1)
      ORDER BY transferred_on, provider, order_no`,
    [day ?? null],
  )
  return rows.map((row) => ({
    provider: row.provider,
    day: row.transferred_on,
    orderNo: row.order_no,
    finding: row.finding,
    kind: row.kind,
    ours: row.booked_fen === null ? undefined : fen(row.booked_fen),
    theirs: row.reported_fen === null ? undefined : fen(row.reported_fen),
    foundAt: row.found_at,
    wireNo: row.wire_no ?? undefined,
    note: row.note ?? undefined,
    orderedAt: row.ordered_at ?? undefined,
    said: row.said ?? undefined,
  }))
}

/** Saves what the provider answered about a transfer that is missing with us. */
export async function saveSaid(
  db: Queryable,
  { provider, day, orderNo }: DayOf & { readonly orderNo: string },
  { said, note }: { readonly said: ProviderAnswer; readonly note: string | undefined },
): Promise<void> {
  await db.query(
    `UPDATE transfer_differences SET said = $4, note = coalesce(note, $5)
      WHERE provider = $1 AND transferred_on = $2 AND order_no = $3`,
    [provider, day, orderNo, said, note],
  )
}

type Row = {
  provider: PayProvider
  transferred_on: LocalDate
  order_no: string
  finding: Finding
  kind: Transfer['kind']
  booked_fen: bigint | null
  reported_fen: bigint | null
  found_at: Date
  wire_no: string | null
  note: string | null
  said: ProviderAnswer | null
  ordered_at: Date | null
}
