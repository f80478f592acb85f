import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '@qingzhou/server/platform/database/database.ts'
import type { Services } from '@qingzhou/server/platform/services.ts'

/** Which of these phones belong to customers. */
export async function customersAmong(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  phones: readonly string[],
): Promise<ReadonlySet<string>> {
  const indexes = phones.map((phone) => vault.index('phone', phone))
  const rows = await database.query<{ phone_index: Buffer }>(
    `SELECT phone_index FROM phones WHERE phone_index = ANY ($1)`,
    [indexes],
  )
  return new Set(phones.filter((_, at) => rows.some((row) => indexes[at]?.equals(row.phone_index))))
}

/** Ends the validity of a sign-in link. */
export async function expireLinkToken(
  { database, vault, now }: Pick<Services, 'database' | 'vault' | 'now'>,
  token: string,
): Promise<void> {
  await database.query(`UPDATE link_tokens SET expires_at = $2 WHERE token_hash = $1`, [
    vault.hash('link', token),
    now(),
  ])
}

/** Makes a day's debits due now, without their hour of the day and the bank's usual time. */
export async function runDebitsNow(db: Queryable, date: LocalDate): Promise<void> {
  await db.query(
    `UPDATE tasks SET run_at = date_trunc('milliseconds', now())
      WHERE locked_at IS NULL AND run_at > now()
        AND (kind IN ('debit-day', 'debit-loan') AND payload->>'date' = $1::text
          OR kind = 'collect' AND EXISTS (
               SELECT FROM repayments
                WHERE repayments.customer_no = tasks.customer_no
                  AND repay_seq_no = payload->>'repaySeqNo'
                  AND actor = 'system' AND state = 'processing' AND quoted_on = $1::date))`,
    [date],
  )
}

/** The number of the desk's own notice; operators may have others. */
const DESK_NOTICE = 'desk'

type Notice = { readonly message: string; readonly isClosing: boolean }

export async function findNotice(db: Queryable): Promise<Notice | undefined> {
  const [row] = await db.query<{ message: string; closes_service: boolean }>(
    `SELECT message, closes_service FROM proclamations WHERE proclamation_no = $1`,
    [DESK_NOTICE],
  )
  return row && { message: row.message, isClosing: row.closes_service }
}

export async function saveNotice(
  db: Queryable,
  notice: Notice & { readonly startsAt: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO proclamations (proclamation_no, message, starts_at, closes_service)
     VALUES ($1, $2, $3, $4)
     ON CONFLICT (proclamation_no) DO UPDATE SET message = excluded.message,
       starts_at = excluded.starts_at, ends_at = NULL, closes_service = excluded.closes_service`,
    [DESK_NOTICE, notice.message, notice.startsAt, notice.isClosing],
  )
}

export async function removeNotice(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM proclamations WHERE proclamation_no = $1`, [DESK_NOTICE])
}
