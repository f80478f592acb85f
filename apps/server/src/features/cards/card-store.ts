import type { Money } from '@qingzhou/domain/money/money'
import { ZERO } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Services } from '#platform/services.ts'
import { findSupportedBank } from './bank-of-number.ts'
import { newId } from '#platform/ids.ts'

type Deps = Pick<Services, 'vault' | 'now'>

/** A card for disbursements and repayments. */
export type Card = {
  readonly cardId: string
  readonly bankCode: string
  readonly bankName: string
  readonly lastFour: string
  readonly singleLimit: Money
  readonly dayLimit: Money
  /** The bank's token for the card. Sent only to the bank. */
  readonly token: string
}

export type NewCard = {
  readonly customer: CustomerNo
  readonly cardIndex: Buffer
  readonly holderIndex: Buffer
  readonly token: string
  readonly phone: string
  readonly lastFour: string
  readonly bankCode: string
}

/** Inserts a card, or updates the token of a card that was bound before. Returns the card id. */
export async function upsertCard(
  tx: Transaction,
  { vault, now }: Deps,
  card: NewCard,
): Promise<string> {
  const place = placeIn('cards', card.customer, card.cardIndex)
  const [row] = await tx.query<{ card_id: string }>(
    `INSERT INTO cards AS known (customer_no, card_id, card_index, holder_index, token_sealed,
                                 phone_sealed, last_four_sealed, bank_code, bound_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     ON CONFLICT (customer_no, card_index) DO UPDATE SET
       holder_index = excluded.holder_index, token_sealed = excluded.token_sealed,
       phone_sealed = excluded.phone_sealed, bound_at = excluded.bound_at
     RETURNING card_id`,
    [
      card.customer,
      newId(),
      card.cardIndex,
      card.holderIndex,
      vault.seal(card.token, place('token_sealed')),
      vault.seal(card.phone, place('phone_sealed')),
      vault.seal(card.lastFour, place('last_four_sealed')),
      card.bankCode,
      now(),
    ],
  )
  if (!row) throw new Error(`customer ${card.customer}: saving a card returned no card id`)
  return row.card_id
}

type CardRow = {
  card_id: string
  card_index: Buffer
  token_sealed: Buffer
  last_four_sealed: Buffer
  bank_code: string
}

/** The cards bound under one identity, newest first. */
export async function cardsOfHolder(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, holderIndex }: { readonly customer: CustomerNo; readonly holderIndex: Buffer },
): Promise<Card[]> {
  const rows = await db.query<CardRow>(
    `SELECT card_id, card_index, token_sealed, last_four_sealed, bank_code FROM cards
      WHERE customer_no = $1 AND holder_index = $2 ORDER BY bound_at DESC, card_id`,
    [customer, holderIndex],
  )
  return rows.map((row) => {
    const bank = findSupportedBank(row.bank_code)
    const place = placeIn('cards', customer, row.card_index)
    return {
      cardId: row.card_id,
      bankCode: row.bank_code,
      bankName: bank?.bankName ?? row.bank_code,
      lastFour: vault.open(row.last_four_sealed, place('last_four_sealed')),
      // A bank that is no longer supported has zero limits.
      singleLimit: bank?.singleLimit ?? ZERO,
      dayLimit: bank?.dayLimit ?? ZERO,
      token: vault.open(row.token_sealed, place('token_sealed')),
    }
  })
}

type Key = { readonly customer: CustomerNo; readonly debitNo: string }

/** Whether a card may be debited without an SMS code. */
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

/** Uses up a try before the bank is called, so that concurrent calls cannot exceed the limit. */
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

/** A card has one debit agreement: a concurrent second one is not signed. */
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
 * Ends all debit agreements of a customer, signed or waiting for a code. The bank is not notified:
 * it debits only on our orders.
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
