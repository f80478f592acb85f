import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'

type Head = {
  readonly registeredAt: Date
  readonly refundsOwedFen: bigint
  readonly exceptions: readonly { kind: string; subjectNo: string; since: Date }[]
}

/** What the head of the customer page shows besides limit and loans. */
export async function readHead(db: Queryable, customer: CustomerNo): Promise<Head> {
  const [row] = await db.query<{ registered_at: Date; refunds_owed_fen: bigint }>(
    `SELECT registered_at,
            (SELECT coalesce(sum(amount_fen), 0)::bigint FROM refunds
              WHERE customer_no = $1 AND state IN ('owed', 'sent')) AS refunds_owed_fen
       FROM customers WHERE customer_no = $1`,
    [customer],
  )
  if (!row) throw new Refused({ kind: 'customer-unknown' })
  const exceptions = await db.query<{ kind: string; subject_no: string; since: Date }>(
    `SELECT kind, subject_no, since FROM operational_exceptions
      WHERE customer_no = $1 AND resolved_at IS NULL ORDER BY since LIMIT 20`,
    [customer],
  )
  return {
    registeredAt: row.registered_at,
    refundsOwedFen: row.refunds_owed_fen,
    exceptions: exceptions.map(({ subject_no, ...exception }) => ({
      ...exception,
      subjectNo: subject_no,
    })),
  }
}

export type StoredOrder = {
  readonly orderNo: string
  readonly kind: 'repayment' | 'disbursement' | 'refund'
  readonly state: string
  readonly amountFen: bigint
  readonly by: string
  /** Who placed it: the customer, the system on a due day, or a member of staff. */
  readonly who: string
  readonly at: Date
  readonly settledAt: Date | undefined
  readonly reason: string | undefined
  readonly wire: { wireNo: string; reference: string | undefined; orderedAt: Date } | undefined
}

type OrderRow = {
  order_no: string
  kind: StoredOrder['kind']
  state: string
  amount_fen: bigint
  paid_by: string
  who: string
  at: Date
  settled_at: Date | null
  reason: string | null
  wire_no: string | null
  reference: string | null
  ordered_at: Date | null
}

const ORDERS_MAX = 200

/** Orders of a customer, the newest first, with what the provider was sent and answered. */
export async function listOrders(db: Queryable, customer: CustomerNo): Promise<StoredOrder[]> {
  const rows = await db.query<OrderRow>(
    `SELECT orders.*, wire.wire_no, wire.reference, wire.ordered_at
       FROM (SELECT order_no, 'repayment' AS kind, state, amount_fen, pay_by AS paid_by,
                    actor AS who, placed_at AS at, settled_at, reason
               FROM payment_orders WHERE customer_no = $1
              UNION ALL
             SELECT payment_no, 'repayment', 'paid', sum(amount_fen)::bigint, 'transfer',
                    actor, done_at, done_at, NULL
               FROM audit_log JOIN payments USING (customer_no)
              WHERE customer_no = $1 AND act = 'book-past-payment' AND payment_no = request_no
              GROUP BY payment_no, actor, done_at
              UNION ALL
             SELECT draws.loan_no, 'disbursement', applied.state, draws.amount_fen, 'bank',
                    'customer', applied.applied_at, applied.executed_at, applied.reason
               FROM draw_applications AS applied JOIN draws USING (customer_no, draw_no)
              WHERE customer_no = $1
              UNION ALL
             SELECT refund_no, 'refund', refunds.state, refunds.amount_fen,
                    coalesce(max(step.sent_by), 'bank'),
                    coalesce((SELECT actor FROM audit_log
                               WHERE customer_no = $1 AND request_no = refund_no
                                 AND act IN ('give-back', 'waive-amount')), 'system'), min(step.changed_at),
                    max(step.changed_at) FILTER (WHERE step.state = 'returned'), NULL
               FROM refunds JOIN refund_steps AS step USING (customer_no, refund_no)
              WHERE customer_no = $1
              GROUP BY refund_no, refunds.state, refunds.amount_fen
              ORDER BY at DESC, order_no LIMIT ${ORDERS_MAX}) AS orders
       LEFT JOIN wire_orders AS wire USING (order_no)
      ORDER BY at DESC, order_no`,
    [customer],
  )
  return rows.map((row) => ({
    orderNo: row.order_no,
    kind: row.kind,
    state: row.state,
    amountFen: row.amount_fen,
    by: row.paid_by,
    who: row.who,
    at: row.at,
    settledAt: row.settled_at ?? undefined,
    reason: row.reason ?? undefined,
    wire:
      row.wire_no !== null && row.ordered_at
        ? {
            wireNo: row.wire_no,
            reference: row.reference ?? undefined,
            orderedAt: row.ordered_at,
          }
        : undefined,
  }))
}
