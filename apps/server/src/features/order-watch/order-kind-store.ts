import { product } from '@qingzhou/domain/product'
import type { TaskKind } from '@qingzhou/platform/tasks/task-kinds'

/** The wait grows with the age of the order: a share of it, within two bounds. */
type Poll = { readonly share: number; readonly soonestMs: number; readonly latestMs: number }

/** Orders waiting for a provider or a worker, and the task that advances them. */
type OpenOrders = {
  readonly task: TaskKind
  /** An order older than this is reported. */
  readonly alarmMinutes: number
  /** How the provider is asked again; missing if the task does not poll. */
  readonly poll?: Poll
  /**
   * Selects the open orders: customer_no, subject_no, since, payload and task_key as they are
   * enqueued, and run_at if the task has a scheduled time.
   */
  readonly sql: string
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR = 60
const DAY = 24 * HOUR
const AT_ONCE = 'NULL::timestamptz AS run_at'

/**
 * Every state machine that waits for a provider or a worker. Each query has a partial index with
 * the same condition.
 */
export const openOrders = {
  disbursement: {
    task: 'disburse',
    alarmMinutes: 30,
    poll: { share: 1 / 2, soonestMs: 2 * SECOND_MS, latestMs: 10 * MINUTE_MS },
    sql: `SELECT customer_no, draw_no AS subject_no, coalesce(executed_at, applied_at) AS since,
                 jsonb_build_object('customer', customer_no, 'drawNo', draw_no) AS payload,
                 draw_no AS task_key, ${AT_ONCE}
            FROM draw_applications WHERE state = 'processing'`,
  },
  'unverified-draw': {
    task: 'end-unverified-draw',
    alarmMinutes: product.verification.minutes + 15,
    // A person's review of the face keeps a draw open for longer.
    sql: `SELECT customer_no, draw_no AS subject_no, since,
                 jsonb_build_object('customer', customer_no, 'drawNo', draw_no) AS payload,
                 draw_no AS task_key,
                 since + interval '${product.verification.minutes} minutes' AS run_at
            FROM draw_applications CROSS JOIN LATERAL (
                   SELECT greatest(applied_at, max(held_until)
                            - interval '${product.verification.minutes} minutes') AS since
                     FROM face_sessions AS face
                    WHERE face.customer_no = draw_applications.customer_no
                      AND purpose = 'loan' AND business_no = draw_no) AS held
           WHERE state = 'verifying'`,
  },
  collection: {
    task: 'collect',
    alarmMinutes: HOUR,
    poll: { share: 1 / 2, soonestMs: 2 * SECOND_MS, latestMs: 10 * MINUTE_MS },
    sql: `SELECT customer_no, request_no AS subject_no, coalesce(confirmed_at, placed_at) AS since,
                 jsonb_build_object('customer', customer_no, 'requestNo', request_no) AS payload,
                 customer_no || ':' || request_no AS task_key, ${AT_ONCE}
            FROM payment_orders WHERE state = 'processing'`,
  },
  refund: {
    task: 'send-refund',
    // A refund that the bank declines is retried after six hours.
    alarmMinutes: DAY,
    poll: { share: 0, soonestMs: 30 * SECOND_MS, latestMs: 30 * SECOND_MS },
    sql: `SELECT customer_no, refund_no AS subject_no,
                 coalesce((SELECT min(changed_at) FROM refund_steps AS step
                            WHERE step.customer_no = refunds.customer_no
                              AND step.refund_no = refunds.refund_no),
                          owed_since::timestamp AT TIME ZONE 'Asia/Shanghai') AS since,
                 jsonb_build_object('customer', customer_no, 'refundNo', refund_no) AS payload,
                 customer_no || ':' || refund_no AS task_key, ${AT_ONCE}
            FROM refunds WHERE state IN ('owed', 'sent')`,
  },
  'card-binding': {
    task: 'ask-binding',
    alarmMinutes: 45,
    poll: { share: 1 / 2, soonestMs: 2 * SECOND_MS, latestMs: MINUTE_MS },
    sql: `SELECT customer_no, binding_no AS subject_no, requested_at AS since,
                 jsonb_build_object('customer', customer_no, 'bindingNo', binding_no) AS payload,
                 binding_no AS task_key, ${AT_ONCE}
            FROM card_bindings WHERE state = 'processing'`,
  },
  'debit-agreement-end': {
    task: 'end-debit-agreement',
    alarmMinutes: DAY,
    sql: `SELECT customer_no, debit_no AS subject_no, coalesce(ended_at, requested_at) AS since,
                 jsonb_build_object('customer', customer_no, 'debitNo', debit_no) AS payload,
                 debit_no AS task_key, ${AT_ONCE}
            FROM debit_agreements WHERE state = 'ended' AND bank_ended_at IS NULL`,
  },
  'wallet-agreement': {
    task: 'ask-wallet-agreement',
    alarmMinutes: 2 * HOUR,
    poll: { share: 1 / 2, soonestMs: 5 * SECOND_MS, latestMs: 5 * MINUTE_MS },
    sql: `SELECT customer_no, agreement_no AS subject_no, requested_at AS since,
                 jsonb_build_object('customer', customer_no, 'agreementNo', agreement_no) AS payload,
                 agreement_no AS task_key, ${AT_ONCE}
            FROM wallet_agreements WHERE state = 'signing'`,
  },
  'wallet-agreement-end': {
    task: 'end-wallet-agreement',
    alarmMinutes: DAY,
    sql: `SELECT customer_no, agreement_no AS subject_no, coalesce(ended_at, requested_at) AS since,
                 jsonb_build_object('customer', customer_no, 'agreementNo', agreement_no) AS payload,
                 agreement_no AS task_key, ${AT_ONCE}
            FROM wallet_agreements WHERE state = 'ended' AND app_ended_at IS NULL`,
  },
  'credit-decision': {
    task: 'decide-application',
    alarmMinutes: HOUR,
    poll: { share: 1 / 4, soonestMs: 2 * SECOND_MS, latestMs: 5 * MINUTE_MS },
    sql: `SELECT customer_no, application_no AS subject_no, coalesce(submitted_at, opened_at) AS since,
                 jsonb_build_object('customer', customer_no, 'applyNo', application_no) AS payload,
                 application_no AS task_key, ${AT_ONCE}
            FROM credit_applications AS application
           WHERE step = 'underReview'
             AND NOT EXISTS (SELECT FROM credit_referrals AS referral
                              WHERE referral.customer_no = application.customer_no
                                AND referral.application_no = application.application_no)`,
  },
  'mall-order': {
    task: 'follow-purchase',
    alarmMinutes: HOUR,
    poll: { share: 1 / 2, soonestMs: 2 * SECOND_MS, latestMs: 6 * HOUR * MINUTE_MS },
    sql: mallOrders(`mall_orders.state = 'begun'`),
  },
  'mall-delivery': {
    task: 'follow-purchase',
    alarmMinutes: 30 * DAY,
    sql: `${mallOrders(`mall_orders.state IN ('ordered', 'sent', 'returning')`)}
          UNION ALL
          ${mallOrders(
            `mall_orders.state = 'delivered' AND delivered_on >=
               (SELECT business_date - ${product.mall.returnDays} FROM business_date)`,
          )}`,
  },
  'name-import': {
    task: 'import-names',
    alarmMinutes: 30,
    sql: `SELECT '' AS customer_no, import_no AS subject_no, started_at AS since,
                 jsonb_build_object('importNo', import_no) AS payload,
                 import_no AS task_key, ${AT_ONCE}
            FROM roster_imports WHERE state IN ('waiting', 'checking', 'saving')`,
  },
  message: {
    task: 'send-message',
    alarmMinutes: HOUR,
    sql: unsent('outbox', 'send-message'),
  },
  mail: {
    task: 'send-mail',
    alarmMinutes: HOUR,
    sql: unsent('outbox_mails', 'send-mail'),
  },
} as const satisfies Record<string, OpenOrders>

export type OrderKind = keyof typeof openOrders

export type PolledKind = {
  [K in OrderKind]: (typeof openOrders)[K] extends { readonly poll: Poll } ? K : never
}[OrderKind]

/** When the provider of an order is asked again. */
export function nextPollAt(kind: PolledKind, since: Date, now: Date): Date {
  const { share, soonestMs, latestMs } = openOrders[kind].poll
  const ageMs = now.getTime() - since.getTime()
  return new Date(now.getTime() + Math.min(Math.max(ageMs * share, soonestMs), latestMs))
}

/** `Object.keys` loses the key type; the table has no other keys. */
export const orderKinds = Object.keys(openOrders) as OrderKind[]

/** A mall order is placed once its draw is disbursed. */
function mallOrders(condition: string): string {
  return `SELECT mall_orders.customer_no, order_no AS subject_no, changed_at AS since,
                 jsonb_build_object('customer', mall_orders.customer_no,
                                    'drawNo', mall_orders.draw_no) AS payload,
                 mall_orders.draw_no AS task_key, ${AT_ONCE}
            FROM mall_orders
            JOIN draw_applications AS draw
              ON draw.customer_no = mall_orders.customer_no
             AND draw.draw_no = mall_orders.draw_no AND draw.state = 'paid'
           WHERE ${condition}`
}

/** A message that is dead or cancelled is not open: its task is listed as dead. */
function unsent(outbox: 'outbox' | 'outbox_mails', task: TaskKind): string {
  return `SELECT customer_no, message_no AS subject_no, enqueued_at AS since,
                 jsonb_build_object('customer', customer_no, 'messageNo', message_no) AS payload,
                 customer_no || ':' || message_no AS task_key, ${AT_ONCE}
            FROM ${outbox}
           WHERE sent_at IS NULL
             AND customer_no || ':' || message_no NOT IN (
                   SELECT task_key FROM tasks
                    WHERE kind = '${task}' AND dead_at IS NOT NULL AND task_key IS NOT NULL)`
}
