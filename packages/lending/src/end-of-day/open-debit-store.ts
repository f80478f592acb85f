import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { Queryable } from '@qingzhou/platform/database/database'

/**
 * A debit that failed this often by an internal error waits for an operator and blocks no other
 * loan.
 */
const ATTEMPTS_MAX = 3

const REMINDER_DAYS_MAX = Math.max(...product.dueReminder.daysBefore)

/**
 * Counts the automatic debits of a day that are not final: not enqueued yet, waiting for their hour
 * or the next card, or ordered at the bank without an answer. While there are any, the next
 * business day must not open: it would make borrowers overdue whose cards have the money.
 *
 * The reminders of a day are enqueued before the next day opens too: a later day would send other
 * ones.
 *
 * A debit that waits for the borrower's own payment of an earlier day is not counted: the provider
 * has had a whole day to answer.
 *
 * Read in the order in which a debit passes from one to the next, so that none is missed in between:
 * tasks and repayments are on different nodes of a cluster.
 */
export async function countOpenDebits(db: Queryable, date: LocalDate): Promise<number> {
  const days = await countDayTasks(db, 'debit-day', date)
  const openDays = days > 0 && (await hasLoanDueBy(db, addDays(date, REMINDER_DAYS_MAX))) ? days : 0
  const reminders = await countDayTasks(db, 'remind-day', date)
  const openReminders = reminders > 0 && (await hasLoanToRemind(db, date)) ? reminders : 0
  const [loans] = await db.query<{ open: bigint }>(
    `SELECT count(*) AS open FROM tasks
      WHERE kind = 'debit-loan' AND payload->>'date' = $1::text AND attempts < $2
        AND (customer_no, payload->>'loanNo') NOT IN (
              SELECT customer_no, loan_no
                FROM payment_order_lines JOIN payment_orders USING (customer_no, request_no)
               WHERE is_running AND actor = 'customer' AND quoted_on < $1::date)`,
    [date, ATTEMPTS_MAX],
  )
  const [orders] = await db.query<{ open: bigint }>(
    `SELECT count(*) AS open FROM payment_orders
      WHERE actor = 'system' AND state = 'processing' AND quoted_on = $1::date`,
    [date],
  )
  return openDays + openReminders + Number(loans?.open ?? 0n) + Number(orders?.open ?? 0n)
}

async function countDayTasks(
  db: Queryable,
  kind: 'debit-day' | 'remind-day',
  date: LocalDate,
): Promise<number> {
  const [row] = await db.query<{ open: bigint }>(
    `SELECT count(*) AS open FROM tasks
      WHERE kind = $3 AND payload->>'date' = $1::text AND attempts < $2`,
    [date, ATTEMPTS_MAX, kind],
  )
  return Number(row?.open ?? 0n)
}

/** Reads the open loans, so it is asked only while a task of the day waits. */
async function hasLoanDueBy(db: Queryable, date: LocalDate): Promise<boolean> {
  const rows = await db.query(
    `SELECT FROM loans WHERE NOT is_settled AND next_due_on <= $1 LIMIT 1`,
    [date],
  )
  return rows.length > 0
}

async function hasLoanToRemind(db: Queryable, date: LocalDate): Promise<boolean> {
  const days = product.dueReminder.daysBefore.map((before) => addDays(date, before))
  const rows = await db.query(
    `SELECT FROM loans WHERE NOT is_settled AND next_due_on = ANY ($1::date[]) LIMIT 1`,
    [days],
  )
  return rows.length > 0
}
