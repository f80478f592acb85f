import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable } from '#database/database.ts'
import type { Vault } from '#database/vault.ts'
import { signInFigures } from '#sign-in-figures.ts'

type Means = { readonly vault: Vault; readonly now: () => Date; readonly today: () => LocalDate }

const { perPhoneAndDay: MESSAGES_PER_DAY } = signInFigures.sms

export type SendHistory = {
  readonly isQuotaSpent: boolean
  readonly lastSentAt: Date | undefined
}

export async function sendHistory(
  db: Queryable,
  { vault, today }: Means,
  phone: string,
): Promise<SendHistory> {
  const [row] = await db.query<{ sent_today: number; last_sent_at: Date | null }>(
    `SELECT CASE WHEN sent_on = $2 THEN sent_count ELSE 0 END AS sent_today, last_sent_at
     FROM sms_quotas WHERE phone_index = $1`,
    [vault.index('phone', phone), today()],
  )
  return {
    isQuotaSpent: (row?.sent_today ?? 0) >= MESSAGES_PER_DAY,
    lastSentAt: row?.last_sent_at ?? undefined,
  }
}

/** Counts a message to a phone, unless the day's number is spent. */
export async function takeFromQuota(
  db: Queryable,
  { vault, now, today }: Means,
  phone: string,
): Promise<boolean> {
  const rows = await db.query<{ sent_count: number }>(
    `WITH swept AS (
       DELETE FROM sms_quotas WHERE phone_index IN (
         SELECT phone_index FROM sms_quotas WHERE sent_on < $2::date - 1 AND phone_index <> $1
         LIMIT 20 FOR UPDATE SKIP LOCKED))
     INSERT INTO sms_quotas AS known (phone_index, sent_on, sent_count, last_sent_at)
     VALUES ($1, $2, 1, $3)
     ON CONFLICT (phone_index) DO UPDATE SET
       sent_count = CASE WHEN known.sent_on = excluded.sent_on THEN known.sent_count + 1 ELSE 1 END,
       sent_on = excluded.sent_on, last_sent_at = excluded.last_sent_at
     WHERE known.sent_on <> excluded.sent_on OR known.sent_count < $4
     RETURNING sent_count`,
    [vault.index('phone', phone), today(), now(), MESSAGES_PER_DAY],
  )
  return rows.length > 0
}

export async function giveBackToQuota(
  db: Queryable,
  { vault, today }: Means,
  phone: string,
): Promise<void> {
  await db.query(
    `UPDATE sms_quotas SET sent_count = sent_count - 1,
       last_sent_at = CASE WHEN sent_count = 1 THEN NULL ELSE last_sent_at END
     WHERE phone_index = $1 AND sent_on = $2 AND sent_count > 0`,
    [vault.index('phone', phone), today()],
  )
}
