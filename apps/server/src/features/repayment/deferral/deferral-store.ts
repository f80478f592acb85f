import type { DeferralQuote } from '@qingzhou/contract/features/repayment/deferrals'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

type Key = { readonly customer: CustomerNo; readonly requestNo: string }

/** A booked deferral. */
export type DeferralRecord = {
  readonly fingerprint: Buffer
  readonly newDueDate: LocalDate
  readonly amount: Money
  readonly newAmount: Money
}

export async function findDeferral(
  db: Queryable,
  { customer, requestNo }: Key,
): Promise<DeferralRecord | undefined> {
  const [row] = await db.query<{
    fingerprint: Buffer
    new_due_on: LocalDate
    amount_fen: bigint
    new_amount_fen: bigint
  }>(
    `SELECT fingerprint, new_due_on, amount_fen, new_amount_fen
       FROM deferrals WHERE customer_no = $1 AND request_no = $2`,
    [customer, requestNo],
  )
  return (
    row && {
      fingerprint: row.fingerprint,
      newDueDate: row.new_due_on,
      amount: fen(row.amount_fen),
      newAmount: fen(row.new_amount_fen),
    }
  )
}

export async function insertDeferral(
  tx: Transaction,
  {
    customer,
    requestNo,
    fingerprint,
    quote,
  }: Key & { readonly fingerprint: Buffer; readonly quote: DeferralQuote },
): Promise<void> {
  await tx.query(
    `INSERT INTO deferrals (customer_no, request_no, fingerprint, loan_no, n, days, due_on, new_due_on,
                         amount_fen, new_amount_fen, deferred_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      customer,
      requestNo,
      fingerprint,
      quote.loanNo,
      quote.n,
      quote.days,
      quote.dueDate,
      quote.newDueDate,
      quote.amount,
      quote.newAmount,
      quote.validOn,
    ],
  )
}
