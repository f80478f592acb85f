import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { DrawRiskFacts } from '@qingzhou/domain/draws/draw-request'
import { fen } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'

/** Risk signals for a draw from earlier ones. Failed draws do not count. */
export async function readDrawSignals(
  db: Queryable,
  request: {
    readonly customer: CustomerNo
    readonly deviceIndex: Buffer | undefined
    readonly cardId: string
    readonly today: LocalDate
  },
): Promise<Omit<DrawRiskFacts, 'amount'>> {
  const [row] = await db.query<{
    has_drawn: boolean
    is_known: boolean
    today: number
    is_card_shown: boolean
    is_card_late: boolean
    drawn_fen: bigint
  }>(
    `SELECT coalesce(bool_or(state = 'paid'), false) AS has_drawn,
            coalesce(bool_or(state = 'paid' AND device_index = $2), false) AS is_known,
            count(*) FILTER (WHERE quoted_on = $3 AND state IN ('processing', 'paid'))::integer
              AS today,
            coalesce(bool_or(card_id = $4 AND needs_face AND state IN ('processing', 'paid')), false)
              AS is_card_shown,
            EXISTS (SELECT FROM cards JOIN limits USING (customer_no)
                     WHERE cards.customer_no = $1 AND cards.card_id = $4
                       AND cards.bound_at > limits.opened_at) AS is_card_late,
            (SELECT coalesce(sum(amount_fen), 0)::bigint FROM draws
              WHERE draws.customer_no = $1 AND reserved_on = $3 AND state IN ('reserved', 'booked'))
              AS drawn_fen
       FROM draw_applications WHERE customer_no = $1`,
    [request.customer, request.deviceIndex, request.today, request.cardId],
  )
  return {
    isNewDevice: (row?.has_drawn ?? false) && !row?.is_known,
    isNewCard: (row?.is_card_late ?? false) && !row?.is_card_shown,
    drawsToday: row?.today ?? 0,
    drawnToday: fen(row?.drawn_fen ?? 0n),
  }
}
