import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { PartName, Parts } from '@qingzhou/domain/loans/loan'
import { fen } from '@qingzhou/domain/money/money'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { BOOKED_UNTIL, LOANS_WITH_BALANCES } from './accrual-store.ts'

export type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }

export type Failure = LoanName & { readonly day: LocalDate; readonly reason: string }

const REASON_LENGTH_MAX = 500

/** Records a loan that could not be booked up to a day. */
export async function saveFailure(
  tx: Transaction,
  { customer, loanNo, day, reason }: Failure,
  now: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO end_of_day_failures (customer_no, loan_no, business_date, reason, failed_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (customer_no, loan_no) DO UPDATE
       SET business_date = excluded.business_date, reason = excluded.reason,
           failed_at = excluded.failed_at`,
    [customer, loanNo, day, reason.slice(0, REASON_LENGTH_MAX), now],
  )
}

/** Deletes the failures of loans that are booked up to a day or settled. */
export async function clearFailures(tx: Transaction, day: LocalDate): Promise<void> {
  await tx.query(
    `DELETE FROM end_of_day_failures AS failed
      WHERE EXISTS (SELECT FROM ${LOANS_WITH_BALANCES}
                     WHERE customer_no = failed.customer_no AND loan_no = failed.loan_no
                       AND (${BOOKED_UNTIL} >= $1 OR is_settled))`,
    [day],
  )
}

export async function failures(db: Queryable): Promise<Failure[]> {
  const rows = await db.query<{
    customer_no: string
    loan_no: string
    business_date: LocalDate
    reason: string
  }>(
    `SELECT customer_no, loan_no, business_date, reason FROM end_of_day_failures
      ORDER BY customer_no, loan_no`,
  )
  return rows.map((row) => ({
    customer: customerNo(row.customer_no),
    loanNo: row.loan_no,
    day: row.business_date,
    reason: row.reason,
  }))
}

/**
 * The number of nights in which every customer is checked once: a power of two, so that it rarely
 * changes.
 */
export async function nightsOfCycle(db: Queryable, loansPerNight: number): Promise<number> {
  const [row] = await db.query<{ loans: bigint }>(
    'SELECT count(*) AS loans FROM loans WHERE NOT is_settled',
  )
  let nights = 1
  while (Number(row?.loans ?? 0n) > nights * loansPerNight) nights *= 2
  return nights
}

/**
 * The next customers with open loans to be checked on a date, by a hash of their number: every
 * customer is checked once in a cycle. Customers with an open difference are checked every night.
 */
export async function customersOfNight(
  db: Queryable,
  night: {
    readonly date: string
    readonly nights: number
    readonly after: string
    readonly limit: number
  },
): Promise<CustomerNo[]> {
  const rows = await db.query<{ customer_no: string }>(
    `SELECT DISTINCT customer_no FROM loans
      WHERE customer_no > $3
        AND (NOT is_settled
             AND ('x' || left(md5(customer_no), 7))::bit(28)::integer % $2
                 = ($1::date - date '2000-01-01') % $2
             OR customer_no IN (SELECT customer_no FROM operational_exceptions
                                 WHERE kind = 'loan-differs' AND resolved_at IS NULL))
      ORDER BY customer_no LIMIT $4`,
    [night.date, night.nights, night.after, night.limit],
  )
  return rows.map((row) => customerNo(row.customer_no))
}

export type BookedParts = { readonly until: LocalDate; readonly parts: Parts }

/**
 * The ledger balances of each loan of a customer, and the day until which they are booked, from one
 * snapshot.
 */
export async function readBookedParts(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReadonlyMap<string, BookedParts>> {
  const rows = await db.query<
    { loan_no: string; until: LocalDate } & Record<`${PartName}_fen`, bigint>
  >(
    `SELECT loan_no, greatest(booked_until, accrued_until) AS until,
            fee_fen, penalty_fen, interest_fen, principal_fen
       FROM loans JOIN loan_balances USING (customer_no, loan_no)
      WHERE customer_no = $1`,
    [customer],
  )
  return new Map(
    rows.map((row) => [
      row.loan_no,
      {
        until: row.until,
        parts: {
          fee: fen(row.fee_fen),
          penalty: fen(row.penalty_fen),
          interest: fen(row.interest_fen),
          principal: fen(row.principal_fen),
        },
      },
    ]),
  )
}
