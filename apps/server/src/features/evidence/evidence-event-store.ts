import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import type { EvidenceKey } from './evidence-store.ts'

type Deps = Pick<Services, 'vault'>

/**
 * An event of an evidence record. `by` is a staff number, or empty for the borrower and the system.
 */
export type EvidenceEvent = {
  readonly act: 'submitted' | 'approved' | 'refused' | 'lapsed'
  readonly round: number
  readonly by: string
  readonly at: Date
  readonly reason: string | undefined
  readonly fileNos: readonly string[]
}

/** The caller must have locked the evidence record, so that event numbers are unique. */
export async function insertEvidenceEvent(
  tx: Transaction,
  { vault }: Deps,
  { customer, evidenceNo }: EvidenceKey,
  event: EvidenceEvent,
): Promise<void> {
  const { act, round, by, at, reason, fileNos } = event
  const place = placeIn('evidence_events', customer, evidenceNo, round, act)
  await tx.query(
    `INSERT INTO evidence_events (customer_no, evidence_no, event_no, act, round, done_by, done_at,
                               reason_sealed, file_nos)
     SELECT $1, $2, 1 + count(*), $3, $4, $5, $6, $7, $8
       FROM evidence_events WHERE customer_no = $1 AND evidence_no = $2`,
    [
      customer,
      evidenceNo,
      act,
      round,
      by,
      at,
      reason === undefined ? null : vault.seal(reason, place('reason_sealed')),
      fileNos,
    ],
  )
}

/** The events of an evidence record, newest first. */
export async function listEvidenceEvents(
  db: Queryable,
  { vault }: Deps,
  { customer, evidenceNo }: EvidenceKey,
): Promise<EvidenceEvent[]> {
  const rows = await db.query<{
    act: EvidenceEvent['act']
    round: number
    done_by: string
    done_at: Date
    reason_sealed: Buffer | null
    file_nos: string[]
  }>(
    `SELECT act, round, done_by, business_moment(done_at) AS done_at, reason_sealed, file_nos
       FROM evidence_events
      WHERE customer_no = $1 AND evidence_no = $2 ORDER BY event_no DESC`,
    [customer, evidenceNo],
  )
  return rows.map((row) => {
    const place = placeIn('evidence_events', customer, evidenceNo, row.round, row.act)
    return {
      act: row.act,
      round: row.round,
      by: row.done_by,
      at: row.done_at,
      reason: row.reason_sealed ? vault.open(row.reason_sealed, place('reason_sealed')) : undefined,
      fileNos: row.file_nos,
    }
  })
}
