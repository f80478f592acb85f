import type { TimelineSubject } from '@qingzhou/contract/features/console/customers'
import { fen } from '@qingzhou/domain/money/money'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'

const EVENTS_MAX = 100

/** What happened to a customer, the newest first: every part is read by the customer's key. */
export async function listEvents(
  db: Queryable,
  {
    customer,
    subject,
  }: { readonly customer: CustomerNo; readonly subject?: TimelineSubject | undefined },
) {
  const rows = await db.query<{
    at: Date
    subject: TimelineSubject
    what: string
    who: string
    about: string
    amount_fen: bigint | null
  }>(
    `SELECT at, subject, what, who, about, amount_fen
       FROM (SELECT done_at AS at, 'money' AS subject, act AS what, actor AS who,
                    'request=' || request_no AS about, NULL::bigint AS amount_fen
               FROM audit_log WHERE customer_no = $1
              UNION ALL
             SELECT placed_at, 'money', 'order-' || state, actor, 'order=' || order_no, amount_fen
               FROM payment_orders WHERE customer_no = $1
              UNION ALL
             SELECT enqueued_at, 'contact', 'message', 'system', kind, NULL
               FROM outbox WHERE customer_no = $1
              UNION ALL
             SELECT done_at, 'staff', act, actor, about, NULL
               FROM staff_log WHERE customer_no = $1
              UNION ALL
             SELECT opened_at, 'account', 'session-opened', 'customer', device_name, NULL
               FROM sessions WHERE customer_no = $1
              UNION ALL
             SELECT opened_at, 'account', 'application-opened', 'customer',
                    'application=' || application_no, NULL
               FROM credit_applications WHERE customer_no = $1
              UNION ALL
             SELECT agreed_at, 'account', 'consent', 'customer', page_name, NULL
               FROM consents WHERE customer_no = $1
              UNION ALL
             SELECT copy.at, 'account', copy.what, copy.who, 'request=' || request_no, NULL
               FROM data_copies, LATERAL (
                 VALUES (requested_at, 'data-copy-requested', 'customer'),
                        (ready_at, 'data-copy-ready', 'system'),
                        (downloaded_at, 'data-copy-downloaded', 'customer'),
                        (expired_at, 'data-copy-expired', 'system')) AS copy (at, what, who)
              WHERE customer_no = $1 AND copy.at IS NOT NULL) AS events
      WHERE $2::text IS NULL OR subject = $2
      ORDER BY at DESC, what, about LIMIT ${EVENTS_MAX}`,
    [customer, subject],
  )
  return rows.map(({ at, amount_fen, ...event }) => ({
    ...event,
    at: at.getTime(),
    amount: amount_fen === null ? undefined : fen(amount_fen),
  }))
}
