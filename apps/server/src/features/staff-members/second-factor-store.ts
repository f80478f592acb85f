import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn, type SealedPlace } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'

type Sealing = { readonly vault: Pick<Vault, 'seal' | 'open'> }

const { triesPerTicket: TRIES_MAX } = signInFigures.secondFactor

/** A sign-in between its two steps. */
export type Ticket = {
  readonly staffNo: string
  /** The secret of an app being enrolled; undefined if the member has one. */
  readonly secret: string | undefined
}

export async function insertTicket(
  tx: Transaction,
  { vault }: Sealing,
  ticket: Ticket & {
    readonly ticketHash: Buffer
    readonly now: Date
    readonly expiresAt: Date
  },
): Promise<void> {
  const { ticketHash, staffNo, secret, now, expiresAt } = ticket
  await tx.query(
    `WITH swept AS (DELETE FROM staff_sign_in_tickets WHERE expires_at < $4)
     INSERT INTO staff_sign_in_tickets (ticket_hash, staff_no, secret_sealed, expires_at)
     VALUES ($1, $2, $3, $5)`,
    [
      ticketHash,
      staffNo,
      secret === undefined ? null : vault.seal(secret, ticketPlace(ticketHash)),
      now,
      expiresAt,
    ],
  )
}

/**
 * Counts a try before the code is checked; undefined if the ticket is used up, expired or unknown.
 */
export async function countTicketTry(
  db: Queryable,
  { vault }: Sealing,
  { ticketHash, now }: { readonly ticketHash: Buffer; readonly now: Date },
): Promise<Ticket | undefined> {
  const [row] = await db.query<{ staff_no: string; secret_sealed: Buffer | null }>(
    `UPDATE staff_sign_in_tickets SET attempts = attempts + 1
     WHERE ticket_hash = $1 AND expires_at > $2 AND attempts < $3
     RETURNING staff_no, secret_sealed`,
    [ticketHash, now, TRIES_MAX],
  )
  if (!row) return undefined
  const sealed = row.secret_sealed
  const secret = sealed === null ? undefined : vault.open(sealed, ticketPlace(ticketHash))
  return { staffNo: row.staff_no, secret }
}

/** Consumes a ticket; one of two concurrent calls succeeds. */
export async function deleteTicket(tx: Transaction, ticketHash: Buffer): Promise<boolean> {
  const rows = await tx.query<{ staff_no: string }>(
    `DELETE FROM staff_sign_in_tickets WHERE ticket_hash = $1 RETURNING staff_no`,
    [ticketHash],
  )
  return rows.length > 0
}

export async function deleteTickets(tx: Transaction, staffNo: string): Promise<void> {
  await tx.query(`DELETE FROM staff_sign_in_tickets WHERE staff_no = $1`, [staffNo])
}

/** The secret of the member's app; undefined without one. */
export async function findSecret(
  db: Queryable,
  { vault }: Sealing,
  staffNo: string,
): Promise<string | undefined> {
  const [row] = await db.query<{ secret_sealed: Buffer }>(
    `SELECT secret_sealed FROM staff_second_factors WHERE staff_no = $1`,
    [staffNo],
  )
  return row && vault.open(row.secret_sealed, factorPlace(staffNo))
}

export type Enrolment = {
  readonly staffNo: string
  readonly secret: string
  /** The time step of the code used to enrol, which is consumed by it. */
  readonly step: number
  readonly recoveryCodeHashes: readonly Buffer[]
  readonly now: Date
}

/** Inserts a new app with its recovery codes; returns false if the member already has one. */
export async function insertSecondFactor(
  tx: Transaction,
  { vault }: Sealing,
  { staffNo, secret, step, recoveryCodeHashes, now }: Enrolment,
): Promise<boolean> {
  const rows = await tx.query<{ staff_no: string }>(
    `INSERT INTO staff_second_factors (staff_no, secret_sealed, last_step, enrolled_at)
     VALUES ($1, $2, $3, $4) ON CONFLICT (staff_no) DO NOTHING RETURNING staff_no`,
    [staffNo, vault.seal(secret, factorPlace(staffNo)), step, now],
  )
  if (rows.length === 0) return false
  await tx.query(
    `INSERT INTO staff_recovery_codes (code_hash, staff_no)
     SELECT code_hash, $2 FROM unnest($1::bytea[]) AS code_hash`,
    [recoveryCodeHashes, staffNo],
  )
  return true
}

/** Consumes the code of a time step and all earlier ones; returns false if it was used before. */
export async function consumeStep(
  tx: Transaction,
  { staffNo, step }: { readonly staffNo: string; readonly step: number },
): Promise<boolean> {
  const rows = await tx.query<{ staff_no: string }>(
    `UPDATE staff_second_factors SET last_step = $2
     WHERE staff_no = $1 AND last_step < $2 RETURNING staff_no`,
    [staffNo, step],
  )
  return rows.length > 0
}

export async function consumeRecoveryCode(
  tx: Transaction,
  { staffNo, codeHash, now }: { staffNo: string; codeHash: Buffer; now: Date },
): Promise<boolean> {
  const rows = await tx.query<{ staff_no: string }>(
    `UPDATE staff_recovery_codes SET used_at = $3
     WHERE code_hash = $1 AND staff_no = $2 AND used_at IS NULL RETURNING staff_no`,
    [codeHash, staffNo, now],
  )
  return rows.length > 0
}

export async function deleteSecondFactor(tx: Transaction, staffNo: string): Promise<void> {
  await tx.query(
    `WITH codes AS (DELETE FROM staff_recovery_codes WHERE staff_no = $1)
     DELETE FROM staff_second_factors WHERE staff_no = $1`,
    [staffNo],
  )
}

function ticketPlace(ticketHash: Buffer): SealedPlace {
  return placeIn('staff_sign_in_tickets', ticketHash)('secret_sealed')
}

function factorPlace(staffNo: string): SealedPlace {
  return placeIn('staff_second_factors', staffNo)('secret_sealed')
}
