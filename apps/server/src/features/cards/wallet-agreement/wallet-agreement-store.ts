import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { DebitRule } from '@qingzhou/domain/repayment/periodic-debit'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'

export type AgreementKey = { readonly customer: CustomerNo; readonly agreementNo: string }
export type AgreementState = 'signing' | 'signed' | 'ended'

export type WalletAgreementRecord = AgreementKey & {
  readonly state: AgreementState
  readonly rule: DebitRule
  readonly askedAt: Date
  readonly signedAt: Date | undefined
  readonly endedAt: Date | undefined
}

const SELECT = `
  SELECT customer_no, agreement_no, state, first_on, amount_max_fen, requested_at,
         business_moment(signed_at) AS signed_at, business_moment(ended_at) AS ended_at
    FROM wallet_agreements`

/** The signed agreement of a customer, or the newest one. */
export async function findCurrentAgreement(
  db: Queryable,
  customer: CustomerNo,
): Promise<WalletAgreementRecord | undefined> {
  const [row] = await db.query<Row>(
    `${SELECT} WHERE customer_no = $1
      ORDER BY state = 'signed' DESC, requested_at DESC, agreement_no LIMIT 1`,
    [customer],
  )
  return row && agreementOf(row)
}

export async function findAgreement(
  db: Queryable,
  { customer, agreementNo }: AgreementKey,
): Promise<WalletAgreementRecord | undefined> {
  const [row] = await db.query<Row>(`${SELECT} WHERE customer_no = $1 AND agreement_no = $2`, [
    customer,
    agreementNo,
  ])
  return row && agreementOf(row)
}

/** Locks all agreements of a customer, in one order: signing, ending and debits take turns. */
export async function lockAgreements(
  tx: Transaction,
  customer: CustomerNo,
): Promise<readonly WalletAgreementRecord[]> {
  const rows = await tx.query<Row>(
    `${SELECT} WHERE customer_no = $1 ORDER BY agreement_no FOR UPDATE`,
    [customer],
  )
  return rows.map(agreementOf)
}

export async function insertAgreement(
  tx: Transaction,
  {
    customer,
    agreementNo,
    rule,
    askedAt,
  }: Omit<WalletAgreementRecord, 'state' | 'signedAt' | 'endedAt'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO wallet_agreements
       (customer_no, agreement_no, state, first_on, amount_max_fen, requested_at)
     VALUES ($1, $2, 'signing', $3, $4, $5)`,
    [customer, agreementNo, rule.firstOn, rule.amountMax, askedAt],
  )
}

/** The account that signed is kept: whose money is debited must be known when a debit is disputed. */
export async function markSigned(
  tx: Transaction,
  { vault }: { readonly vault: Vault },
  signed: AgreementKey & { readonly signer: string; readonly signedAt: Date },
): Promise<void> {
  const { customer, agreementNo, signer, signedAt } = signed
  const place = placeIn('wallet_agreements', customer, agreementNo)
  await tx.query(
    `UPDATE wallet_agreements SET state = 'signed', signed_at = $3, signer_sealed = $4
      WHERE customer_no = $1 AND agreement_no = $2 AND state = 'signing'`,
    [customer, agreementNo, signedAt, vault.seal(signer, place('signer_sealed'))],
  )
}

/** Ends an agreement for us. The app is still to be told, unless it told us. */
export async function markEnded(
  tx: Transaction,
  { customer, agreementNo }: AgreementKey,
  { endedAt, isEndedAtApp }: { readonly endedAt: Date; readonly isEndedAtApp: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE wallet_agreements
        SET state = 'ended', ended_at = coalesce(ended_at, $3),
            app_ended_at = CASE WHEN $4 THEN $3::timestamptz END
      WHERE customer_no = $1 AND agreement_no = $2`,
    [customer, agreementNo, endedAt, isEndedAtApp],
  )
}

export async function markEndedAtApp(
  db: Queryable,
  { customer, agreementNo }: AgreementKey,
  endedAt: Date,
): Promise<void> {
  await db.query(
    `UPDATE wallet_agreements SET app_ended_at = $3
      WHERE customer_no = $1 AND agreement_no = $2 AND state = 'ended' AND app_ended_at IS NULL`,
    [customer, agreementNo, endedAt],
  )
}

/** Whether a debit by the agreement has no result yet. */
export async function hasOpenDebit(
  db: Queryable,
  { customer, agreementNo }: AgreementKey,
): Promise<boolean> {
  const [row] = await db.query<{ is_open: boolean }>(
    `SELECT EXISTS (SELECT FROM payment_orders WHERE customer_no = $1 AND agreement_no = $2
                       AND state IN ('confirming', 'processing')) AS is_open`,
    [customer, agreementNo],
  )
  return row?.is_open ?? false
}

/** Whether a debit by the agreement was taken, or may have been, since a business date. */
export async function hasDebitSince(
  db: Queryable,
  { customer, agreementNo }: AgreementKey,
  since: LocalDate,
): Promise<boolean> {
  const [row] = await db.query<{ is_used: boolean }>(
    `SELECT EXISTS (SELECT FROM payment_orders WHERE customer_no = $1 AND agreement_no = $2
                       AND quoted_on >= $3 AND state NOT IN ('failed', 'closed')) AS is_used`,
    [customer, agreementNo, since],
  )
  return row?.is_used ?? false
}

type Row = {
  customer_no: CustomerNo
  agreement_no: string
  state: AgreementState
  first_on: LocalDate
  amount_max_fen: bigint
  requested_at: Date
  signed_at: Date | null
  ended_at: Date | null
}

function agreementOf(row: Row): WalletAgreementRecord {
  return {
    customer: row.customer_no,
    agreementNo: row.agreement_no,
    state: row.state,
    rule: { firstOn: row.first_on, amountMax: fen(row.amount_max_fen) },
    askedAt: row.requested_at,
    signedAt: row.signed_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
  }
}
