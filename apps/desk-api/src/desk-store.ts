import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '@qingzhou/platform/database/database'
import { signInFigures } from '@qingzhou/platform/config/sign-in-figures'
import type { Services } from '@qingzhou/server/services.ts'

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

/** Makes a day's debits due now, without their hour of the day and the bank's usual time. */
export async function runDebitsNow(db: Queryable, date: LocalDate): Promise<void> {
  await db.query(
    `UPDATE tasks SET run_at = date_trunc('milliseconds', now())
      WHERE locked_at IS NULL AND run_at > now()
        AND (kind IN ('debit-day', 'debit-loan', 'remind-day') AND payload->>'date' = $1::text
          OR kind = 'collect' AND EXISTS (
               SELECT FROM payment_orders
                WHERE payment_orders.customer_no = tasks.customer_no
                  AND request_no = payload->>'requestNo'
                  AND actor = 'system' AND state = 'processing' AND quoted_on = $1::date))`,
    [date],
  )
}

/** Lets a phone request its next code at once, for every purpose. The codes stay valid. */
export async function endCodeWaits(
  { database, vault }: Pick<Services, 'database' | 'vault'>,
  phone: string,
): Promise<void> {
  await database.query(
    `UPDATE sms_codes SET sent_at = sent_at - make_interval(secs => $2) WHERE phone_index = $1`,
    [vault.index('phone', phone), signInFigures.sms.waitSeconds],
  )
}
