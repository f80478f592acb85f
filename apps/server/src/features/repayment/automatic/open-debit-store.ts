import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '#platform/database/database.ts'

/**
 * A debit that failed this often by an internal error waits for an operator and blocks no other
 * loan.
 */
const ATTEMPTS_MAX = 3

/**
 * Counts the automatic debits of a day that are not final: not enqueued yet, waiting for their hour
 * or the next card, or ordered at the bank without an answer. While there are any, the next
 * business day must not open: it would make borrowers overdue whose cards have the money.
 *
 * A debit that waits for the borrower's own payment of an earlier day is not counted: the provider
 * has had a whole day to answer.
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
                AND EXISTS (SELECT 1 FROM loans WHERE NOT is_settled AND next_due_on <= $1::date))
          + (SELECT count(*) FROM repayments
              WHERE actor = 'system' AND state = 'processing' AND quoted_on = $1::date) AS open`,
    [date, ATTEMPTS_MAX],
  )
  return Number(row?.open ?? 0n)
}
