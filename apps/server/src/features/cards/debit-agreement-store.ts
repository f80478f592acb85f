import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'

type Key = { readonly customer: CustomerNo; readonly debitNo: string }

/** Whether a card may be debited without a code. */
export async function hasDebitAgreement(
  db: Queryable,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<boolean> {
  const rows = await db.query(
    `SELECT 1 FROM debit_agreements WHERE customer_no = $1 AND card_id = $2 AND state = 'signed'`,
    [customer, cardId],
  )
  return rows.length > 0
}

export async function insertDebitAgreement(
  db: Queryable,
  agreement: Key & { readonly cardId: string; readonly askedAt: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO debit_agreements (customer_no, debit_no, card_id, state, asked_at)
     VALUES ($1, $2, $3, 'codeSent', $4)`,
    [agreement.customer, agreement.debitNo, agreement.cardId, agreement.askedAt],
  )
}

/** Counts a try at the code before the bank hears of it: of many at once, none is free. */
export async function takeTry(
  db: Queryable,
  { customer, debitNo }: Key,
  allowed: { readonly tries: number; readonly askedAfter: Date },
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE debit_agreements SET tries = tries + 1
      WHERE customer_no = $1 AND debit_no = $2 AND state = 'codeSent' AND tries < $3
        AND asked_at > $4 RETURNING debit_no`,
    [customer, debitNo, allowed.tries, allowed.askedAfter],
  )
  return rows.length > 0
}

/** A card has one agreement: a second one that was signed at the same time is the first. */
export async function markSigned(
  db: Queryable,
  { customer, debitNo }: Key,
  signedAt: Date,
): Promise<void> {
  await db.query(
    `UPDATE debit_agreements agreement SET state = 'signed', signed_at = $3
      WHERE customer_no = $1 AND debit_no = $2 AND state = 'codeSent'
        AND NOT EXISTS (SELECT FROM debit_agreements other WHERE other.customer_no = $1
                         AND other.card_id = agreement.card_id AND other.state = 'signed')`,
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
 * Nothing is debited without a code any more, from any card. One whose code is still on its way ends
 * with the others. The bank is not told: it debits nothing by itself, and we order nothing.
 */
export async function endDebitAgreements(
  db: Queryable,
  { customer, at }: { readonly customer: CustomerNo; readonly at: Date },
): Promise<void> {
  await db.query(
    `UPDATE debit_agreements SET state = 'ended', ended_at = $2
      WHERE customer_no = $1 AND state IN ('codeSent', 'signed')`,
    [customer, at],
  )
}
