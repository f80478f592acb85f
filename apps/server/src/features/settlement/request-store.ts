import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import type { Closing } from './read-accounts.ts'

type LastPayment = {
  readonly on: LocalDate
  readonly by: NonNullable<Closing['lastPaidBy']>
}

const waysOf: Readonly<Record<string, LastPayment['by']>> = {
  due: 'bill',
  'early-full': 'early',
  'early-part': 'early',
  waiver: 'waiver',
  conversion: 'conversion',
}

/** The last payment of each loan that still counts, or the waiver after which nothing was left. */
export async function lastPayments(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, LastPayment>> {
  const rows = await db.query<{ loan_no: string; kind: string; paid_on: string }>(
    `SELECT DISTINCT ON (loan_no) loan_no, kind, paid_on
       FROM (SELECT loan_no, kind, paid_on, received_at FROM payments
              WHERE customer_no = $1
                AND NOT EXISTS (SELECT FROM payment_reversals
                                 WHERE payment_reversals.customer_no = payments.customer_no
                                   AND payment_reversals.payment_no = payments.payment_no
                                   AND payment_reversals.loan_no = payments.loan_no)
             UNION ALL
             SELECT loan_no, 'waiver', business_date, 'infinity' FROM ledger_postings
              WHERE customer_no = $1 AND event = 'waiver' AND against = 'waived') AS closing
      ORDER BY loan_no, paid_on DESC, received_at DESC`,
    [customer],
  )
  return new Map(
    rows.map((row) => [
      row.loan_no,
      { on: localDate(row.paid_on), by: waysOf[row.kind] ?? 'bill' },
    ]),
  )
}

/** How many payments were reversed, and when the last of them was. */
export type Reversals = { readonly count: number; readonly last: LocalDate | undefined }

/** The reversed payments of each loan. */
export async function countReversals(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, Reversals>> {
  const rows = await db.query<{ loan_no: string; count: number; last: string }>(
    `SELECT loan_no, count(*)::int AS count, max(reversed_on) AS last FROM payment_reversals
      WHERE customer_no = $1 GROUP BY loan_no`,
    [customer],
  )
  return new Map(
    rows.map(({ loan_no, count, last }) => [loan_no, { count, last: localDate(last) }]),
  )
}

/** The loans that each loan moved into: both sides are booked under one ledger number. */
export async function movedLoans(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ loan_no: string; moved_into: string[] }>(
    `SELECT old.loan_no, array_agg(DISTINCT new.loan_no ORDER BY new.loan_no) AS moved_into
       FROM ledger_postings old JOIN ledger_postings new USING (customer_no, transaction_no)
      WHERE customer_no = $1 AND old.against = 'conversion' AND new.against = 'conversion'
        AND old.loan_no <> new.loan_no AND new.principal_fen > 0 AND old.principal_fen <= 0
      GROUP BY old.loan_no`,
    [customer],
  )
  return new Map(rows.map((row) => [row.loan_no, row.moved_into]))
}

type Key = { readonly customer: CustomerNo; readonly requestNo: string }

/** A certificate request and its result. */
export type RequestRecord = {
  readonly fingerprint: Buffer
  readonly certificateNos: readonly string[]
  readonly sentTo: string | undefined
}

export async function findRequest(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  { customer, requestNo }: Key,
): Promise<RequestRecord | undefined> {
  const [row] = await db.query<{
    fingerprint: Buffer
    certificate_nos: string[]
    sent_to_sealed: Buffer | null
  }>(
    `SELECT fingerprint, certificate_nos, sent_to_sealed FROM certificate_requests
      WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo],
  )
  if (!row) return undefined
  const place = placeIn('certificate_requests', customer, requestNo)
  return {
    fingerprint: row.fingerprint,
    certificateNos: row.certificate_nos,
    sentTo:
      row.sent_to_sealed === null
        ? undefined
        : vault.open(row.sent_to_sealed, place('sent_to_sealed')),
  }
}

/** Returns false if the request number exists. */
export async function insertRequest(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { customer, requestNo, fingerprint, certificateNos, sentTo }: Key & RequestRecord,
): Promise<boolean> {
  const place = placeIn('certificate_requests', customer, requestNo)
  const rows = await tx.query<{ request_no: string }>(
    `INSERT INTO certificate_requests
       (customer_no, request_no, fingerprint, certificate_nos, sent_to_sealed, requested_at)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (customer_no, request_no) DO NOTHING RETURNING request_no`,
    [
      customer,
      requestNo,
      fingerprint,
      certificateNos,
      sentTo === undefined ? null : vault.seal(sentTo, place('sent_to_sealed')),
      now(),
    ],
  )
  return rows.length > 0
}
