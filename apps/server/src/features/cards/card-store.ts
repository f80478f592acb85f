import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { DebitRefusalKind } from '@qingzhou/domain/cards/debit-refusal'
import type { Money } from '@qingzhou/domain/money/money'
import { ZERO } from '@qingzhou/domain/money/money'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import { findSupportedBank } from './bank-of-number.ts'

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
  /** Why its last debit was declined, if it was. */
  readonly refusedDebit: RefusedDebit | undefined
}

type RefusedDebit = { readonly kind: DebitRefusalKind; readonly on: LocalDate }

export type NewCard = {
  readonly customer: CustomerNo
  readonly cardIndex: Buffer
  readonly holderIndex: Buffer
  readonly token: string
  readonly number: string
  readonly phone: string
  readonly bankCode: string
}

/**
 * Inserts a card, or updates the token and number of a card that was bound before. Returns the
 * card id.
 */
export async function upsertCard(
  tx: Transaction,
  { vault, now }: Deps,
  card: NewCard,
): Promise<string> {
  const place = placeIn('cards', card.customer, card.cardIndex)
  const [row] = await tx.query<{ card_id: string }>(
    `INSERT INTO cards AS known (customer_no, card_id, card_index, holder_index, token_sealed,
                                 number_sealed, phone_sealed, last_four_sealed, bank_code, bound_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (customer_no, card_index) DO UPDATE SET
       holder_index = excluded.holder_index, token_sealed = excluded.token_sealed,
       number_sealed = excluded.number_sealed, phone_sealed = excluded.phone_sealed,
       bound_at = excluded.bound_at, debit_refusal = NULL, debit_refused_on = NULL
     RETURNING card_id`,
    [
      card.customer,
      newId(),
      card.cardIndex,
      card.holderIndex,
      vault.seal(card.token, place('token_sealed')),
      vault.seal(card.number, place('number_sealed')),
      vault.seal(card.phone, place('phone_sealed')),
      vault.seal(card.number.slice(-4), place('last_four_sealed')),
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
  debit_refusal: DebitRefusalKind | null
  debit_refused_on: LocalDate | null
}

/** The cards bound under one identity: the default card, then newest first. */
export async function cardsOfHolder(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, holderIndex }: { readonly customer: CustomerNo; readonly holderIndex: Buffer },
): Promise<Card[]> {
  const rows = await db.query<CardRow>(
    `SELECT card_id, card_index, token_sealed, last_four_sealed, bank_code, debit_refusal,
            debit_refused_on FROM cards
      WHERE customer_no = $1 AND holder_index = $2
      ORDER BY preferred_at DESC NULLS LAST, bound_at DESC, card_id`,
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
      ...limitsOf(row.bank_code),
      token: vault.open(row.token_sealed, place('token_sealed')),
      refusedDebit: refusedDebitOf(row),
    }
  })
}

function refusedDebitOf({ debit_refusal: kind, debit_refused_on: on }: CardRow) {
  return kind === null || on === null ? undefined : { kind, on }
}

/** Records that the last debit of a card was declined, or that it was paid. */
export async function saveDebitOutcome(
  db: Queryable,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
  refused?: RefusedDebit,
): Promise<void> {
  await db.query(
    `UPDATE cards SET debit_refusal = $3, debit_refused_on = $4
      WHERE customer_no = $1 AND card_id = $2
        AND (debit_refusal, debit_refused_on) IS DISTINCT FROM ($3::text, $4::date)`,
    [customer, cardId, refused?.kind ?? null, refused?.on ?? null],
  )
}

/** Makes a card the default one. */
export async function markPreferred(
  db: Queryable,
  { now }: Pick<Deps, 'now'>,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<void> {
  await db.query('UPDATE cards SET preferred_at = $3 WHERE customer_no = $1 AND card_id = $2', [
    customer,
    cardId,
    now(),
  ])
}

type ContactRow = { card_index: Buffer; phone_sealed: Buffer; number_sealed: Buffer | null }

/** The phone registered with a card, and its number, which a card bound by an older version lacks. */
export async function numberOfCard(
  db: Queryable,
  { vault }: Pick<Deps, 'vault'>,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<{ readonly phone: string; readonly cardNumber: string | undefined }> {
  const [row] = await db.query<ContactRow>(
    `SELECT card_index, phone_sealed, number_sealed FROM cards
      WHERE customer_no = $1 AND card_id = $2`,
    [customer, cardId],
  )
  if (!row) throw new Error(`card ${cardId}: phone missing`)
  const place = placeIn('cards', customer, row.card_index)
  const number = row.number_sealed
  return {
    phone: vault.open(row.phone_sealed, place('phone_sealed')),
    cardNumber: number === null ? undefined : vault.open(number, place('number_sealed')),
  }
}

/** Locks a card, so that payments by it are counted one after the other. Returns its limits. */
export async function lockCard(
  tx: Transaction,
  { customer, cardId }: { readonly customer: CustomerNo; readonly cardId: string },
): Promise<Pick<Card, 'singleLimit' | 'dayLimit'> | undefined> {
  const [row] = await tx.query<{ bank_code: string }>(
    'SELECT bank_code FROM cards WHERE customer_no = $1 AND card_id = $2 FOR UPDATE',
    [customer, cardId],
  )
  return row && limitsOf(row.bank_code)
}

/** A bank that is no longer supported has zero limits. */
function limitsOf(bankCode: string): Pick<Card, 'singleLimit' | 'dayLimit'> {
  const { singleLimit = ZERO, dayLimit = ZERO } = findSupportedBank(bankCode) ?? {}
  return { singleLimit, dayLimit }
}
