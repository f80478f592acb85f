import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '#customer-no.ts'
import type { Queryable } from '#database/database.ts'

/** What earlier draws tell about this one. */
export async function readDrawHabits(
  db: Queryable,
  asked: {
    readonly customer: CustomerNo
    readonly deviceIndex: Buffer | undefined
    readonly today: LocalDate
  },
): Promise<{ readonly isNewDevice: boolean; readonly drawsToday: number }> {
  const [row] = await db.query<{ has_drawn: boolean; is_known: boolean; today: number }>(
    `SELECT coalesce(bool_or(state = 'paid'), false) AS has_drawn,
            coalesce(bool_or(state = 'paid' AND device_index = $2), false) AS is_known,
            count(*) FILTER (WHERE quoted_on = $3 AND state IN ('processing', 'paid'))::integer
              AS today
       FROM loan_applications WHERE customer_no = $1`,
    [asked.customer, asked.deviceIndex, asked.today],
  )
  return {
    isNewDevice: (row?.has_drawn ?? false) && !row?.is_known,
    drawsToday: row?.today ?? 0,
  }
}
