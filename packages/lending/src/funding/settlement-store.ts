import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { PartySums } from '@qingzhou/domain/funding/settlement'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

/** What a party has of a day that was settled. The lender's own part has no file, and no digest. */
export type Settlement = {
  readonly partnerNo: string
  readonly sums: PartySums
  readonly digest: Buffer | undefined
}

export async function isDaySettled(db: Queryable, day: LocalDate): Promise<boolean> {
  const rows = await db.query('SELECT FROM partner_settlements WHERE business_date = $1 LIMIT 1', [
    day,
  ])
  return rows.length > 0
}

/** The digest of the settlement file of a partner and a day, if the day was settled with it. */
export async function findSettlementDigest(
  db: Queryable,
  { day, partnerNo }: { readonly day: LocalDate; readonly partnerNo: string },
): Promise<Buffer | undefined> {
  const [row] = await db.query<{ digest: Buffer | null }>(
    'SELECT digest FROM partner_settlements WHERE business_date = $1 AND partner_no = $2',
    [day, partnerNo],
  )
  return row?.digest ?? undefined
}

/** Writes the settlements of a day, all parties at once. A day that is settled stays as it is. [Z8] */
export async function insertSettlements(
  tx: Transaction,
  {
    day,
    settlements,
    at,
  }: {
    readonly day: LocalDate
    readonly settlements: readonly Settlement[]
    readonly at: Date
  },
): Promise<void> {
  for (const { partnerNo, sums, digest } of settlements) {
    const { entries, settled, debits, credits } = sums
    await tx.query(
      `INSERT INTO partner_settlements (business_date, partner_no, entries, settled_fen,
              fee_debit_fen, fee_credit_fen, penalty_debit_fen, penalty_credit_fen,
              interest_debit_fen, interest_credit_fen, principal_debit_fen, principal_credit_fen,
              refunds_payable_debit_fen, refunds_payable_credit_fen, digest, settled_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
       ON CONFLICT DO NOTHING`,
      [
        day,
        partnerNo,
        entries,
        settled,
        debits.fee,
        credits.fee,
        debits.penalty,
        credits.penalty,
        debits.interest,
        credits.interest,
        debits.principal,
        credits.principal,
        debits['refunds-payable'],
        credits['refunds-payable'],
        digest ?? null,
        at,
      ],
    )
  }
}
