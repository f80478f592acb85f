import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

type Key = { readonly customer: CustomerNo; readonly debitNo: string }
type OfCard = { readonly customer: CustomerNo; readonly cardId: string }

/** Whether a card may be debited without an SMS code. */
export async function hasDebitAgreement(db: Queryable, card: OfCard): Promise<boolean> {
  return (await findSigned(db, card)) !== undefined
}

/** The signed agreement of a card. */
export async function findSigned(
  db: Queryable,
  { customer, cardId }: OfCard,
): Promise<{ readonly debitNo: string; readonly signedAt: Date | undefined } | undefined> {
  const [row] = await db.query<{ debit_no: string; signed_at: Date | null }>(
    `SELECT debit_no, business_moment(signed_at) AS signed_at FROM debit_agreements
      WHERE customer_no = $1 AND card_id = $2 AND state = 'signed'`,
    [customer, cardId],
  )
  return row && { debitNo: row.debit_no, signedAt: row.signed_at ?? undefined }
}

/**
 * The same for a payment that relies on the agreement: ending the agreement waits until the payment
 * is committed, so that no payment without a code starts after the end.
 */
export async function lockDebitAgreement(
  tx: Transaction,
  { customer, cardId }: OfCard,
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM debit_agreements WHERE customer_no = $1 AND card_id = $2 AND state = 'signed'
        FOR SHARE`,
    [customer, cardId],
  )
  return rows.length > 0
}

export async function insertDebitAgreement(
  db: Queryable,
  agreement: Key & { readonly cardId: string; readonly askedAt: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO debit_agreements (customer_no, debit_no, card_id, state, requested_at)
     VALUES ($1, $2, $3, 'codeSent', $4)`,
    [agreement.customer, agreement.debitNo, agreement.cardId, agreement.askedAt],
  )
}

type AgreementState = 'codeSent' | 'signed' | 'declined' | 'ended'

export async function findDebitAgreement(
  db: Queryable,
  { customer, debitNo }: Key,
): Promise<{ readonly cardId: string; readonly state: AgreementState } | undefined> {
  const [row] = await db.query<{ card_id: string; state: AgreementState }>(
    `SELECT card_id, state FROM debit_agreements WHERE customer_no = $1 AND debit_no = $2`,
    [customer, debitNo],
  )
  return row && { cardId: row.card_id, state: row.state }
}

/**
 * Uses up a try before the bank is called, so that concurrent calls cannot exceed the limit. Returns
 * the tries left, or undefined if none was left.
 */
export async function takeTry(
  db: Queryable,
  { customer, debitNo }: Key,
  allowed: { readonly tries: number; readonly askedAfter: Date },
): Promise<number | undefined> {
  const [row] = await db.query<{ attempts: number }>(
    `UPDATE debit_agreements SET attempts = attempts + 1
      WHERE customer_no = $1 AND debit_no = $2 AND state = 'codeSent' AND attempts < $3
        AND requested_at > $4 RETURNING attempts`,
    [customer, debitNo, allowed.tries, allowed.askedAfter],
  )
  return row && allowed.tries - row.attempts
}

/** Locks all agreements of a card, in one order: signing and ending take turns. */
export async function lockAgreementsOfCard(
  tx: Transaction,
  { customer, cardId }: OfCard,
): Promise<ReadonlyMap<string, AgreementState>> {
  const rows = await tx.query<{ debit_no: string; state: AgreementState }>(
    `SELECT debit_no, state FROM debit_agreements WHERE customer_no = $1 AND card_id = $2
      ORDER BY debit_no FOR UPDATE`,
    [customer, cardId],
  )
  return new Map(rows.map((row) => [row.debit_no, row.state]))
}

export async function markSigned(
  tx: Transaction,
  { customer, debitNo }: Key,
  signedAt: Date,
): Promise<void> {
  await tx.query(
    `UPDATE debit_agreements SET state = 'signed', signed_at = $3
      WHERE customer_no = $1 AND debit_no = $2 AND state = 'codeSent'`,
    [customer, debitNo, signedAt],
  )
}

export async function markDeclined(db: Queryable, { customer, debitNo }: Key): Promise<void> {
  await db.query(
    `UPDATE debit_agreements SET state = 'declined'
      WHERE customer_no = $1 AND debit_no = $2 AND state = 'codeSent'`,
    [customer, debitNo],
  )
}

/**
 * Ends the agreements of a customer, signed or waiting for a code: all of them, those of one card,
 * or a single one. Returns their numbers.
 */
export async function markEnded(
  db: Queryable,
  {
    customer,
    cardId,
    debitNo,
  }: { readonly customer: CustomerNo; readonly cardId?: string; readonly debitNo?: string },
  endedAt: Date,
): Promise<readonly string[]> {
  const rows = await db.query<{ debit_no: string }>(
    `UPDATE debit_agreements SET state = 'ended', ended_at = $4
      WHERE customer_no = $1 AND ($2::text IS NULL OR card_id = $2)
        AND ($3::text IS NULL OR debit_no = $3) AND state IN ('codeSent', 'signed')
      RETURNING debit_no`,
    [customer, cardId, debitNo, endedAt],
  )
  return rows.map((row) => row.debit_no)
}

export async function markEndedAtBank(
  db: Queryable,
  { customer, debitNo }: Key,
  bankEndedAt: Date,
): Promise<void> {
  await db.query(
    `UPDATE debit_agreements SET bank_ended_at = $3
      WHERE customer_no = $1 AND debit_no = $2 AND bank_ended_at IS NULL`,
    [customer, debitNo, bankEndedAt],
  )
}
