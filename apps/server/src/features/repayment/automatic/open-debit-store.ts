import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '#platform/database/database.ts'

/** A debit that failed this often by a fault of ours waits for an operator, and holds up no other loan. */
const ATTEMPTS_MAX = 3

const IS_UNDER_WAY = `actor = 'system' AND state = 'processing' AND quoted_on = $1::date`

/**
 * The number of automatic debits of a day that are not final: not queued yet, waiting for their hour or
 * their next card, or ordered at the bank without an answer. While there are any, the next day must not
 * open: its books would make a borrower late whose card has the money.
 *
 * A debit that waits for a payment which the borrower ordered on an earlier day is not counted: the
 * provider has had a whole day to answer, and no one else's books wait for it.
 */
export async function countOpenDebits(db: Queryable, date: LocalDate): Promise<number> {
  const [row] = await db.query<{ open: bigint }>(
    `SELECT (SELECT count(*) FROM tasks
              WHERE kind = 'debit-loan' AND payload->>'date' = $1::text AND attempts < $2
                AND NOT EXISTS (
                  SELECT FROM repayment_lines
                    JOIN repayments USING (customer_no, repay_seq_no)
                   WHERE repayment_lines.customer_no = tasks.customer_no
                     AND loan_no = payload->>'loanNo' AND is_running
                     AND actor = 'customer' AND quoted_on < $1::date))
          + (SELECT count(*) FROM tasks
              WHERE kind = 'debit-day' AND payload->>'date' = $1::text AND attempts < $2
                AND EXISTS (SELECT FROM loans WHERE NOT is_settled AND next_due_on <= $1::date))
          + (SELECT count(*) FROM repayments WHERE ${IS_UNDER_WAY}) AS open`,
    [date, ATTEMPTS_MAX],
  )
  return Number(row?.open ?? 0n)
}

/** Does not wait for the hours of a day's debits, nor for the bank's usual time: for the test clock. */
export async function hurryDebits(db: Queryable, date: LocalDate): Promise<void> {
  await db.query(
    `UPDATE tasks SET run_at = date_trunc('milliseconds', now())
      WHERE locked_at IS NULL AND run_at > now()
        AND (kind IN ('debit-day', 'debit-loan') AND payload->>'date' = $1::text
          OR kind = 'collect' AND EXISTS (
               SELECT FROM repayments
                WHERE repayments.customer_no = tasks.customer_no
                  AND repay_seq_no = payload->>'repaySeqNo' AND ${IS_UNDER_WAY}))`,
    [date],
  )
}
