import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { BlockReason } from './block-rules.ts'

export type BlockRecord = {
  readonly blockNo: string
  readonly reason: BlockReason
  readonly blockedBy: string
  readonly blockedAt: Date
  readonly frozeLimit: boolean
  /** After a stolen phone: since then a sign-in is possible, and a face check is needed. */
  readonly returnedAt: Date | undefined
}

type Row = {
  block_no: string
  reason: BlockReason
  blocked_by: string
  blocked_at: Date
  froze_limit: boolean
  access_restored_at: Date | null
}

/** The blocks of a customer that have not ended. */
export async function findBlocks(db: Queryable, customer: CustomerNo): Promise<BlockRecord[]> {
  const rows = await db.query<Row>(
    `SELECT block_no, reason, blocked_by, blocked_at, froze_limit, access_restored_at
       FROM customer_blocks WHERE customer_no = $1 AND ended_at IS NULL ORDER BY blocked_at, block_no`,
    [customer],
  )
  return rows.map((row) => ({
    blockNo: row.block_no,
    reason: row.reason,
    blockedBy: row.blocked_by,
    blockedAt: row.blocked_at,
    frozeLimit: row.froze_limit,
    returnedAt: row.access_restored_at ?? undefined,
  }))
}

export type NewBlock = Omit<BlockRecord, 'returnedAt'> & {
  readonly customer: CustomerNo
  readonly note: string
}

/** Returns false if the customer is blocked for this reason already. */
export async function insertBlock(
  tx: Transaction,
  { vault }: { readonly vault: Pick<Vault, 'seal'> },
  block: NewBlock,
): Promise<boolean> {
  const { customer, blockNo, reason, note, blockedBy, blockedAt, frozeLimit } = block
  const sealed = vault.seal(note, placeIn('customer_blocks', customer, blockNo)('note_sealed'))
  const rows = await tx.query<{ block_no: string }>(
    `INSERT INTO customer_blocks
       (customer_no, block_no, reason, note_sealed, blocked_by, blocked_at, froze_limit)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (customer_no, reason) WHERE ended_at IS NULL DO NOTHING RETURNING block_no`,
    [customer, blockNo, reason, sealed, blockedBy, blockedAt, frozeLimit],
  )
  return rows.length > 0
}

type BlockKey = { readonly customer: CustomerNo; readonly blockNo: string }

/** From now on the customer can sign in, and has to pass a face check. */
export async function markReturned(
  tx: Transaction,
  { customer, blockNo }: BlockKey,
  returnedAt: Date,
): Promise<void> {
  await tx.query(
    `UPDATE customer_blocks SET access_restored_at = $3
      WHERE customer_no = $1 AND block_no = $2 AND ended_at IS NULL`,
    [customer, blockNo, returnedAt],
  )
}

/** Hands the duty to open the limit again to another block that stays. */
export async function setFrozeLimit(
  tx: Transaction,
  { customer, blockNo }: BlockKey,
): Promise<void> {
  await tx.query(
    `UPDATE customer_blocks SET froze_limit = true WHERE customer_no = $1 AND block_no = $2`,
    [customer, blockNo],
  )
}

export async function endBlock(
  tx: Transaction,
  { customer, blockNo, endedBy, endedAt }: BlockKey & { endedBy: string; endedAt: Date },
): Promise<void> {
  await tx.query(
    `UPDATE customer_blocks SET ended_by = $3, ended_at = $4
      WHERE customer_no = $1 AND block_no = $2 AND ended_at IS NULL`,
    [customer, blockNo, endedBy, endedAt],
  )
}
