import type { Amendment, AmendmentReason } from '@qingzhou/contract/features/profile'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import type { CardRecord } from './id-card-store.ts'

/** Why a card was replaced. */
export type Replacement =
  | {
      readonly what: Amendment
      readonly reason: AmendmentReason
      /** Whether the holder's face was compared with the old card. */
      readonly isHolderSeen: boolean
    }
  | { readonly what: 'renewal'; readonly reason?: undefined; readonly isHolderSeen?: undefined }

/** The days on which each field was changed. */
export type CardChanges = {
  readonly name: readonly LocalDate[]
  readonly issuer: readonly LocalDate[]
}

export async function insertOldCard(
  tx: Transaction,
  { vault, today }: Pick<Services, 'vault' | 'today'>,
  old: {
    readonly customer: CustomerNo
    readonly card: CardRecord
    readonly replacement: Replacement
    readonly replacedAt: Date
    readonly hasNewName: boolean
    readonly hasNewIssuer: boolean
  },
): Promise<void> {
  const { frontFileNo, backFileNo, savedAt, ...fields } = old.card
  const historyNo = newId()
  const place = placeIn('id_card_history', old.customer, historyNo)
  await tx.query(
    `INSERT INTO id_card_history (customer_no, history_no, card_sealed, front_file_no, back_file_no,
       saved_at, replaced_at, replaced_on, change_kind, reason, has_new_name, has_new_issuer, is_holder_verified)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      old.customer,
      historyNo,
      vault.seal(JSON.stringify(fields), place('card_sealed')),
      frontFileNo,
      backFileNo,
      savedAt,
      old.replacedAt,
      today(),
      old.replacement.what,
      old.replacement.reason ?? null,
      old.hasNewName,
      old.hasNewIssuer,
      old.replacement.isHolderSeen ?? false,
    ],
  )
}

export async function findChanges(db: Queryable, customer: CustomerNo): Promise<CardChanges> {
  const rows = await db.query<{
    replaced_on: LocalDate
    has_new_name: boolean
    has_new_issuer: boolean
  }>(
    `SELECT replaced_on, has_new_name, has_new_issuer FROM id_card_history WHERE customer_no = $1`,
    [customer],
  )
  return {
    name: rows.filter((row) => row.has_new_name).map((row) => row.replaced_on),
    issuer: rows.filter((row) => row.has_new_issuer).map((row) => row.replaced_on),
  }
}

/** Whether the card saved at this time replaced an earlier one. */
export async function hasReplaced(
  db: Queryable,
  saved: { readonly customer: CustomerNo; readonly at: Date },
): Promise<boolean> {
  const rows = await db.query<{ what: string }>(
    `SELECT change_kind AS what FROM id_card_history WHERE customer_no = $1 AND replaced_at = $2`,
    [saved.customer, saved.at],
  )
  return rows.length > 0
}

/** The day of the customer's last card replacement without a face check. */
export async function findReplacementDay(
  db: Queryable,
  { customer, isRenewalKnown }: { readonly customer: CustomerNo; readonly isRenewalKnown: boolean },
): Promise<LocalDate | undefined> {
  const [row] = await db.query<{ replaced_on: LocalDate }>(
    `SELECT replaced_on FROM id_card_history
      WHERE customer_no = $1 AND NOT is_holder_verified AND NOT ($2 AND change_kind = 'renewal')
      ORDER BY replaced_on DESC LIMIT 1`,
    [customer, isRenewalKnown],
  )
  return row?.replaced_on
}
