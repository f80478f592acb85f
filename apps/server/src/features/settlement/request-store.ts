import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Services } from '#platform/services.ts'

type Key = { readonly customer: CustomerNo; readonly requestNo: string }

/** What was asked for under a number, and what came of it. */
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

/** Answers false when there is one under this number. */
export async function insertRequest(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { customer, requestNo, fingerprint, certificateNos, sentTo }: Key & RequestRecord,
): Promise<boolean> {
  const place = placeIn('certificate_requests', customer, requestNo)
  const rows = await tx.query<{ request_no: string }>(
    `INSERT INTO certificate_requests
       (customer_no, request_no, fingerprint, certificate_nos, sent_to_sealed, asked_at)
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
