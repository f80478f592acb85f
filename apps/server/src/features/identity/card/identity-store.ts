import { minutesAfter } from '#platform/clock.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'

/** How long an ID number stays claimed without a passed face check. */
const UNVERIFIED_CLAIM_MINUTES = 24 * 60

/**
 * Claims an ID number for a customer and releases the customer's earlier number. Returns false if
 * another customer owns it; of two concurrent claims, the later one waits and fails. A claim
 * without a passed face check blocks others for a day only, counted from the first claim: saving
 * the card again, or another card in between, does not extend it.
 */
export async function claimIdNumber(
  tx: Transaction,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  claim: { readonly customer: CustomerNo; readonly idNumber: string },
): Promise<boolean> {
  const index = vault.index('idNumber', claim.idNumber)
  await tx.query(
    `UPDATE identities SET released_at = $3
      WHERE customer_no = $1 AND number_index <> $2 AND released_at IS NULL`,
    [claim.customer, index, now()],
  )
  const inserted = await tx.query<{ customer_no: string }>(
    `INSERT INTO identities (number_index, customer_no, verified_at) VALUES ($1, $2, $3)
     ON CONFLICT (number_index) DO NOTHING RETURNING customer_no`,
    [index, claim.customer, now()],
  )
  if (inserted.length > 0) return true
  const [known] = await tx.query<Claim>(
    `SELECT customer_no, verified_at, released_at FROM identities
      WHERE number_index = $1 FOR UPDATE`,
    [index],
  )
  if (!known) return false
  const isOwn = known.customer_no === claim.customer
  if (!isOwn && !(await isFree(tx, known, now()))) return false
  await tx.query(
    `UPDATE identities SET customer_no = $2, verified_at = $3, released_at = NULL
      WHERE number_index = $1`,
    [index, claim.customer, isOwn ? known.verified_at : now()],
  )
  return true
}

type Claim = {
  readonly customer_no: string
  readonly verified_at: Date
  readonly released_at: Date | null
}

/** Whether an ID number can be taken from the customer who claimed it. */
async function isFree(tx: Transaction, known: Claim, now: Date): Promise<boolean> {
  if (known.released_at !== null) return true
  if (known.verified_at >= minutesAfter(now, -UNVERIFIED_CLAIM_MINUTES)) return false
  const checked = await tx.query(
    `SELECT FROM face_sessions
      WHERE customer_no = $1 AND purpose = 'credit' AND state <> 'open' LIMIT 1`,
    [known.customer_no],
  )
  return checked.length === 0
}

/** Whether the customer still owns an ID number. */
export async function ownsIdNumber(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  { customer, idNumber }: { readonly customer: CustomerNo; readonly idNumber: string },
): Promise<boolean> {
  const rows = await tx.query<{ customer_no: string }>(
    `SELECT customer_no FROM identities
      WHERE number_index = $1 AND customer_no = $2 AND released_at IS NULL FOR SHARE`,
    [vault.index('idNumber', idNumber), customer],
  )
  return rows.length > 0
}
