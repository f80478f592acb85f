import type { CancellationReason } from '@qingzhou/contract/features/limit-cancellation'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

/** The reason for a limit cancellation, and whether it is done. */
export type Cancellation = {
  readonly reason: CancellationReason
  readonly note: string | undefined
  readonly cancelledOn: LocalDate | undefined
}

type Row = {
  reason: CancellationReason
  note_sealed: Buffer | null
  cancelled_on: LocalDate | null
}

/** The newest cancellation: in progress or done. */
export async function findCancellation(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<Cancellation | undefined> {
  const [row] = await db.query<Row>(
    `SELECT reason, note_sealed, cancelled_on FROM limit_cancellations
      WHERE customer_no = $1 ORDER BY cancellation_no DESC LIMIT 1`,
    [customer],
  )
  const place = placeIn('limit_cancellations', customer)('note_sealed')
  return (
    row && {
      reason: row.reason,
      note: row.note_sealed === null ? undefined : vault.open(row.note_sealed, place),
      cancelledOn: row.cancelled_on ?? undefined,
    }
  )
}

/** Saves the reason in place of an earlier one. The caller must hold the customer lock. */
export async function saveCancellationReason(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  input: {
    readonly customer: CustomerNo
    readonly reason: CancellationReason
    readonly note: string | undefined
  },
): Promise<void> {
  const { customer, reason, note } = input
  const place = placeIn('limit_cancellations', customer)('note_sealed')
  await tx.query(
    `INSERT INTO limit_cancellations (customer_no, cancellation_no, reason, note_sealed, requested_at)
     SELECT $1, count(*) + 1, $2, $3, $4 FROM limit_cancellations WHERE customer_no = $1
     ON CONFLICT (customer_no) WHERE cancelled_on IS NULL DO UPDATE
       SET reason = excluded.reason, note_sealed = excluded.note_sealed, requested_at = excluded.requested_at`,
    [customer, reason, note === undefined ? null : vault.seal(note, place), now()],
  )
}

/** The date of the cancellation with this requestNo, if any. */
export async function findByRequestNo(
  db: Queryable,
  { customer, requestNo }: { readonly customer: CustomerNo; readonly requestNo: string },
): Promise<LocalDate | undefined> {
  const [row] = await db.query<{ cancelled_on: LocalDate }>(
    `SELECT cancelled_on FROM limit_cancellations
      WHERE customer_no = $1 AND request_no = $2 AND cancelled_on IS NOT NULL`,
    [customer, requestNo],
  )
  return row?.cancelled_on
}

/** Returns false if no reason was saved. */
export async function markCancelled(
  tx: Transaction,
  done: {
    readonly customer: CustomerNo
    readonly requestNo: string
    readonly cancelledOn: LocalDate
  },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE limit_cancellations SET request_no = $2, cancelled_on = $3
      WHERE customer_no = $1 AND cancelled_on IS NULL RETURNING customer_no`,
    [done.customer, done.requestNo, done.cancelledOn],
  )
  return rows.length > 0
}
