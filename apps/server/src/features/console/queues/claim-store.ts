import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { timeOrderedNo } from '@qingzhou/platform/ids'
import type { Queue } from './queue-store.ts'

export type ItemKey = { readonly queue: Queue; readonly itemNo: string }

/**
 * Claims an item for a member of staff. Returns who has it: another member whose claim is not older
 * than the item keeps it.
 */
export async function claimItem(
  tx: Transaction,
  { queue, itemNo }: ItemKey,
  { staffNo, since, now }: { readonly staffNo: string; readonly since: Date; readonly now: Date },
): Promise<string> {
  await tx.query(
    `INSERT INTO staff_queue_claims AS claim (queue, item_no, claimed_by, claimed_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (queue, item_no) DO UPDATE SET claimed_by = $3, claimed_at = $4
      WHERE claim.claimed_at < $5`,
    [queue, itemNo, staffNo, now, since],
  )
  const [row] = await tx.query<{ claimed_by: string }>(
    `SELECT claimed_by FROM staff_queue_claims WHERE queue = $1 AND item_no = $2`,
    [queue, itemNo],
  )
  return row?.claimed_by ?? staffNo
}

/** Returns whether the member of staff had claimed it. */
export async function releaseItem(
  tx: Transaction,
  { queue, itemNo }: ItemKey,
  staffNo: string,
): Promise<boolean> {
  const rows = await tx.query<{ item_no: string }>(
    `DELETE FROM staff_queue_claims WHERE queue = $1 AND item_no = $2 AND claimed_by = $3
     RETURNING item_no`,
    [queue, itemNo, staffNo],
  )
  return rows.length === 1
}

type Sealing = { readonly vault: Pick<Vault, 'seal' | 'open'> }

export type NewQueueEvent = ItemKey & {
  readonly customer: string
  readonly by: string
  readonly at: Date
  readonly act: string
  readonly note?: string | undefined
  readonly proposalNo?: string | undefined
}

export async function insertQueueEvent(
  tx: Transaction,
  { vault }: Sealing,
  { queue, itemNo, customer, by, at, act, note, proposalNo }: NewQueueEvent,
): Promise<void> {
  const eventNo = timeOrderedNo('', at)
  const sealed =
    note === undefined
      ? null
      : vault.seal(note, placeIn('staff_queue_events', eventNo)('note_sealed'))
  await tx.query(
    `INSERT INTO staff_queue_events
            (event_no, queue, item_no, customer_no, done_at, done_by, act, proposal_no, note_sealed)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [eventNo, queue, itemNo, customer, at, by, act, proposalNo, sealed],
  )
}

export type QueueEventRecord = {
  readonly at: Date
  readonly by: string
  readonly act: string
  readonly note: string | undefined
  readonly proposalNo: string | undefined
}

const EVENTS_MAX = 100

/** The newest first. */
export async function listQueueEvents(
  db: Queryable,
  { vault }: Sealing,
  { queue, itemNo }: ItemKey,
): Promise<QueueEventRecord[]> {
  const rows = await db.query<{
    event_no: string
    done_at: Date
    done_by: string
    act: string
    proposal_no: string | null
    note_sealed: Buffer | null
  }>(
    `SELECT event_no, done_at, done_by, act, proposal_no, note_sealed FROM staff_queue_events
      WHERE queue = $1 AND item_no = $2 ORDER BY event_no DESC LIMIT ${EVENTS_MAX}`,
    [queue, itemNo],
  )
  return rows.map((row) => ({
    at: row.done_at,
    by: row.done_by,
    act: row.act,
    proposalNo: row.proposal_no ?? undefined,
    note: row.note_sealed
      ? vault.open(row.note_sealed, placeIn('staff_queue_events', row.event_no)('note_sealed'))
      : undefined,
  }))
}
