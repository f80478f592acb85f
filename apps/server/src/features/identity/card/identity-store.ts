import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { FACE_VALID_MINUTES } from '#features/identity/face/face-session-store.ts'
import type { Services } from '#services.ts'

/** A successful name and ID number check of a customer, for one business. */
export type Match = {
  readonly customer: CustomerNo
  readonly purpose: 'plan' | 'phone'
  readonly businessNo: string
}

type Deps = Pick<Services, 'now'>

/**
 * Each insert deletes some old rows, so that the table stays small. A match counts for as long as a
 * review keeps its business open: three days at most.
 */
export async function saveIdentityMatch(db: Queryable, { now }: Deps, match: Match): Promise<void> {
  await db.query(
    `WITH swept AS (
       DELETE FROM identity_matches WHERE (customer_no, purpose, business_no) IN (
         SELECT customer_no, purpose, business_no FROM identity_matches
         WHERE matched_at < $4::timestamptz - interval '4 days' AND customer_no <> $1
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO identity_matches (customer_no, purpose, business_no, matched_at)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (customer_no, purpose, business_no)
     DO UPDATE SET matched_at = excluded.matched_at`,
    [match.customer, match.purpose, match.businessNo, now()],
  )
}

/** For half an hour, or as long as a person's review of the face keeps the business open ($5). */
const IS_VALID = `(matched_at > $4::timestamptz - interval '${FACE_VALID_MINUTES} minutes' OR $5)`

async function isHeldForReview(db: Queryable, { now }: Deps, match: Match): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM face_sessions
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND held_until > $4 LIMIT 1`,
    [match.customer, match.purpose, match.businessNo, now()],
  )
  return rows.length > 0
}

/** Whether there is an unused match, within the validity period of a face check. */
export async function hasMatched(db: Queryable, deps: Deps, match: Match): Promise<boolean> {
  const isHeld = await isHeldForReview(db, deps, match)
  const rows = await db.query<{ purpose: string }>(
    `SELECT purpose FROM identity_matches
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND ${IS_VALID}`,
    [match.customer, match.purpose, match.businessNo, deps.now(), isHeld],
  )
  return rows.length > 0
}

/** Uses up a match: it is valid once and for a limited time. */
export async function consumeMatch(tx: Transaction, deps: Deps, match: Match): Promise<boolean> {
  const isHeld = await isHeldForReview(tx, deps, match)
  const rows = await tx.query<{ purpose: string }>(
    `DELETE FROM identity_matches
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3 AND ${IS_VALID}
      RETURNING purpose`,
    [match.customer, match.purpose, match.businessNo, deps.now(), isHeld],
  )
  return rows.length > 0
}

/**
 * Claims an ID number for a customer and releases the customer's earlier number. Until a face check
 * decides, the number can be claimed by others as well: a person who only knows it cannot keep it from its
 * holder. Returns false if another customer has passed the face check.
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
    `INSERT INTO identities (number_index, customer_no, verified_at, needs_face)
     VALUES ($1, $2, $3, true)
     ON CONFLICT (number_index) DO NOTHING RETURNING customer_no`,
    [index, claim.customer, now()],
  )
  if (inserted.length > 0) return true
  const [known] = await tx.query<Claim>(
    `SELECT customer_no, released_at, needs_face FROM identities
      WHERE number_index = $1 FOR UPDATE`,
    [index],
  )
  if (!known) return false
  if (known.customer_no !== claim.customer) {
    if (!(await isUndecided(tx, known))) return false
    await tx.query(
      `UPDATE identities SET customer_no = $2, verified_at = $3, needs_face = true
        WHERE number_index = $1`,
      [index, claim.customer, now()],
    )
  }
  await tx.query(`UPDATE identities SET released_at = NULL WHERE number_index = $1`, [index])
  return true
}

/** Gives an ID number to the customer who has passed the face check. False if another was first. */
export async function keepIdNumber(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  claim: { readonly customer: CustomerNo; readonly idNumber: string },
): Promise<boolean> {
  if (!(await claimIdNumber(tx, services, claim))) return false
  await tx.query(`UPDATE identities SET needs_face = false WHERE number_index = $1`, [
    services.vault.index('idNumber', claim.idNumber),
  ])
  return true
}

type Claim = {
  readonly customer_no: string
  readonly released_at: Date | null
  readonly needs_face: boolean
}

/** Whether an ID number can be taken from the customer who claimed it. */
async function isUndecided(tx: Transaction, known: Claim): Promise<boolean> {
  if (known.released_at !== null || known.needs_face) return true
  const checked = await tx.query(
    `SELECT FROM face_sessions
      WHERE customer_no = $1 AND purpose = 'credit' AND state <> 'open' LIMIT 1`,
    [known.customer_no],
  )
  return checked.length === 0
}
