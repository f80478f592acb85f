import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn, type SealedPlace } from '#platform/database/sealed-columns.ts'
import type { Vault } from '#platform/database/vault.ts'
import { signInFigures } from '#platform/config/sign-in-figures.ts'

type Sealing = { readonly vault: Pick<Vault, 'seal' | 'open'> }

const { triesPerTicket: TRIES_MAX } = signInFigures.secondFactor

/** A sign-in between its two steps. */
export type Ticket = {
  readonly staffNo: string
  /** Of an app that is being enrolled; nothing where the member of staff has one. */
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

/** Counts a try of a ticket before its code is looked at; nothing where it is used up, over or unknown. */
export async function takeTicketTry(
  db: Queryable,
  { vault }: Sealing,
  { ticketHash, now }: { readonly ticketHash: Buffer; readonly now: Date },
): Promise<Ticket | undefined> {
  const [row] = await db.query<{ staff_no: string; secret_sealed: Buffer | null }>(
    `UPDATE staff_sign_in_tickets SET tries = tries + 1
     WHERE ticket_hash = $1 AND expires_at > $2 AND tries < $3
     RETURNING staff_no, secret_sealed`,
    [ticketHash, now, TRIES_MAX],
  )
  if (!row) return undefined
  const sealed = row.secret_sealed
  const secret = sealed === null ? undefined : vault.open(sealed, ticketPlace(ticketHash))
  return { staffNo: row.staff_no, secret }
}

/** Uses a ticket up; of two at once, one wins. */
export async function deleteTicket(tx: Transaction, ticketHash: Buffer): Promise<boolean> {
  const rows = await tx.query<{ staff_no: string }>(
    `DELETE FROM staff_sign_in_tickets WHERE ticket_hash = $1 RETURNING staff_no`,
    [ticketHash],
  )
  return rows.length > 0
}

export async function deleteTicketsOf(tx: Transaction, staffNo: string): Promise<void> {
  await tx.query(`DELETE FROM staff_sign_in_tickets WHERE staff_no = $1`, [staffNo])
}

/** The secret of somebody's app; nothing where they have none. */
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
  /** The step of the code typed to enrol, which is used by that. */
  readonly step: number
  readonly recoveryCodeHashes: readonly Buffer[]
  readonly now: Date
}

/** Keeps a new app with its recovery codes; not where the member of staff has one by now. */
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

/** Uses the code of a step up, and every earlier one; not where it was used before. */
export async function spendStep(
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

export async function spendRecoveryCode(
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
